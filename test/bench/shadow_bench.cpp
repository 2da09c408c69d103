// What shadow execution costs: a dot product on float and double, plain and shadowed, in one process and at -O2.
//
//   shadow-bench [TERMS]
//
// CPU time of this thread, best of the turns that the two take after each other; the first turn of the shadow, which meets everything for the first
// time, stands beside it. Nothing asserts anything: the bar is stated beside the figures, for a reader.
#include <fporder/shadow.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

namespace {

template <class T> [[gnu::noinline]] T dot(const std::vector<T> &x, const std::vector<T> &y) {
  T sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * y[i];
  return sum;
}

double cpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Nanoseconds a term.
template <class T> double turn(const std::vector<T> &x, const std::vector<T> &y, int repetitions) {
  [[maybe_unused]] volatile double sink = 0;
  const double start = cpuSeconds();
  for (int repetition = 0; repetition < repetitions; ++repetition)
    sink = static_cast<double>(dot(x, y));
  return (cpuSeconds() - start) * 1e9 / repetitions / static_cast<double>(x.size());
}

template <class T> void compare(const char *name, std::size_t terms, const char *bar) {
  std::mt19937_64 random(42);
  std::uniform_real_distribution<T> uniform;
  std::vector<T> x, y;
  for (std::size_t index = 0; index < terms; ++index) {
    x.push_back(uniform(random));
    y.push_back(uniform(random));
  }
  const std::vector<fporder::shadow<T>> shadowX(x.begin(), x.end()), shadowY(y.begin(), y.end());
  const double first = turn(shadowX, shadowY, 1);
  double plain = turn(x, y, 20), shadow = first;
  for (int turns = 0; turns < 10; ++turns) {
    plain = std::min(plain, turn(x, y, 20));
    shadow = std::min(shadow, turn(shadowX, shadowY, 1));
  }
  std::printf("%-24s %8.2f ns %8.1f ns %8.1f ns %7.0fx  %s\n", name, plain, first, shadow, shadow / plain, bar);
}

} // namespace

int main(int argc, char **argv) {
  setenv("FPORDER_SHADOW_REPORT", "off", 1);
  const std::size_t terms = argc > 1 ? std::stoul(argv[1]) : 100'000;
  std::printf("%-24s %11s %11s %11s %8s  bar; a term of %zu\n", "dot product", "plain", "first turn", "shadow", "ratio", terms);
  compare<float>("shadow<float>", terms, "<= 300x");
  compare<double>("shadow<double>", terms, "");
}
