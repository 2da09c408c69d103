void table(float *out) {
  int k = 0;
  for (float x = 0.0f; x < 1.0f; x += 0.01f) // expect-audit: accumulated-step
    out[k++] = x * x;
}

float area() {
  float sum = 0.0f;
  for (float x = 0.0f; x < 1.0f; x += 0.01f) // expect-audit: accumulated-step
    sum += x * x;
  return sum;
}

int longer(bool (*holds)(float)) {
  int failures = 0;
  for (float x = 0.0f; x < 100.0f; x += 0.01f) // expect-audit: accumulated-step
    failures += holds(x) ? 0 : 1;
  return failures;
}
