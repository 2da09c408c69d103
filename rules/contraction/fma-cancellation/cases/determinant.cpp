// flags: -mfma
// Contraction switched off, or a target without fma.

double determinant(double a, double b, double c, double d) {
#pragma STDC FP_CONTRACT OFF
  return a * d - b * c;
}
