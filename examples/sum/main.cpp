// Runs the forms of sum.cpp on drawn numbers and prints their errors.
//
//   clang++ -O2 -std=c++20 main.cpp sum.cpp -o sum && ./sum
#include "sum.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <set>
#include <vector>

struct Random {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
};

int main() {
  const int count = 1'000'000;
  Random random{42};
  std::vector<float> x(count);
  long double exact = 0; // 24 bits a term, 20 of their number: no rounding in the 64 of an x87 number
  for (float &value : x) {
    value = static_cast<float>(random.next() >> 40) * 0x1p-24f;
    exact += value;
  }
  const double ulp = std::ldexp(1.0, std::ilogb(static_cast<double>(exact)) - 23);
  const auto report = [&](const char *name, float sum) {
    std::printf("  %-22s %14.5f %10.3f\n", name, static_cast<double>(sum), static_cast<double>(std::fabs(sum - exact)) / ulp);
  };
  std::printf("1,000,000 numbers of [0,1) %12s %10s\n", "sum", "error, ulp");
  report("forward", forward(x.data(), count));
  std::vector<float> other(x.rbegin(), x.rend());
  report("reverse", forward(other.data(), count));
  std::sort(other.begin(), other.end());
  report("ascending", forward(other.data(), count));
  report("8 lanes", lanes(x.data(), count));
  report("pairwise", pairwise(x.data(), count));
  report("compensated", compensated(x.data(), count));

  std::set<float> results;
  double worst = 0;
  for (int run = 0; run < 50; ++run) {
    other = x;
    for (int i = count - 1; i > 0; --i)
      std::swap(other[i], other[random.next() % (i + 1)]);
    const float sum = forward(other.data(), count);
    results.insert(sum);
    worst = std::max(worst, static_cast<double>(std::fabs(sum - exact)) / ulp);
  }
  std::printf("50 shuffles: %zu different sums, error up to %.0f ulp\n", results.size(), worst);

  _Float16 half = 0;
  double halves = 0;
  for (int i = 0; i < 65'536; ++i) {
    const _Float16 term = static_cast<_Float16>(x[i]);
    half = static_cast<_Float16>(static_cast<float>(half) + static_cast<float>(term));
    halves += static_cast<double>(term);
  }
  std::printf("65,536 of them in half precision, forward: %.0f for %.0f\n", static_cast<double>(half), halves);
}
