// The reciprocal of a power of two is exact, and a constant reciprocal is folded into one constant.

float sixteenth(float x) { return x * (1.0f / 16.0f); }

float tenth(float x) {
  const float inv = 1.0f / 10.0f;
  return x * inv;
}

int scaled(int x, int c) { return x * (1 / c); }
