float clock_after(int ticks) {
  float t = 0.0f;
  int k = 0;
  while (k < ticks) {
    t = t + 0.1f; // expect: accumulated-step
    k++;
  }
  return t;
}
