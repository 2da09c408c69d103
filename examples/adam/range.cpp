// Adam's update in half precision, in both orders, where one of them leaves the range of the format.
//
//   clang++ -O2 -std=c++20 range.cpp -o range && ./range

#include <cmath>
#include <cstdint>
#include <cstdio>

// Every intermediate is stored in half precision.
_Float16 multiplyFirst(_Float16 rate, _Float16 m, _Float16 d) {
  const _Float16 product = rate * m;
  const _Float16 update = product / d;
  return update;
}

_Float16 divideFirst(_Float16 rate, _Float16 m, _Float16 d) {
  const _Float16 ratio = m / d;
  const _Float16 update = rate * ratio;
  return update;
}

struct Random {
  std::uint64_t state;
  double uniform() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
};

// Shares of updates that are zero or infinite, in percent.
void report(double m, double d) {
  Random random{42};
  const int count = 100'000;
  int lost[2] = {};
  for (int i = 0; i < count; ++i) {
    const auto moment = static_cast<_Float16>(m * std::pow(10, random.uniform())),
               denominator = static_cast<_Float16>(d * std::pow(10, random.uniform()));
    const auto rate = static_cast<_Float16>(1e-3);
    const double updates[2] = {static_cast<double>(multiplyFirst(rate, moment, denominator)),
                               static_cast<double>(divideFirst(rate, moment, denominator))};
    for (int order = 0; order < 2; ++order)
      lost[order] += updates[order] == 0 || std::isinf(updates[order]);
  }
  std::printf("  %8.0e  %8.0e  %16.1f %%  %16.1f %%\n", m, d, 100.0 * lost[0] / count, 100.0 * lost[1] / count);
}

int main() {
  std::printf("%10s  %8s  %18s  %18s   lost\n", "m from", "d from", "(lr * m) / d", "lr * (m / d)");
  report(1e-4, 1e-4);
  report(1e-5, 1e-5);
  report(1e-6, 1e-6);
  report(1e1, 1e-4);
}
