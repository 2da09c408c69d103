signed char quantize(float x, float scale) {
  float y = x / scale;
  return (signed char)(y + 0.5f); // expect: round-by-half
}
