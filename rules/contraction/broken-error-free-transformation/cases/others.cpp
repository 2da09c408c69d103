// flags: -march=haswell -ffp-contract=fast
// A term that is taken out again is no error term (`term-taken-back` reports it).

float others(float x, float y, float z, float d) {
  float sum = x * x + y * y + z * z;
  return (sum - z * z) * d;
}
