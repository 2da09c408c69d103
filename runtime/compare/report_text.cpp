#include "runtime/compare/report.h"

#include "runtime/format/rounding.h"
#include "runtime/order/number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace fporder::compare {

namespace {

using measure::CriterionResult;
using measure::PairElement;
using measure::PairStatistics;

[[gnu::format(printf, 1, 2)]] std::string formatted(const char *format, ...) {
  std::array<char, 256> text;
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text.data(), text.size(), format, arguments);
  va_end(arguments);
  return text.data();
}

std::string figure(double value) { return formatted("%.4g", value); }

/// A limit, as it is usually stated.
std::string limitText(double value) {
  int exponent = 0;
  if (value > 0 && value < 1 && std::frexp(value, &exponent) == 0.5)
    return formatted("2^%d", exponent - 1);
  return figure(value);
}

std::string share(std::size_t part, std::size_t whole) {
  return formatted("%.4g %%", whole == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(whole));
}

std::string typeText(const TensorComparison &tensor) {
  const std::string golden = elementTypeName(tensor.goldenType), actual = elementTypeName(tensor.actualType);
  const std::string format(data::arrayName(tensor.format));
  std::string text = golden == actual ? golden : "golden " + golden + ", actual " + actual;
  if (tensor.statistics.hasUlp && (golden != actual || golden != format))
    text += ", compared in " + format;
  return text;
}

std::string names(const std::vector<CriterionResult> &results) {
  std::string text;
  for (const CriterionResult &result : results)
    text += (text.empty() ? "" : ", ") + result.name;
  return results.size() > 3 ? "all criteria" : text;
}

std::string headline(const TensorComparison &tensor) {
  const PairStatistics &statistics = tensor.statistics;
  std::string line = std::string(tensor.passed ? "PASS " : "FAIL ") + tensor.name + " (" + typeText(tensor) + ", " + data::shapeText(tensor.shape) +
                     ") by " + names(tensor.deciding) + ": ";
  if (statistics.differing == 0)
    return line + formatted("all %zu elements are the same\n", statistics.count);
  line += formatted("%zu of %zu elements differ (%s)", statistics.differing, statistics.count, share(statistics.differing, statistics.count).c_str());
  if (statistics.hasUlp)
    line += ", max " + figure(statistics.maxUlp) + " ulp, mean " + figure(statistics.meanUlp) + " ulp";
  line += ", max abs " + figure(statistics.maxAbsolute) + ", max rel " + figure(statistics.maxRelative);
  if (statistics.notFinite.mismatches != 0)
    line += formatted(", NaN or infinity on one side only in %zu", statistics.notFinite.mismatches);
  return line + "\n";
}

std::string checkText(const measure::Check &check) {
  std::string text = check.what + " " + figure(check.value);
  if (!check.limit)
    return text;
  const char *relation = check.passed ? (check.strict ? " < " : " <= ") : (check.strict ? " not < " : " not <= ");
  return text + relation + limitText(*check.limit);
}

std::string criterionLines(const CriterionResult &result, bool decides) {
  const std::string state = result.notApplicable ? "n/a " : result.passed ? "pass" : "FAIL";
  std::string text = formatted("  %c %-22s %s  ", decides ? '*' : ' ', result.name.c_str(), state.c_str());
  if (result.notApplicable)
    return text + *result.notApplicable + "\n";
  bool first = true;
  for (const measure::Check &check : result.checks) {
    text += (first ? "" : "; ") + checkText(check);
    first = false;
  }
  return text + "\n";
}

bool sameChoice(const CriterionResult &one, const CriterionResult &other) {
  return one.name == other.name &&
         std::ranges::equal(one.parameters, other.parameters, [](const auto &a, const auto &b) { return a.name == b.name && a.value == b.value; });
}

std::string elementLine(const char *what, const std::optional<PairElement> &element, const TensorComparison &tensor) {
  if (!element)
    return {};
  std::string line = formatted("  %-24s", what) + data::indexText(tensor.shape, element->index) + ": golden " +
                     decimal(element->golden, tensor.goldenType.format) + " (" + hexadecimal(element->golden) + "), actual " +
                     decimal(element->actual, tensor.actualType.format) + " (" + hexadecimal(element->actual) + ")";
  const bool finite = std::isfinite(element->golden) && std::isfinite(element->actual);
  if (tensor.statistics.hasUlp && finite)
    line += ", " + figure(std::fabs(element->actual - element->golden) / format::ulp(tensor.format, element->golden)) + " ulp";
  return line + "\n";
}

std::string histogramLines(const PairStatistics &statistics) {
  std::string text;
  for (const measure::UlpBin &bin : statistics.histogram) {
    if (bin.count == 0)
      continue;
    const std::string range = bin.upper == 0 ? "0" : std::isinf(bin.upper) ? "> " + figure(bin.lower) : "<= " + figure(bin.upper);
    // fporder: allow(mul-then-div) reason="whole where the share is a whole fortieth; counts are far from the range"
    const double length = 40 * static_cast<double>(bin.count) / static_cast<double>(statistics.finite);
    text += formatted("  %-12s ulp %12zu  %9s  ", range.c_str(), bin.count, share(bin.count, statistics.finite).c_str()) +
            std::string(static_cast<std::size_t>(std::ceil(length)), '#') + "\n";
  }
  return text;
}

std::string details(const TensorComparison &tensor) {
  std::string text;
  for (const CriterionResult &result : tensor.deciding)
    text += criterionLines(result, true);
  for (const CriterionResult &result : tensor.all)
    if (std::none_of(tensor.deciding.begin(), tensor.deciding.end(), [&](const CriterionResult &other) { return sameChoice(result, other); }))
      text += criterionLines(result, false);
  const PairStatistics &statistics = tensor.statistics;
  text += elementLine("NaN or infinity first", statistics.firstMismatch, tensor);
  text += elementLine("first that differs", statistics.firstDiffering, tensor);
  text += elementLine("worst in ulp", statistics.worstUlp, tensor);
  text += elementLine("worst absolute error", statistics.worstAbsolute, tensor);
  if (statistics.goldenNan + statistics.actualNan + statistics.goldenInfinite + statistics.actualInfinite != 0)
    text += formatted("  not finite: golden %zu NaN, %zu infinite; actual %zu NaN, %zu infinite; not in the errors above\n", statistics.goldenNan,
                      statistics.goldenInfinite, statistics.actualNan, statistics.actualInfinite);
  return text + (statistics.differing != 0 ? histogramLines(statistics) : std::string());
}

} // namespace

std::string decimal(double value, format::Format format) {
  if (!std::isfinite(value))
    return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
  return order::Number::fromDouble(value).display(format);
}

std::string hexadecimal(double value) { return formatted("%a", value); }

std::string textReport(const Comparison &comparison, bool quiet) {
  std::string text;
  for (const TensorComparison &tensor : comparison.tensors)
    text += headline(tensor) + (quiet ? std::string() : details(tensor));
  return text;
}

} // namespace fporder::compare
