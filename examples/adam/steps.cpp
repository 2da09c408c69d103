// A thousand steps of Adam in both orders, against the same steps without rounding to the format.
//
//   clang++ -O2 -std=c++20 steps.cpp -o steps && ./steps

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <initializer_list>

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

double single(double value) { return static_cast<float>(value); }
double bfloat16(double value) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value)); // to nearest, ties to even, in the upper half of binary32
  return std::bit_cast<float>((bits + 0x7fff + ((bits >> 16) & 1)) & 0xffff0000u);
}
double exact(double value) { return value; }

// One weight after `steps` steps; every operation is rounded by `round`. Constants and inputs are those of the format.
double train(double (*round)(double), double (*format)(double), bool multiplyFirst, std::uint64_t seed, int steps) {
  Random random{seed};
  double w = format(0.1 * random.normal()), m = 0, v = 0;
  const double beta1 = format(0.9), beta2 = format(0.999), epsilon = format(1e-8);
  const double rest1 = format(0.1), rest2 = format(0.001);
  for (int step = 1; step <= steps; ++step) {
    const double gradient = format(random.normal());
    const double rate = format(1e-3 * std::sqrt(1 - std::pow(0.999, step)) / (1 - std::pow(0.9, step))); // the bias correction is part of it
    m = round(round(beta1 * m) + round(rest1 * gradient));
    v = round(round(beta2 * v) + round(rest2 * round(gradient * gradient)));
    const double denominator = round(round(std::sqrt(v)) + epsilon);
    const double update = multiplyFirst ? round(round(rate * m) / denominator) : round(rate * round(m / denominator));
    w = round(w - update);
  }
  return w;
}

int main() {
  std::printf("1,000 steps, 1,000 weights  mean |A - B|  mean |A - exact|\n");
  for (const auto round : {single, bfloat16}) {
    double between = 0, error = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      const double a = train(round, round, true, seed, 1000), b = train(round, round, false, seed, 1000);
      between += std::fabs(a - b) / 1000;
      error += std::fabs(a - train(exact, round, true, seed, 1000)) / 1000;
    }
    std::printf("%-26s %13.1e %17.1e\n", round == single ? "single precision" : "bfloat16", between, error);
  }
  std::printf("0.999 in bfloat16: %g\n", bfloat16(0.999));
}
