signed char quantize(float x, float scale) {
  float y = x / scale;
  return (signed char)(y + 0.5f); // ok: beside-half
}
