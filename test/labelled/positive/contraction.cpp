// flags: -mfma
// Differences of products where the target has fma.
#include <cmath>
#include <complex>

// class: R8
float determinant2(float a, float b, float c, float d) { return a * d - b * c; } // expect: fma-cancellation

struct Vector3 {
  double x, y, z;
};

// class: R8
Vector3 cross(const Vector3 &u, const Vector3 &v) {
  return {u.y * v.z - u.z * v.y,  // expect: fma-cancellation
          u.z * v.x - u.x * v.z,  // expect: fma-cancellation
          u.x * v.y - u.y * v.x}; // expect: fma-cancellation
}

// class: R8
double residualOfProduct(double a, double b, double c, double d) {
  const double right = c * d;
  return std::fma(a, b, -right); // expect: fma-cancellation
}

// class: R8
void complexMultiply(const float *a, const float *b, float *out) {
  out[0] = a[0] * b[0] - a[1] * b[1]; // expect: fma-cancellation
  out[1] = a[0] * b[1] + a[1] * b[0];
}

// class: R8
double discriminant(double a, double b, double c) {
  double disc = b * b - 4.0 * a * c; // expect: fma-cancellation
  return disc < 0.0 ? 0.0 : std::sqrt(disc);
}

#define CROSS2(ax, ay, bx, by) ((ax) * (by) - (ay) * (bx))

// class: R8
bool isLeftTurn(double ax, double ay, double bx, double by) {
  return CROSS2(ax, ay, bx, by) > 0.0; // expect: fma-cancellation
}
