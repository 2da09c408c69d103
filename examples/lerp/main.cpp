// Runs the forms of lerp.cpp on drawn numbers and prints their errors.
//
//   clang++ -O2 -std=c++20 main.cpp lerp.cpp -o lerp && ./lerp
#include "lerp.h"

#include <cmath>
#include <cstdint>
#include <cstdio>

struct Random {
  std::uint64_t state;
  double uniform() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
};

int main() {
  Random random{42};
  const int count = 1'000'000;
  int missed[2] = {};
  double largest[2] = {};
  for (int i = 0; i < count; ++i) {
    const float a = static_cast<float>(std::exp2(40 * random.uniform() - 20)), b = static_cast<float>(-std::exp2(40 * random.uniform() - 20));
    const float t = static_cast<float>(random.uniform()), one = 1;
    const long double exact = a + static_cast<long double>(t) * (static_cast<long double>(b) - a);
    const double ulp = std::ldexp(1.0, std::ilogb(static_cast<double>(exact)) - 23);
    float out = 0;
    fromA(&a, &b, &t, &out, 1);
    largest[0] = std::fmax(largest[0], static_cast<double>(std::fabs(out - exact)) / ulp);
    weighted(&a, &b, &t, &out, 1);
    largest[1] = std::fmax(largest[1], static_cast<double>(std::fabs(out - exact)) / ulp);
    fromA(&a, &b, &one, &out, 1);
    missed[0] += out != b;
    weighted(&a, &b, &one, &out, 1);
    missed[1] += out != b;
  }
  std::printf("a + t * (b - a)      error up to %9.1f ulp, b is missed at t = 1 in %4.1f %%\n", largest[0], 100.0 * missed[0] / count);
  std::printf("(1 - t) * a + t * b  error up to %9.1f ulp, b is missed at t = 1 in %4.1f %%\n", largest[1], 100.0 * missed[1] / count);
}
