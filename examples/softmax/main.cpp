// Runs the forms of softmax.cpp on drawn numbers and prints their errors.
//
//   clang++ -O2 -std=c++20 main.cpp softmax.cpp -o softmax && ./softmax
#include "softmax.h"

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
};

int main() {
  const int rows = 2000, n = 16;
  Random random{42};
  for (const double range : {20.0, 100.0}) {
    std::vector<float> logits(rows * n), out(rows * n);
    for (float &logit : logits)
      logit = static_cast<float>(range * (2 * random.uniform() - 1));
    std::printf("logits in [-%.0f,%.0f], %d rows of %d\n", range, range, rows, n);
    for (const auto form : {plain, shifted}) {
      form(logits.data(), out.data(), rows, n);
      double worst = 0;
      int lost = 0;
      for (int r = 0; r < rows; ++r) {
        long double sum = 0;
        for (int i = 0; i < n; ++i)
          sum += std::exp(static_cast<long double>(logits[r * n + i]));
        int bad = 0;
        for (int i = 0; i < n; ++i) {
          const double exact = static_cast<double>(std::exp(static_cast<long double>(logits[r * n + i])) / sum);
          const float computed = out[r * n + i];
          if (!std::isfinite(computed))
            bad = 1;
          else if (exact >= 0x1p-126 && computed != 0)
            worst = std::fmax(worst, std::fabs(computed - exact) / std::ldexp(1.0, std::ilogb(exact) - 23));
        }
        lost += bad;
      }
      std::printf("  %-18s error up to %6.1f ulp where the result is a number, %5.1f %% of the rows hold NaN\n",
                  form == plain ? "without the shift" : "with the shift", worst, 100.0 * lost / rows);
    }
  }
}
