// A tensor product of two sums: neither scales the other.

float patch(const float *u, const float *v, const float *a, const float *b, int n) {
  float first = 0, second = 0;
  for (int i = 0; i < n; ++i)
    first += u[i] * a[i];
  for (int j = 0; j < n; ++j)
    second += v[j] * b[j];
  return first * second; // ok: scale-is-a-sum
}
