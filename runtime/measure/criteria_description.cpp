#include "runtime/measure/criteria.h"
#include "runtime/measure/criteria_table.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace fporder::measure {

namespace {

/// Powers of two as such, others as short as they are exact to six digits.
std::string number(double value) {
  int exponent = 0;
  std::array<char, 32> text;
  if (value > 0 && value < 1 && std::frexp(value, &exponent) == 0.5)
    std::snprintf(text.data(), text.size(), "2^%d", exponent - 1);
  else
    std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

std::string parameterText(const ParameterRow &row) {
  std::string text = std::string(row.name) + "=";
  std::string values;
  for (const FormatValue &entry : row.inFormat)
    values += (values.empty() ? "" : "|") + std::string(format::name(entry.format)) + ":" + number(entry.value);
  if (row.everywhere)
    values += (values.empty() ? "" : "|others:") + number(*row.everywhere);
  return text + (values.empty() ? "(not judged)" : values);
}

} // namespace

std::string describeCriteria() {
  std::string text;
  for (const CriterionRow &row : criterionTable()) {
    text += std::string(row.name) + ": " + std::string(row.summary) + "\n   ";
    for (const ParameterRow &parameter : row.parameters)
      text += " " + parameterText(parameter);
    text += "\n";
  }
  return text;
}

} // namespace fporder::measure
