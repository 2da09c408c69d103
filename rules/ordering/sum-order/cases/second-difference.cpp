double second_difference(double a, double b, double c) {
  return a - b + c; // expect-audit: sum-order
}
