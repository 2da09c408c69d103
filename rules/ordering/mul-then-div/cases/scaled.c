// The same order across statements, in C. Nothing cancels here: a remark.

float scaled(float x, float gain, float norm) {
  float t = x * gain;
  float d = norm + 1.0f;
  return t / d; // expect: mul-then-div
}
