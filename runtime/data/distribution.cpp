#include "runtime/data/distribution.h"

#include "runtime/data/number_text.h"
#include "runtime/format/rounding.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

namespace fporder::data {

namespace {

using Kind = Distribution::Kind;

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

} // namespace

Distribution defaultDistribution(bool positive) { return {Kind::PowerOfTwo, -20, 20, positive}; }

Distribution fullRange(format::Format format, bool positive) {
  const format::Parameters parameters = format::parameters(format);
  // A little below the largest number, so that no input is itself an overflow.
  const double last = std::log2(format::largestFinite(format)) - 0x1p-40;
  return {Kind::PowerOfTwo, static_cast<double>(parameters.minExponent - parameters.precision + 1), last, positive};
}

Distribution overRange(double first, double second) {
  const bool sameSign = (first > 0 && second > 0) || (first < 0 && second < 0);
  const double small = std::min(std::fabs(first), std::fabs(second)), large = std::max(std::fabs(first), std::fabs(second));
  return {sameSign && large / 16 > small ? Kind::LogUniform : Kind::Uniform, first, second, false};
}

std::string describe(const Distribution &distribution) {
  const std::string pair = number(distribution.first) + "," + number(distribution.second);
  switch (distribution.kind) {
  case Kind::Uniform:
    return "uniform(" + pair + ")";
  case Kind::LogUniform:
    return "loguniform(" + pair + ")";
  case Kind::Normal:
    return "normal(" + pair + ")";
  case Kind::LogNormal:
    return "lognormal(" + pair + ")";
  case Kind::PowerOfTwo:
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
  constexpr std::array<std::pair<std::string_view, Kind>, 4> kinds{
      {{"uniform", Kind::Uniform}, {"loguniform", Kind::LogUniform}, {"normal", Kind::Normal}, {"lognormal", Kind::LogNormal}}};
  const std::optional<Call> call = parseCall(text, '(', ')');
  const auto *kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto &entry) { return call && entry.first == call->function; });
  if (kind == kinds.end())
    return Error{quoted(text) + ": NAME=uniform(a,b), loguniform(a,b), normal(mean,deviation) or lognormal(mean,deviation) expected"};
  const bool interval = kind->second == Kind::Uniform || kind->second == Kind::LogUniform;
  if (interval && call->first > call->second)
    return Error{quoted(text) + ": the interval is empty, its lower end is above the upper"};
  if (kind->second == Kind::LogUniform && !((call->first > 0 && call->second > 0) || (call->first < 0 && call->second < 0)))
    return Error{quoted(text) + ": both ends of loguniform must have the same sign and not be zero"};
  if (!interval && call->second < 0)
    return Error{quoted(text) + ": the standard deviation is negative"};
  return NamedDistribution{std::string(call->name), {kind->second, call->first, call->second, false}};
}

Sampler::Sampler(const Distribution &what, std::uint64_t seed, std::string_view name) : distribution(what), key(keyOf(seed, name)) {}

double Sampler::operator()(std::uint64_t index) const {
  // Two words a sample; the second serves normal deviates and signs.
  const double u = unit(finalised(key + increment * (2 * index + 1)));
  const double first = distribution.first, second = distribution.second;
  const auto spare = [&] { return finalised(key + increment * (2 * index + 2)); };
  const auto normal = [&] { return first + second * (std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * unit(spare()))); };
  switch (distribution.kind) {
  case Kind::Uniform:
    return between(first, second, u);
  case Kind::LogUniform: {
    const double power = std::exp2(between(std::min(std::log2(std::fabs(first)), std::log2(std::fabs(second))),
                                           std::max(std::log2(std::fabs(first)), std::log2(std::fabs(second))), u));
    return std::clamp(first < 0 ? -power : power, first, second);
  }
  case Kind::Normal:
    return normal();
  case Kind::LogNormal:
    return std::exp(normal());
  case Kind::PowerOfTwo: {
    const double power = std::exp2(between(first, second, u));
    return distribution.positive || spare() >> 63 == 0 ? power : -power;
  }
  }
  return 0;
}

void Sampler::fill(std::uint64_t first, std::span<double> out) const {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = (*this)(first + i);
}

} // namespace fporder::data
