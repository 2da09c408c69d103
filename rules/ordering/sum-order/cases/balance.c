// Over statements, in C.

float balance(float in, float out, float stored) {
  float net = in - out;
  return net + stored; // expect-audit: sum-order
}
