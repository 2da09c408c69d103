#include "runtime/data/distribution.h"

#include "runtime/data/number_text.h"
#include "runtime/elementary/correctly_rounded.h"
#include "runtime/format/rounding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

namespace fporder::data {

namespace {

constexpr std::uint64_t increment = 0x9e3779b97f4a7c15;

std::uint64_t finalised(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

std::uint64_t keyOf(std::uint64_t seed, std::string_view name) {
  std::uint64_t key = finalised(seed + increment);
  for (const char c : name)
    key = finalised((key ^ static_cast<unsigned char>(c)) + increment);
  return key;
}

/// 53 random bits as a number strictly between 0 and 1.
double unit(std::uint64_t bits) { return (static_cast<double>(bits >> 11) + 0.5) * 0x1p-53; }

/// first + u * (second - first), never outside, without overflow of the difference.
double between(double first, double second, double u) { return std::clamp(first * (1 - u) + second * u, first, second); }

std::string number(double value) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

struct Call {
  std::string_view name, function;
  double first = 0, second = 0;
};

std::string_view withoutBlanks(std::string_view text) {
  while (text.starts_with(' '))
    text.remove_prefix(1);
  while (text.ends_with(' '))
    text.remove_suffix(1);
  return text;
}

/// NAME=FUNCTION OPEN a,b CLOSE.
std::optional<Call> parseCall(std::string_view text, char open, char close) {
  const std::size_t equals = text.find('='), start = text.find(open), comma = text.find(',', start);
  if (equals == std::string_view::npos || equals == 0 || start == std::string_view::npos || start < equals || comma == std::string_view::npos ||
      text.back() != close)
    return std::nullopt;
  const std::optional<double> first = parseParameter(withoutBlanks(text.substr(start + 1, comma - start - 1)));
  const std::optional<double> second = parseParameter(withoutBlanks(text.substr(comma + 1, text.size() - comma - 2)));
  if (!first || !second)
    return std::nullopt;
  return Call{text.substr(0, equals), text.substr(equals + 1, start - equals - 1), *first, *second};
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

/// Functions of binary64 by name, correctly rounded: samples are the same on every machine.
struct Elementary {
  const elementary::Function &exp = *elementary::functionNamed("exp", 1), &log = *elementary::functionNamed("log", 1),
                             &log2 = *elementary::functionNamed("log2", 1), &cospi = *elementary::functionNamed("cospi", 1);
};

const Elementary &functions() {
  static const Elementary table;
  return table;
}

double binaryLogarithm(double x) { return elementary::correctlyRounded(functions().log2, format::Format::Binary64, {x}); }

void apply(const elementary::Function &function, std::span<double> values) {
  elementary::correctlyRounded(function, format::Format::Binary64, values, {}, values);
}

/// 2^x in place within a unit in the last place, by basic operations alone, so that it is fast and the same everywhere: x = k + f with k the nearest
/// integer, e^(f ln 2) by Taylor's series to the 13th power, and two factors that make up 2^k. Precondition: |x| < 2000.
void powersOfTwo(std::span<double> exponents) {
  constexpr double magic = 0x1.8p52;
  static constexpr double coefficients[]{1 / 479001600.0, 1 / 39916800.0, 1 / 3628800.0, 1 / 362880.0, 1 / 40320.0, 1 / 5040.0,
                                         1 / 720.0,       1 / 120.0,      1 / 24.0,      1 / 6.0,      1 / 2.0};
  const auto power = [](std::uint64_t biased) { return std::bit_cast<double>((biased - 1) << 52); }; // 2^(biased - 1024)
  for (double &value : exponents) {
    const double shifted = value + magic;
    const double t = (value - (shifted - magic)) * 0x1.62e42fefa39efp-1;
    double sum = 1 / 6227020800.0;
    for (const double coefficient : coefficients)
      sum = sum * t + coefficient;
    const std::uint64_t count = std::bit_cast<std::uint64_t>(shifted) - std::bit_cast<std::uint64_t>(magic) + 2048, half = count >> 1;
    value = (1 + (t + t * t * sum)) * power(half) * power(count - half);
  }
}

} // namespace

Distribution defaultDistribution(bool positive) { return {Distribution::Kind::PowerOfTwo, -20, 20, positive}; }

Distribution fullRange(format::Format format, bool positive) {
  const format::Parameters parameters = format::parameters(format);
  // A little below the largest number, so that no input is itself an overflow.
  const double last = binaryLogarithm(format::largestFinite(format)) - 0x1p-40;
  return {Distribution::Kind::PowerOfTwo, static_cast<double>(parameters.minExponent - parameters.precision + 1), last, positive};
}

Distribution overRange(double first, double second) {
  const bool sameSign = (first > 0 && second > 0) || (first < 0 && second < 0);
  const double small = std::min(std::fabs(first), std::fabs(second)), large = std::max(std::fabs(first), std::fabs(second));
  return {sameSign && large / 16 > small ? Distribution::Kind::LogUniform : Distribution::Kind::Uniform, first, second, false};
}

std::string describe(const Distribution &distribution) {
  const std::string pair = number(distribution.first) + "," + number(distribution.second);
  switch (distribution.kind) {
  case Distribution::Kind::Uniform:
    return "uniform(" + pair + ")";
  case Distribution::Kind::LogUniform:
    return "loguniform(" + pair + ")";
  case Distribution::Kind::Normal:
    return "normal(" + pair + ")";
  case Distribution::Kind::LogNormal:
    return "lognormal(" + pair + ")";
  case Distribution::Kind::PowerOfTwo:
    return "2^U(" + pair + ")" + (distribution.positive ? "" : " of both signs");
  }
  return {};
}

Result<NamedDistribution> parseRange(std::string_view text) {
  const std::optional<Call> call = parseCall(text, '[', ']');
  if (!call || !call->function.empty())
    return Error{quoted(text) + ": NAME=[lo,hi] expected, with finite numbers"};
  if (call->first > call->second)
    return Error{quoted(text) + ": the range is empty, its lower end is above the upper"};
  return NamedDistribution{std::string(call->name), overRange(call->first, call->second)};
}

Result<NamedDistribution> parseDistribution(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, Distribution::Kind>, 4> kinds{{{"uniform", Distribution::Kind::Uniform},
                                                                                  {"loguniform", Distribution::Kind::LogUniform},
                                                                                  {"normal", Distribution::Kind::Normal},
                                                                                  {"lognormal", Distribution::Kind::LogNormal}}};
  const std::optional<Call> call = parseCall(text, '(', ')');
  const auto *kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto &entry) { return call && entry.first == call->function; });
  if (kind == kinds.end())
    return Error{quoted(text) + ": NAME=uniform(a,b), loguniform(a,b), normal(mean,deviation) or lognormal(mean,deviation) expected"};
  const bool interval = kind->second == Distribution::Kind::Uniform || kind->second == Distribution::Kind::LogUniform;
  if (interval && call->first > call->second)
    return Error{quoted(text) + ": the interval is empty, its lower end is above the upper"};
  if (kind->second == Distribution::Kind::LogUniform && !((call->first > 0 && call->second > 0) || (call->first < 0 && call->second < 0)))
    return Error{quoted(text) + ": both ends of loguniform must have the same sign and not be zero"};
  if (!interval && call->second < 0)
    return Error{quoted(text) + ": the standard deviation is negative"};
  return NamedDistribution{std::string(call->name), {kind->second, call->first, call->second, false}};
}

Sampler::Sampler(const Distribution &what, std::uint64_t seed, std::string_view name) : distribution(what), key(keyOf(seed, name)) {
  if (what.kind != Distribution::Kind::LogUniform)
    return;
  const double first = binaryLogarithm(std::fabs(what.first)), second = binaryLogarithm(std::fabs(what.second));
  lowestExponent = std::min(first, second);
  highestExponent = std::max(first, second);
}

double Sampler::operator()(std::uint64_t index) const {
  double value = 0;
  fillChunk({&index, 1}, {&value, 1});
  return value;
}

namespace {

constexpr std::size_t chunk = 256;

} // namespace

void Sampler::fill(std::uint64_t first, std::span<double> out) const {
  std::array<std::uint64_t, chunk> indices;
  for (std::size_t from = 0; from < out.size(); from += chunk) {
    const std::size_t count = std::min(chunk, out.size() - from);
    for (std::size_t i = 0; i < count; ++i)
      indices[i] = first + from + i;
    fillChunk({indices.data(), count}, out.subspan(from, count));
  }
}

void Sampler::fill(std::span<const std::uint64_t> indices, std::span<double> out) const {
  for (std::size_t from = 0; from < out.size(); from += chunk) {
    const std::size_t count = std::min(chunk, out.size() - from);
    fillChunk(indices.subspan(from, count), out.subspan(from, count));
  }
}

/// Two words a sample; the second serves normal deviates and signs.
void Sampler::fillChunk(std::span<const std::uint64_t> indices, std::span<double> out) const {
  std::array<double, chunk> storage;
  const std::span<double> other(storage.data(), out.size());
  const auto spare = [&](std::size_t i) { return finalised(key + increment * (2 * indices[i] + 2)); };
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = unit(finalised(key + increment * (2 * indices[i] + 1)));
  switch (distribution.kind) {
  case Distribution::Kind::Uniform:
    for (double &value : out)
      value = between(distribution.first, distribution.second, value);
    return;
  case Distribution::Kind::LogUniform:
    for (double &value : out)
      value = between(lowestExponent, highestExponent, value);
    powersOfTwo(out);
    for (double &value : out)
      value = std::clamp(distribution.first < 0 ? -value : value, distribution.first, distribution.second);
    return;
  case Distribution::Kind::Normal:
  case Distribution::Kind::LogNormal:
    apply(functions().log, out);
    for (std::size_t i = 0; i < out.size(); ++i)
      other[i] = 2 * unit(spare(i));
    apply(functions().cospi, other);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = distribution.first + distribution.second * (std::sqrt(-2 * out[i]) * other[i]);
    if (distribution.kind == Distribution::Kind::LogNormal)
      apply(functions().exp, out);
    return;
  case Distribution::Kind::PowerOfTwo:
    for (double &value : out)
      value = between(distribution.first, distribution.second, value);
    powersOfTwo(out);
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = distribution.positive || spare(i) >> 63 == 0 ? out[i] : -out[i];
    return;
  }
}

} // namespace fporder::data
