// The products in temporaries, in C.

float blend(float gain, float dry, float wet) {
  float a = gain * dry;
  float b = gain * wet;
  return a + b; // expect: distribution
}
