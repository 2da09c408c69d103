// flags: -mfma

float rotate(_Float16 *out, float x, float y, float c, float s) {
  float turned = x * c - y * s; // expect-audit: fma-cancellation
  out[0] = (_Float16)turned;
  return turned;
}
