/* Loops that optimisers remark upon: inlined, vectorised, not vectorised, hoisted. */
void outside(float *x);
static float scale(float x) { return x * 1.5f; }

float dot(const float *a, const float *b, int n) {
  float total = 0;
  for (int i = 0; i < n; i++) total += a[i] * b[i];
  return total;
}

void stretch(float *restrict to, const float *restrict from, int n) {
  for (int i = 0; i < n; i++) to[i] = scale(from[i]);
}

int search(const int *a, int n, int what) {
  for (int i = 0; i < n; i++)
    if (a[i] == what) return i;
  return -1;
}

void calls(float *x, int n) {
  for (int i = 0; i < n; i++) outside(x + i);
}

void carried(int *a, int n) {
  for (int i = 1; i < n; i++) a[i] += a[i - 1];
}
