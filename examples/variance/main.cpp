// Runs the forms of variance.cpp on drawn numbers and prints their errors.
//
//   clang++ -O2 -std=c++20 main.cpp variance.cpp -o variance && ./variance
#include "variance.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

struct Random {
  std::uint64_t state;
  double uniform() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }
};

int main() {
  const int rows = 1000, columns = 1024;
  Random random{42};
  float (*const forms[])(const float *, int) = {onePass, welford, twoPass};
  const char *const names[] = {"one pass", "Welford", "two passes"};
  double largest[3] = {};
  int negative[3] = {};
  std::vector<float> x(columns);
  for (int row = 0; row < rows; ++row) {
    for (float &value : x)
      value = static_cast<float>(1000 + random.normal());
    long double mean = 0, exact = 0;
    for (const float value : x)
      mean += value;
    mean /= columns;
    for (const float value : x)
      exact += (value - mean) * (value - mean);
    exact /= columns;
    const double ulp = std::ldexp(1.0, std::ilogb(static_cast<double>(exact)) - 23);
    for (int form = 0; form < 3; ++form) {
      const float computed = forms[form](x.data(), columns);
      largest[form] = std::fmax(largest[form], static_cast<double>(std::fabs(computed - exact)) / ulp);
      negative[form] += computed < 0;
    }
  }
  std::printf("%d rows of %d numbers, mean 1000, standard deviation 1\n", rows, columns);
  for (int form = 0; form < 3; ++form)
    std::printf("%-12s error up to %10.1f ulp, %d variances below zero\n", names[form], largest[form], negative[form]);
}
