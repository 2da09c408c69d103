// A running mean has the form of an interpolation and no other one: the weight is a constant over a count.

float running(const float *x, int n) {
  float mean = 0.0f;
  for (int i = 0; i < n; i++) {
    float weight = 1.0f / (float)(i + 1);
    mean += (x[i] - mean) * weight;
  }
  return mean;
}
