#include "runtime/eval/summation.h"

#include "runtime/format/arithmetic.h"
#include "runtime/format/nearest_even.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fporder::eval {

namespace {

using format::Format;
using order::ReductionKind;
using Kind = Summation::Kind;

/// Pairwise sums down to runs of this many terms are NumPy's: a run has eight running sums.
constexpr std::size_t numpyBlock = 128;

/// The operations of one format, each rounded once.
struct SingleArithmetic {
  using Value = float;
  float add(float a, float b) const { return a + b; }
  float multiply(float a, float b) const { return a * b; }
  float fma(float a, float b, float c) const { return std::fma(a, b, c); }
};
struct DoubleArithmetic {
  using Value = double;
  double add(double a, double b) const { return a + b; }
  double multiply(double a, double b) const { return a * b; }
  double fma(double a, double b, double c) const { return std::fma(a, b, c); }
};
/// Formats of at most 24 bits: binary64 holds products exactly and rounds sums innocuously.
struct SmallArithmetic {
  using Value = double;
  format::NearestEven round;
  Format format;
  double add(double a, double b) const { return round(a + b); }
  double multiply(double a, double b) const { return round(a * b); }
  double fma(double a, double b, double c) const { return format::fusedMultiplyAdd(format, a, b, c); }
};
/// Any mode; operations in `operation`, results stored in `stored`.
struct AnyArithmetic {
  using Value = double;
  Format operation, stored;
  format::Conversion conversion;
  double keep(double value) const { return stored == operation ? value : format::roundTo(stored, value, conversion); }
  double add(double a, double b) const { return keep(format::add(operation, a, b, conversion)); }
  double multiply(double a, double b) const { return keep(format::multiply(operation, a, b, conversion)); }
  double fma(double a, double b, double c) const { return keep(format::fusedMultiplyAdd(operation, a, b, c, conversion)); }
};

// Of equal values the running one stays, as in std::min(s, x) and if (x < s) s = x: zeros of two signs are equal.
template <class T> T smaller(T a, T b) { return std::isnan(a) ? b : b < a ? b : a; }
template <class T> T larger(T a, T b) { return std::isnan(a) ? b : b > a ? b : a; }

std::uint64_t splitMix(std::uint64_t &state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

template <class Arithmetic> class Combination {
public:
  using Value = typename Arithmetic::Value;
  using Rows = std::vector<Value>;

  Combination(Arithmetic how, ReductionKind which, Terms<Value> all) : arithmetic(how), kind(which), terms(all), columns(all.columns) {}

  void run(const Summation &summation, Rows &sums);

private:
  Value joined(Value a, Value b) const {
    switch (kind) {
    case ReductionKind::Sum:
      return arithmetic.add(a, b);
    case ReductionKind::Product:
      return arithmetic.multiply(a, b);
    case ReductionKind::Min:
      return smaller(a, b);
    case ReductionKind::Max:
      return larger(a, b);
    }
    return a;
  }

  /// Term k enters the running sums.
  void enter(std::size_t k, Value *sums) const {
    const Value *row = &terms.values[k * columns];
    if (terms.factors.empty()) {
      for (std::size_t n = 0; n < columns; ++n)
        sums[n] = joined(sums[n], row[n]);
      return;
    }
    const Value *other = &terms.factors[k * columns];
    for (std::size_t n = 0; n < columns; ++n)
      sums[n] = arithmetic.fma(row[n], other[n], sums[n]);
  }

  /// Running sums begin with term k.
  void start(std::size_t k, Value *sums) const {
    const Value *row = &terms.values[k * columns];
    for (std::size_t n = 0; n < columns; ++n)
      sums[n] = terms.factors.empty() ? row[n] : arithmetic.multiply(row[n], terms.factors[k * columns + n]);
  }

  void addRow(Value *sums, const Value *row) const {
    for (std::size_t n = 0; n < columns; ++n)
      sums[n] = joined(sums[n], row[n]);
  }

  /// Sums from..to by every `step`-th term, begun with the first.
  void strided(std::size_t from, std::size_t to, std::size_t step, Value *sums) const {
    start(from, sums);
    for (std::size_t k = from + step; k < to; k += step)
      enter(k, sums);
  }

  /// Halving tree over `count` rows; the result is in the first.
  void tree(Value *rows, std::size_t count) const {
    while (count > 1) {
      const std::size_t half = (count + 1) / 2;
      for (std::size_t row = 0; row + half < count; ++row)
        addRow(rows + row * columns, rows + (row + half) * columns);
      count = half;
    }
  }

  void pairwise(std::size_t from, std::size_t to, std::size_t run, Value *sums) const;
  void eightSums(std::size_t from, std::size_t to, Value *sums) const;
  void numpyPairwise(std::size_t from, std::size_t to, Value *sums) const;
  void threads(std::size_t from, std::size_t to, std::size_t width, Rows &rows) const;
  void lanes(std::size_t width, Rows &sums) const;
  void blocks(std::size_t width, std::size_t items, Rows &sums) const;
  void splitK(std::size_t parts, Rows &sums) const;
  void shuffled(std::uint64_t seed, Rows &sums) const;
  void kahan(Rows &sums) const;
  void neumaier(Rows &sums) const;
  void products();
  void uneven(const Summation &summation, Rows &sums);

  Arithmetic arithmetic;
  ReductionKind kind;
  Terms<Value> terms;
  std::size_t columns;
};

template <class Arithmetic> void Combination<Arithmetic>::pairwise(std::size_t from, std::size_t to, std::size_t run, Value *sums) const {
  if (to - from <= run)
    return strided(from, to, 1, sums);
  const std::size_t middle = from + (to - from) / 2;
  pairwise(from, middle, run, sums);
  Rows right(columns);
  pairwise(middle, to, run, right.data());
  addRow(sums, right.data());
}

/// Eight running sums over every eighth term, joined two by two; what is left behind the last eight follows one by one.
template <class Arithmetic> void Combination<Arithmetic>::eightSums(std::size_t from, std::size_t to, Value *sums) const {
  constexpr std::size_t lanes = 8;
  if (to - from < lanes)
    return strided(from, to, 1, sums);
  const std::size_t whole = from + (to - from) / lanes * lanes;
  Rows rows(lanes * columns);
  for (std::size_t lane = 0; lane < lanes; ++lane)
    strided(from + lane, whole, lanes, &rows[lane * columns]);
  for (std::size_t distance = 1; distance < lanes; distance *= 2)
    for (std::size_t lane = 0; lane < lanes; lane += 2 * distance)
      addRow(&rows[lane * columns], &rows[(lane + distance) * columns]);
  std::copy_n(rows.begin(), columns, sums);
  for (std::size_t k = whole; k < to; ++k)
    enter(k, sums);
}

/// As NumPy sums along memory (pairwise_sum in its loops_utils.h): halves that are cut at multiples of eight, down to blocks.
template <class Arithmetic> void Combination<Arithmetic>::numpyPairwise(std::size_t from, std::size_t to, Value *sums) const {
  constexpr std::size_t unrolled = 8;
  if (to - from <= numpyBlock)
    return eightSums(from, to, sums);
  const std::size_t half = (to - from) / 2, middle = from + half - half % unrolled;
  numpyPairwise(from, middle, sums);
  Rows right(columns);
  numpyPairwise(middle, to, right.data());
  addRow(sums, right.data());
}

/// A running sum for each of `width` threads over every width-th term; fewer where there are fewer terms.
template <class Arithmetic> void Combination<Arithmetic>::threads(std::size_t from, std::size_t to, std::size_t width, Rows &rows) const {
  const std::size_t count = std::min(width, to - from);
  rows.resize(count * columns);
  for (std::size_t thread = 0; thread < count; ++thread)
    strided(from + thread, to, width, &rows[thread * columns]);
}

template <class Arithmetic> void Combination<Arithmetic>::lanes(std::size_t width, Rows &sums) const {
  const std::size_t count = std::min(width, terms.count());
  Rows rows(count * columns);
  std::copy(sums.begin(), sums.end(), rows.begin());
  for (std::size_t k = 0; k < terms.count(); k += width)
    enter(k, rows.data());
  for (std::size_t lane = 1; lane < count; ++lane)
    strided(lane, terms.count(), width, &rows[lane * columns]);
  tree(rows.data(), count);
  std::copy_n(rows.begin(), columns, sums.begin());
}

template <class Arithmetic> void Combination<Arithmetic>::blocks(std::size_t width, std::size_t items, Rows &sums) const {
  constexpr std::size_t warp = 32;
  Rows rows;
  for (std::size_t from = 0; from < terms.count(); from += width * items) {
    threads(from, std::min(terms.count(), from + width * items), width, rows);
    const std::size_t count = rows.size() / columns, warps = (count + warp - 1) / warp;
    for (std::size_t index = 0; index < warps; ++index) {
      tree(&rows[index * warp * columns], std::min(warp, count - index * warp));
      std::copy_n(&rows[index * warp * columns], columns, &rows[index * columns]);
    }
    tree(rows.data(), warps);
    addRow(sums.data(), rows.data());
  }
}

template <class Arithmetic> void Combination<Arithmetic>::splitK(std::size_t parts, Rows &sums) const {
  const std::size_t length = (terms.count() + parts - 1) / parts;
  Rows row(columns);
  for (std::size_t from = 0; from < terms.count(); from += length) {
    strided(from, std::min(terms.count(), from + length), 1, row.data());
    addRow(sums.data(), row.data());
  }
}

template <class Arithmetic> void Combination<Arithmetic>::shuffled(std::uint64_t seed, Rows &sums) const {
  std::vector<std::uint32_t> sequence(terms.count());
  std::iota(sequence.begin(), sequence.end(), 0U);
  for (std::size_t left = sequence.size(); left > 1; --left)
    std::swap(sequence[left - 1], sequence[static_cast<std::size_t>(splitMix(seed) % left)]);
  for (const std::uint32_t k : sequence)
    enter(k, sums.data());
}

template <class Arithmetic> void Combination<Arithmetic>::kahan(Rows &sums) const {
  Rows lost(columns, Value{0});
  for (std::size_t k = 0; k < terms.count(); ++k)
    for (std::size_t n = 0; n < columns; ++n) {
      const Value term = arithmetic.add(terms.values[k * columns + n], -lost[n]);
      const Value sum = arithmetic.add(sums[n], term);
      lost[n] = arithmetic.add(arithmetic.add(sum, -sums[n]), -term);
      sums[n] = sum;
    }
}

template <class Arithmetic> void Combination<Arithmetic>::neumaier(Rows &sums) const {
  Rows lost(columns, Value{0});
  for (std::size_t k = 0; k < terms.count(); ++k)
    for (std::size_t n = 0; n < columns; ++n) {
      const Value term = terms.values[k * columns + n], sum = arithmetic.add(sums[n], term);
      const bool termSmaller = std::fabs(sums[n]) >= std::fabs(term);
      const Value large = termSmaller ? sums[n] : term, small = termSmaller ? term : sums[n];
      lost[n] = arithmetic.add(lost[n], arithmetic.add(arithmetic.add(large, -sum), small));
      sums[n] = sum;
    }
  addRow(sums.data(), lost.data());
}

/// Terms that are products, multiplied out.
template <class Arithmetic> void Combination<Arithmetic>::products() {
  for (std::size_t index = 0; index < terms.factors.size(); ++index)
    terms.values[index] = arithmetic.multiply(terms.values[index], terms.factors[index]);
  terms.factors = {};
}

/// Columns of different lengths: a plain running sum row by row, every other schedule column by column.
template <class Arithmetic> void Combination<Arithmetic>::uneven(const Summation &summation, Rows &sums) {
  if (summation.kind == Kind::Sequential) {
    for (std::size_t k = 0; k < terms.count(); ++k)
      for (std::size_t n = 0; n < columns; ++n)
        if (k < terms.counts[n]) {
          const std::size_t at = k * columns + n;
          sums[n] = terms.factors.empty() ? joined(sums[n], terms.values[at]) : arithmetic.fma(terms.values[at], terms.factors[at], sums[n]);
        }
    return;
  }
  for (std::size_t n = 0; n < columns; ++n) {
    Rows values(terms.counts[n]), factors(terms.factors.empty() ? 0 : terms.counts[n]), sum{sums[n]};
    for (std::size_t k = 0; k < terms.counts[n]; ++k) {
      values[k] = terms.values[k * columns + n];
      if (!factors.empty())
        factors[k] = terms.factors[k * columns + n];
    }
    Combination(arithmetic, kind, Terms<Value>{values, factors, 1}).run(summation, sum);
    sums[n] = sum[0];
  }
}

template <class Arithmetic> void Combination<Arithmetic>::run(const Summation &summation, Rows &sums) {
  const std::size_t count = terms.count();
  if (count == 0)
    return;
  if (!terms.counts.empty())
    return uneven(summation, sums);
  const auto width = [&](std::size_t standard) { return summation.width == 0 ? standard : summation.width; };
  const bool compensated = summation.kind == Kind::Kahan || summation.kind == Kind::Neumaier;
  if (compensated && kind == ReductionKind::Sum) {
    products();
    return summation.kind == Kind::Kahan ? kahan(sums) : neumaier(sums);
  }
  Rows rows(columns);
  switch (summation.kind) {
  case Kind::Reverse:
    for (std::size_t k = count; k-- > 0;)
      enter(k, sums.data());
    return;
  case Kind::Pairwise:
    if (width(1) == numpyBlock)
      numpyPairwise(0, count, rows.data());
    else
      pairwise(0, count, width(1), rows.data());
    return addRow(sums.data(), rows.data());
  case Kind::Lanes:
    return lanes(width(8), sums);
  case Kind::Tree:
    threads(0, count, width(32), rows);
    tree(rows.data(), rows.size() / columns);
    return addRow(sums.data(), rows.data());
  case Kind::Blocks:
    return blocks(width(256), std::max<std::size_t>(summation.items, 1), sums);
  case Kind::SplitK:
    return splitK(width(2), sums);
  case Kind::Shuffled:
    return shuffled(summation.seed, sums);
  case Kind::Sequential:
  case Kind::Kahan:
  case Kind::Neumaier:
    for (std::size_t k = 0; k < count; ++k)
      enter(k, sums.data());
    return;
  }
}

template <class Arithmetic>
void combineWith(const Arithmetic &arithmetic, const Summation &summation, const ReductionRounding &rounding, Terms<typename Arithmetic::Value> terms,
                 std::span<double> result) {
  using Value = typename Arithmetic::Value;
  std::vector<Value> sums(result.size());
  const Format running = summation.accumulator.value_or(rounding.format);
  std::transform(result.begin(), result.end(), sums.begin(),
                 [&](double value) { return static_cast<Value>(format::roundTo(running, value, rounding.conversion)); });
  Combination<Arithmetic>(arithmetic, rounding.kind, terms).run(summation, sums);
  const bool rounds = summation.accumulator && *summation.accumulator != rounding.format;
  std::transform(sums.begin(), sums.end(), result.begin(), [&](Value value) {
    return rounds ? format::roundTo(rounding.format, static_cast<double>(value), rounding.conversion) : static_cast<double>(value);
  });
}

/// What running sums are kept in, and what terms are added in.
struct Running {
  Format stored, operation;
};

Running runningFormats(const Summation &summation, const ReductionRounding &rounding) {
  const Format stored = summation.accumulator.value_or(rounding.format);
  const bool inTermFormat = !summation.accumulator && rounding.term != stored && format::widensExactly(stored, rounding.term);
  return {stored, inTermFormat ? rounding.term : stored};
}

} // namespace

bool combinesInBinary32(const Summation &summation, const ReductionRounding &rounding) {
  const Running running = runningFormats(summation, rounding);
  return running.stored == Format::Binary32 && running.operation == Format::Binary32 && rounding.conversion == format::Conversion{};
}

void combine(const Summation &summation, const ReductionRounding &rounding, Terms<float> terms, std::span<double> result) {
  combineWith(SingleArithmetic{}, summation, rounding, terms, result);
}

void combine(const Summation &summation, const ReductionRounding &rounding, Terms<double> terms, std::span<double> result) {
  const auto [stored, operation] = runningFormats(summation, rounding);
  const bool plain = rounding.conversion == format::Conversion{} && stored == operation;
  const bool integral = !format::isFloatingPoint(stored);
  const bool ordinary = plain && format::widensExactly(rounding.term, stored);
  if (integral || (ordinary && stored == Format::Binary64))
    return combineWith(DoubleArithmetic{}, summation, rounding, terms, result);
  if (ordinary && format::isHeldInDouble(stored))
    return combineWith(SmallArithmetic{format::NearestEven(stored), stored}, summation, rounding, terms, result);
  combineWith(AnyArithmetic{operation, stored, rounding.conversion}, summation, rounding, terms, result);
}

} // namespace fporder::eval
