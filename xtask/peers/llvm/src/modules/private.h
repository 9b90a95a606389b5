int hidden(void);
