// A sum with other uses is a quantity by itself; another grouping of what is added to it would compute its own beside it. Nor is there an order to
// choose in an offset of which the same field of two objects is the greater part, taken exactly where they are alike.

void corners(double *out, double x, double skew, double first, double second) {
  const double origin = x - skew;
  out[0] = origin;
  out[1] = origin + first;
  out[2] = origin + second;
}

struct Circle {
  float x, radius;
};
float contact(const Circle &a, const Circle &b, float at, float distance) { return at + 0.5f * (b.radius - a.radius - distance); }
