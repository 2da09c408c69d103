// An intermediate result stored in half precision.

float layer(float x, float w0, float w1, float bias) {
  _Float16 hidden = (_Float16)(x * w0); // expect-warning: early-narrowing
  return hidden * w1 + bias;
}
