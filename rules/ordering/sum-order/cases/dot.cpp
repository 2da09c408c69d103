// What a function adds up of objects that it is given, as a vector's product is, is a sum of its own.

struct Vector {
  double x, y, z;
};
double dot(const Vector &a, const Vector &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
double plane(const Vector &normal, const Vector &point, double distance) { return dot(normal, point) - distance; }
