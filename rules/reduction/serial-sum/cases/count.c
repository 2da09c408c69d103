int count(const int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

float compensated(const float *x, int n) {
  float s = 0.0f, c = 0.0f;
  for (int i = 0; i < n; i++) {
    float y = x[i] - c;
    float t = s + y;
    c = (t - s) - y;
    s = t;
  }
  return s;
}

float largest(const float *x, int n) {
  float m = x[0];
  for (int i = 1; i < n; i++)
    m = x[i] > m ? x[i] : m;
  return m;
}
