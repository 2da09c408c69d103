// What each order of a site's two operations gives on the operands kept there: error in ulp against MPFR, bits that differ from the written order,
// intermediates that leave the format's range.
#pragma once

#include <fporder/shadow/orderings.h>
#include <fporder/shadow/statistics.h>

#include <mpfr.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace fporder::shadowing {

struct OrderResult {
  std::string text; // leaves named a, b, c in reading order
  bool written = false;
  std::size_t measured = 0; // samples whose result and exact result are finite in the format
  double maxUlp = 0, meanUlp = 0;
  double bitsDiffer = 0;                     // share of the samples against the written order
  double closer = 0;                         // share strictly nearer to exact than the written order; for the written order: nearer than every other
  std::size_t overflows = 0, underflows = 0; // samples with an operation that overflows, or whose inexact result is subnormal or zero
  Triple worst{};
};

namespace detail {

/// One order: the pair of leaves that is combined first, or the fused operation.
struct Order {
  unsigned first = 0, second = 1;
  bool fused = false;
  bool inverted = false; // the pair is b / c under a division (b - c under a subtraction), not c / b beside a multiplication
};

/// A partial result: its value, whether the whole divides by it (subtracts it), its text.
struct Partial {
  double value = 0;
  bool inverse = false;
  std::string text;
};

struct Evaluation {
  double result = 0;
  bool overflow = false, underflow = false;
};

class OrderEvaluator {
public:
  OrderEvaluator(const Shape &ofShape, const Order &ofOrder) : shape(ofShape), order(ofOrder) {}

  Evaluation run(const Triple &triple) {
    evaluation = {};
    if (shape.family == Family::Contraction) {
      evaluation.result = contraction(triple);
      return evaluation;
    }
    const unsigned third = 3 - order.first - order.second;
    const Partial pair = combine(leaf(triple, order.first), leaf(triple, order.second), order.inverted);
    const Partial rest = leaf(triple, third);
    evaluation.result = (third < order.first ? combine(rest, pair, false) : combine(pair, rest, false)).value;
    return evaluation;
  }

  std::string text() const {
    if (shape.family == Family::Contraction)
      return contractionText();
    const auto named = [&](unsigned index) { return Partial{0, shape.inverse[index], std::string(1, static_cast<char>('a' + index))}; };
    const unsigned third = 3 - order.first - order.second;
    Partial pair = spelled(named(order.first), named(order.second), order.inverted);
    pair.text = "(" + pair.text + ")";
    return (third < order.first ? spelled(named(third), pair, false) : spelled(pair, named(third), false)).text;
  }

private:
  Partial leaf(const Triple &triple, unsigned index) const { return {triple.leaf[index], shape.inverse[index], {}}; }

  double counted(double result, double a, double b, bool exactZero) {
    evaluation.overflow = evaluation.overflow || (std::isinf(result) && std::isfinite(a) && std::isfinite(b));
    const double smallestNormal = powerOfTwo(precisionOf(shape.format).minExponent);
    // A sum below the normal range is exact; a product or quotient there has lost digits unless it is a true zero.
    evaluation.underflow = evaluation.underflow || (shape.family != Family::Sum && !exactZero && std::fabs(result) < smallestNormal);
    return result;
  }

  double product(double a, double b) { return counted(multiply(shape.format, a, b), a, b, a == 0 || b == 0); }
  double quotient(double a, double b) { return counted(divide(shape.format, a, b), a, b, a == 0 || std::isinf(b)); }
  double sum(double a, double b) { return counted(add(shape.format, a, b), a, b, false); }

  Partial combine(const Partial &x, const Partial &y, bool inverted) {
    const bool sums = shape.family == Family::Sum;
    if (x.inverse == y.inverse)
      return {sums ? sum(x.value, y.value) : product(x.value, y.value), x.inverse, {}};
    const bool xLeads = x.inverse == inverted;
    const Partial &leading = xLeads ? x : y, &trailing = xLeads ? y : x;
    return {sums ? sum(leading.value, -trailing.value) : quotient(leading.value, trailing.value), inverted, {}};
  }

  Partial spelled(const Partial &x, const Partial &y, bool inverted) const {
    const bool sums = shape.family == Family::Sum;
    if (x.inverse == y.inverse)
      return {0, x.inverse, x.text + (sums ? " + " : " * ") + y.text};
    const bool xLeads = x.inverse == inverted;
    return {0, inverted, (xLeads ? x : y).text + (sums ? " - " : " / ") + (xLeads ? y : x).text};
  }

  /// x * y added to or subtracted from z; which is which follows from the side the product stands on.
  double contraction(const Triple &triple) {
    const bool right = shape.pairIsRight;
    const double x = triple.leaf[right ? 1 : 0], y = triple.leaf[right ? 2 : 1], z = triple.leaf[right ? 0 : 2];
    const double first = right && shape.inverse[1] ? -x : x, last = !right && shape.inverse[2] ? -z : z;
    if (order.fused) {
      const double result = fusedMultiplyAdd(shape.format, first, y, last);
      evaluation.overflow = std::isinf(result) && std::isfinite(first) && std::isfinite(y) && std::isfinite(last);
      return result;
    }
    const double inner = product(first, y);
    const double result = add(shape.format, inner, last);
    evaluation.overflow = evaluation.overflow || (std::isinf(result) && std::isfinite(inner) && std::isfinite(last));
    return result;
  }

  std::string contractionText() const {
    if (shape.pairIsRight) {
      const bool minus = shape.inverse[1];
      return order.fused ? (minus ? "fma(-b, c, a)" : "fma(b, c, a)") : (minus ? "a - (b * c)" : "a + (b * c)");
    }
    const bool minus = shape.inverse[2];
    return order.fused ? (minus ? "fma(a, b, -c)" : "fma(a, b, c)") : (minus ? "(a * b) - c" : "(a * b) + c");
  }

  Shape shape;
  Order order;
  Evaluation evaluation;
};

inline std::vector<Order> ordersOf(const Shape &shape) {
  if (shape.family == Family::Contraction)
    return {{}, {.fused = true}};
  std::vector<Order> orders{{.first = 0, .second = 1}, {.first = 1, .second = 2}, {.first = 0, .second = 2}};
  if (shape.pairIsRight)
    std::swap(orders[0], orders[1]);
  orders[0].inverted = shape.pairIsRight && shape.inverse[1] && !shape.inverse[2];
  return orders;
}

/// The real number that every order stands for: exact for sums and products of doubles, relative error 2^-2299 for quotients.
class ExactTriple {
public:
  ExactTriple() { mpfr_inits2(2300, value, leaf, static_cast<mpfr_ptr>(nullptr)); }
  ExactTriple(const ExactTriple &) = delete;
  ExactTriple &operator=(const ExactTriple &) = delete;
  ~ExactTriple() { mpfr_clears(value, leaf, static_cast<mpfr_ptr>(nullptr)); }

  void set(const Shape &shape, const Triple &triple) {
    if (shape.family == Family::Contraction) {
      const unsigned other = shape.pairIsRight ? 0 : 2, x = shape.pairIsRight ? 1 : 0;
      mpfr_set_d(value, triple.leaf[x], MPFR_RNDN);
      mpfr_mul_d(value, value, triple.leaf[x + 1], MPFR_RNDN);
      if (shape.pairIsRight && shape.inverse[1])
        (mpfr_neg)(value, value, MPFR_RNDN); // NOLINT(readability-redundant-parentheses): not MPFR's macro
      mpfr_add_d(value, value, !shape.pairIsRight && shape.inverse[2] ? -triple.leaf[other] : triple.leaf[other], MPFR_RNDN);
      return;
    }
    mpfr_set_ui(value, shape.family == Family::Sum ? 0 : 1, MPFR_RNDN);
    for (unsigned index = 0; index < 3; ++index) {
      mpfr_set_d(leaf, triple.leaf[index], MPFR_RNDN);
      const bool inverse = shape.inverse[index];
      if (shape.family == Family::Sum)
        inverse ? mpfr_sub(value, value, leaf, MPFR_RNDN) : mpfr_add(value, value, leaf, MPFR_RNDN);
      else
        inverse ? mpfr_div(value, value, leaf, MPFR_RNDN) : mpfr_mul(value, value, leaf, MPFR_RNDN);
    }
  }
  double rounded() const { return mpfr_get_d(value, MPFR_RNDN); }
  double ulps(Format format, double computed) {
    mpfr_d_sub(leaf, computed, value, MPFR_RNDN);
    return std::fabs(mpfr_get_d(leaf, MPFR_RNDN)) / ulp(format, rounded());
  }

private:
  mpfr_t value, leaf;
};

struct Tally {
  OrderResult result;
  ExactSum ulps;
  std::size_t differing = 0, nearer = 0;

  void count(const Evaluation &evaluation, const Evaluation &written, double error, const Triple &triple) {
    result.overflows += evaluation.overflow ? 1 : 0;
    result.underflows += evaluation.underflow ? 1 : 0;
    const bool bothNan = std::isnan(evaluation.result) && std::isnan(written.result);
    differing += !bothNan && std::bit_cast<std::uint64_t>(evaluation.result) != std::bit_cast<std::uint64_t>(written.result) ? 1 : 0;
    if (!std::isfinite(error))
      return;
    ++result.measured;
    ulps.add(error);
    if (error > result.maxUlp || result.measured == 1)
      result.worst = triple;
    result.maxUlp = std::fmax(result.maxUlp, error);
  }
};

} // namespace detail

/// Every order on the sample, the written one first. Empty when no order differs from it in any bit of any sample.
inline std::vector<OrderResult> compareOrders(const Shape &shape, const TripleSample &sample) {
  std::vector<detail::OrderEvaluator> orders;
  std::vector<detail::Tally> tallies;
  for (const detail::Order &order : detail::ordersOf(shape)) {
    orders.emplace_back(shape, order);
    tallies.emplace_back().result.text = orders.back().text();
  }
  detail::ExactTriple exact;
  const std::vector<TripleSample::Entry> entries = sample.triples();
  for (const auto &[key, triple] : entries) {
    exact.set(shape, triple);
    const bool representable = std::fabs(exact.rounded()) <= largestFinite(shape.format);
    std::vector<double> errors;
    detail::Evaluation written;
    for (std::size_t index = 0; index < orders.size(); ++index) {
      const detail::Evaluation evaluation = orders[index].run(triple);
      written = index == 0 ? evaluation : written;
      const bool measurable = representable && std::isfinite(evaluation.result);
      const double error = measurable ? exact.ulps(shape.format, evaluation.result) : std::numeric_limits<double>::infinity();
      errors.push_back(error);
      tallies[index].count(evaluation, written, error, triple);
      tallies[index].nearer += index > 0 && error < errors[0] ? 1 : 0;
    }
    tallies[0].nearer += errors[0] < *std::min_element(errors.begin() + 1, errors.end()) ? 1 : 0;
  }
  const auto samples = static_cast<double>(entries.size());
  std::vector<OrderResult> results;
  bool differ = false;
  for (detail::Tally &tally : tallies) {
    tally.result.meanUlp = tally.result.measured == 0 ? 0 : tally.ulps.value() / static_cast<double>(tally.result.measured);
    tally.result.bitsDiffer = static_cast<double>(tally.differing) / samples;
    tally.result.closer = static_cast<double>(tally.nearer) / samples;
    differ = differ || tally.differing > 0;
    results.push_back(std::move(tally.result));
  }
  results.front().written = true;
  return differ ? results : std::vector<OrderResult>{};
}

} // namespace fporder::shadowing
