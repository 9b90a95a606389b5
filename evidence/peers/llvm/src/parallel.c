/* OpenMP: outlined functions and calls of the runtime. */
int total(const int *a, int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
  for (int i = 0; i < n; i++) sum += a[i];
#pragma omp simd
  for (int i = 0; i < n; i++) sum ^= a[i];
  return sum;
}
