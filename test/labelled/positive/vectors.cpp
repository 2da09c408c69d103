// Small vector classes with operators; N-body; particles.
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

// class: R1
template <class T> struct Vec3 {
  T x, y, z;
  friend Vec3 operator*(const Vec3 &v, T s) { return {v.x * s, v.y * s, v.z * s}; }
  friend Vec3 operator-(const Vec3 &a, const Vec3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator/(const Vec3 &v, T s) { return {v.x / s, v.y / s, v.z / s}; } // expect: mul-then-div #v
  Vec3 &operator*=(T s) {
    x *= s;
    y *= s;
    z *= s;
    return *this;
  }
  T dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
};
Vec3<float> relax(const Vec3<float> &p, const Vec3<float> &force, float dt, float mass) {
  const auto impulse = force * dt;
  const auto change = impulse / mass; // expect: mul-then-div #v
  return p - change;                  // expect: mul-then-div #v
}

// class: R2
Vec3<double> direction(Vec3<double> v, double length) {
  const double inv = 1.0 / length;
  Vec3<double> out = v;
  out.x = v.x * inv; // expect-remark: reciprocal-multiply
  out.y = v.y * inv;
  out.z = v.z * inv;
  return out;
}

// class: R4
float gap(const Vec3<float> &a, const Vec3<float> &b) {
  const float aa = a.dot(a), bb = b.dot(b), ab = a.dot(b);
  return std::sqrt(aa + bb - 2.0f * ab); // expect: norm-expansion
}

// class: R1b
double pairEnergy(double charge1, double charge2, double screening) {
  const std::array<double, 3> factors{charge1, charge2, screening};
  double e = factors[0];
  e = e * factors[1];
  e = e * factors[2]; // expect-remark: product-order
  return e;
}

// class: R1
void gravity(std::vector<double> &ax, const std::vector<double> &mass, const std::vector<double> &dx, double softening) {
  for (std::size_t i = 0; i < ax.size(); ++i) {
    const double r2 = dx[i] * dx[i] + softening;
    const double r3 = r2 * std::sqrt(r2);
    const double w = mass[i] / r3;
    ax[i] -= w * dx[i]; // expect: div-then-mul
  }
}
