float centre(float a, float b) {
  float half = (b - a) * 0.5f;
  return a + half; // expect-audit: midpoint
}
