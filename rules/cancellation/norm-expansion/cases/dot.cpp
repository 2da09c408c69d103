// Short vectors, written out by a member function.

struct Point {
  double x, y, z;
  double dot(const Point &o) const { return x * o.x + y * o.y + z * o.z; }
};

double squaredDistance(const Point &p, const Point &q) {
  return p.dot(p) - 2.0 * p.dot(q) + q.dot(q); // expect-warning: norm-expansion
}
