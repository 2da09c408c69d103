// Runs the forms of cdist.cpp on drawn numbers and prints their errors.
//
//   clang++ -O2 -std=c++20 main.cpp cdist.cpp -o cdist && ./cdist
#include "cdist.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

// splitmix64 and Box-Muller, so that every machine draws the same numbers.
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

constexpr int rows = 32, depth = 1024;

template <class T>
void report(const char *name, void (*distances)(const T *, const T *, T *, int, int, int), const std::vector<T> &x, const std::vector<T> &y) {
  std::vector<T> computed(rows * rows);
  distances(x.data(), y.data(), computed.data(), rows, rows, depth);
  double error = 0;
  int zeros = 0, strange = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < rows; ++j) {
      double square = 0;
      for (int k = 0; k < depth; ++k) {
        const double difference = static_cast<double>(x[i * depth + k]) - static_cast<double>(y[j * depth + k]);
        square += difference * difference;
      }
      const double value = static_cast<double>(computed[i * rows + j]);
      error += std::fabs(value - std::sqrt(square));
      zeros += value == 0;
      strange += !std::isfinite(value);
    }
  std::printf("  %-40s %10.3g %8.1f %% %8d\n", name, error / (rows * rows), 100.0 * zeros / (rows * rows), strange);
}

int main() {
  Random random{42};
  std::vector<_Float16> x(rows * depth), y(rows * depth);
  for (std::vector<_Float16> *vector : {&x, &y})
    for (_Float16 &value : *vector)
      value = static_cast<_Float16>(6.5 + 1.7638 * random.normal());
  std::printf("%-42s %10s %10s %8s\n", "", "mean error", "zeros", "inf, NaN");
  std::printf("half precision, 6.5 + 1.7638 N(0,1)\n");
  report("(|x|^2 - 2 x.y) + |y|^2", expanded, x, y);
  report("(|x|^2 - x.y) + (|y|^2 - x.y)", reordered, x, y);
  report("sum of (x - y)^2", direct, x, y);
  for (const auto &[mean, deviation] : {std::pair{100.0, 1.0}, {18187.0, 44.177}}) {
    std::vector<float> left(rows * depth), right(rows * depth);
    for (std::vector<float> *vector : {&left, &right})
      for (float &value : *vector)
        value = static_cast<float>(mean + deviation * random.normal());
    std::printf("single precision, %g + %g N(0,1)\n", mean, deviation);
    report("|x|^2 + |y|^2 - 2 x.y", expandedSingle, left, right);
    report("sum of (x - y)^2", directSingle, left, right);
  }
}
