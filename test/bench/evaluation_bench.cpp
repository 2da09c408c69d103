// Orderings evaluated per second: two orderings of five binary32 operations, alone, with events, with the oracle, and all of it in MPFR at 128 bits.
//
//   evaluation-bench [SAMPLES]
//
// An ordering evaluation is one ordering on one sample. Everything runs in one process over the same samples, CPU time of the best of five turns
// each; nothing asserts anything: the bars are stated beside the figures, for a reader.
#include "runtime/eval/evaluator.h"
#include "runtime/eval/kernels.h"
#include "runtime/oracle/exact.h"
#include "runtime/order/infix.h"

#include <mpfr.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace fporder;

namespace {

constexpr std::array<std::string_view, 2> orderings{"w - (lr * m) / (sqrt(v) + eps)", "w - lr * (m / (sqrt(v) + eps))"};
/// Each is evaluated on w, once for itself.
constexpr std::array<std::string_view, 8> functions{"exp(w)", "log(v)", "log1p(v)", "tanh(w)", "sin(w)", "atan(w)", "pow(v, w)", "erf(w)"};

/// Samples in memory, as data files are.
class Table : public eval::LeafSource {
public:
  explicit Table(std::size_t samples) {
    std::mt19937_64 random(42);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    for (std::size_t sample = 0; sample < samples; ++sample) {
      for (const std::size_t column : {0U, 1U})
        values[column].push_back(static_cast<float>(normal(random)));
      values[2].push_back(static_cast<float>(uniform(random)));
    }
  }
  void fill(const eval::LeafRequest &request, std::span<double> out) const override {
    const std::string_view symbol = request.graph->symbol(request.leaf);
    if (symbol == "lr" || symbol == "eps")
      std::fill(out.begin(), out.end(), symbol == "lr" ? static_cast<double>(1e-3F) : static_cast<double>(1e-8F));
    else
      std::copy_n(column(symbol).begin() + static_cast<std::ptrdiff_t>(request.first), out.size(), out.begin());
  }
  std::uint32_t tripCount(const order::Graph &, order::NodeId) const override { return 0; }
  const std::vector<double> &column(std::string_view symbol) const { return values[symbol == "w" ? 0 : symbol == "m" ? 1 : 2]; }

private:
  std::vector<double> values[3];
};

/// CPU time of this thread: what a core does, whatever else the machine is doing.
double threadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
double wallSeconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double best(double (*clock)(), const std::function<void()> &work) {
  double least = 1e300;
  for (int turn = 0; turn < 5; ++turn) {
    const double begin = clock();
    work();
    least = std::min(least, clock() - begin);
  }
  return least;
}

struct Figures {
  std::vector<double> values[2];
  std::vector<oracle::ExactValue> exact;
};

/// `count` evaluations a sample in MPFR at 128 bits, variables kept: the two orderings, and for the truth the first once more.
double inMpfr(const Table &table, std::size_t samples, int count) {
  mpfr_t w, m, v, t, u, lr, eps;
  mpfr_inits2(128, w, m, v, t, u, lr, eps, nullptr);
  mpfr_set_d(lr, static_cast<double>(1e-3F), MPFR_RNDN);
  mpfr_set_d(eps, static_cast<double>(1e-8F), MPFR_RNDN);
  double sum = 0;
  for (std::size_t sample = 0; sample < samples; ++sample)
    for (int ordering = 0; ordering < count; ++ordering) {
      mpfr_set_d(w, table.column("w")[sample], MPFR_RNDN);
      mpfr_set_d(m, table.column("m")[sample], MPFR_RNDN);
      mpfr_set_d(v, table.column("v")[sample], MPFR_RNDN);
      mpfr_sqrt(u, v, MPFR_RNDN);
      mpfr_add(u, u, eps, MPFR_RNDN);
      if (ordering == 1)
        mpfr_div(t, m, u, MPFR_RNDN), mpfr_mul(t, lr, t, MPFR_RNDN);
      else
        mpfr_mul(t, lr, m, MPFR_RNDN), mpfr_div(t, t, u, MPFR_RNDN);
      mpfr_sub(t, w, t, MPFR_RNDN);
      sum += mpfr_get_d(t, MPFR_RNDN);
    }
  mpfr_clears(w, m, v, t, u, lr, eps, nullptr);
  return sum;
}

class Bench {
public:
  explicit Bench(std::size_t count) : samples(count), table(count) {
    order::NodeId roots[2];
    for (std::size_t index = 0; index < 2; ++index) {
      roots[index] = std::get<order::NodeId>(order::parseInfix(orderings[index], graph, {format::Format::Binary32}));
      figures.values[index].resize(samples);
    }
    figures.exact.resize(samples);
    evaluator.emplace(graph, roots);
    truth.emplace(graph, roots[0], format::Format::Binary32);
  }

  void run() {
    std::printf("%zu samples, %s kernels\n", samples, eval::hostKernels().instructionSet);
    row("orderings", [&] { evaluate(0, samples, nullptr); });
    row("orderings and their events", [&] {
      eval::Counters counters;
      evaluate(0, samples, &counters);
    });
    const double together = row("orderings, events and the oracle (bar: 10)", [&] { withOracle(0, samples); });
    mpfrRow("both orderings in MPFR at 128 bits", 2, together);
    mpfrRow("both orderings and the truth in MPFR (bar: 20x)", 3, together);
    const double one = best(wallSeconds, [&] { withOracle(0, samples); });
    const double two = best(wallSeconds, [&] {
      std::thread other([&] { withOracle(samples / 2, samples - samples / 2); });
      withOracle(0, samples / 2);
      other.join();
    });
    std::printf("two threads, by the clock on the wall: %.2fx one\n", one / two);
    for (const std::string_view function : functions)
      functionRow(function);
  }

private:
  double row(const char *name, const std::function<void()> &work) {
    const double time = best(threadSeconds, work);
    print(name, time);
    return time;
  }

  void functionRow(std::string_view function) {
    order::Graph other;
    const order::NodeId root = std::get<order::NodeId>(order::parseInfix(function, other, {format::Format::Binary32}));
    const eval::Evaluator alone(other, std::vector{root});
    const oracle::Oracle exact(other, root, format::Format::Binary32);
    const std::size_t few = std::max<std::size_t>(1, samples / 10);
    std::vector<double> values(few);
    const eval::Column column{values};
    const double evaluation = best(threadSeconds, [&] { alone.evaluate(table, 0, few, {&column, 1}); });
    const double truthToo = best(threadSeconds, [&] {
      alone.evaluate(table, 0, few, {&column, 1});
      exact.evaluate(table, 0, std::span(figures.exact).first(few));
    });
    const double each = 1e9 / static_cast<double>(few);
    std::printf("%-48s %10.1f  ns an evaluation, %.1f with the oracle\n", std::string(function).c_str(), evaluation * each, truthToo * each);
  }

  void mpfrRow(const char *name, int evaluations, double ours) {
    const std::size_t few = std::max<std::size_t>(1, samples / 20);
    double sum = 0;
    const double each = best(threadSeconds, [&] { sum += inMpfr(table, few, evaluations); }) / static_cast<double>(few);
    print(name, each * static_cast<double>(samples));
    std::printf("%-48s %9.1fx%s\n", "  the above is faster by", each * static_cast<double>(samples) / ours, std::isfinite(sum) ? "" : "?");
  }

  void print(const char *name, double time) const {
    std::printf("%-48s %10.2f  million ordering evaluations a second and core\n", name, 2e-6 * static_cast<double>(samples) / time);
  }

  void evaluate(std::size_t first, std::size_t count, eval::Counters *counters) {
    const eval::Column columns[2] = {{std::span(figures.values[0]).subspan(first, count)}, {std::span(figures.values[1]).subspan(first, count)}};
    evaluator->evaluate(table, first, count, columns, counters);
  }

  void withOracle(std::size_t first, std::size_t count) {
    constexpr std::size_t block = 4096;
    for (std::size_t from = first; from < first + count; from += block) {
      const std::size_t size = std::min(block, first + count - from);
      eval::Counters counters;
      evaluate(from, size, &counters);
      truth->evaluate(table, from, std::span(figures.exact).subspan(from, size));
    }
  }

  std::size_t samples;
  Table table;
  order::Graph graph;
  std::optional<eval::Evaluator> evaluator;
  std::optional<oracle::Oracle> truth;
  Figures figures;
};

} // namespace

int main(int argc, char **argv) {
  const long samples = argc > 1 ? std::atol(argv[1]) : 1'000'000;
  if (samples < 1) {
    std::fprintf(stderr, "usage: evaluation-bench [SAMPLES]\n");
    return 2;
  }
  Bench(static_cast<std::size_t>(samples)).run();
  return 0;
}
