_Float16 to_half(double x) {
  return (_Float16)(float)x; // expect: double-rounding
}
