// flags: -fassociative-math -fno-signed-zeros -fno-trapping-math
// A split.

float high_half(float a) {
  const float c = 4097.0f * a;
  return c - (c - a); // expect-warning: broken-error-free-transformation
}
