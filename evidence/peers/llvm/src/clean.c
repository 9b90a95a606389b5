/* Nothing to say about this. */
int clean(void) { return 0; }
