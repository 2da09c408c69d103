// The digits that the high part of a result has lost are in its low part.
struct Parts {
  double high, low;
};

Parts difference(double a, double b, double c) {
  const double high = (a - b) - c, left = a - b;
  return {high, (left - high) - c};
}
