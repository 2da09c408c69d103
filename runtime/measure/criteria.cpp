#include "runtime/measure/criteria.h"

#include "runtime/data/number_text.h"
#include "runtime/format/rounding.h"
#include "runtime/measure/figures.h"

#include <cmath>
#include <map>

namespace fporder::measure {

namespace {

using format::Format;

const CriterionRow *findCriterion(std::string_view name) {
  for (const CriterionRow &row : criterionTable())
    if (row.name == name)
      return &row;
  return nullptr;
}

std::string names() {
  std::string text;
  for (const CriterionRow &row : criterionTable())
    text += (text.empty() ? "" : ", ") + std::string(row.name);
  return text;
}

std::optional<double> ownValue(const ParameterRow &row, Format format) {
  for (const FormatValue &entry : row.inFormat)
    if (entry.format == format)
      return entry.value;
  return row.everywhere;
}

Result<CriterionChoice> parseChoice(std::string_view text) {
  const std::size_t colon = text.find(':');
  const CriterionRow *row = findCriterion(text.substr(0, colon));
  if (row == nullptr)
    return Error{"there is no criterion '" + std::string(text.substr(0, colon)) + "'; there are all, " + names()};
  CriterionChoice choice{std::string(row->name), {}};
  for (std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 1); !rest.empty();) {
    const std::string_view item = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(item.size() + 1, rest.size()));
    const std::size_t equals = std::min(item.find('='), item.size());
    const std::string name(item.substr(0, equals));
    const std::optional<double> value = equals < item.size() ? data::parseParameter(item.substr(equals + 1)) : std::nullopt;
    std::string known;
    bool found = false;
    for (const ParameterRow &parameter : row->parameters) {
      known += (known.empty() ? "" : ", ") + std::string(parameter.name);
      found = found || parameter.name == name;
    }
    if (!found)
      return Error{"criterion " + choice.name + " has no parameter '" + name + "'; it has " + known};
    if (!value)
      return Error{"criterion " + choice.name + ": '" + std::string(item) + "' is not " + name + "=NUMBER"};
    choice.parameters.push_back({name, *value});
  }
  return choice;
}

/// A choice on its way to a result: its figures, and where their values go.
struct Judgement {
  const CriterionRow *row = nullptr;
  std::map<std::string_view, double> parameters;
  std::vector<std::unique_ptr<FigureAccumulator>> figures;
  CriterionResult result;
};

bool countsSteps(const CriterionRow &row) { return row.figures.front().figure == Figure::StepsZero; }

Judgement prepare(const CriterionChoice &choice, Format format, bool third) {
  Judgement judgement;
  judgement.row = findCriterion(choice.name);
  judgement.result.name = choice.name;
  for (const ParameterRow &parameter : judgement.row->parameters) {
    std::optional<double> value = ownValue(parameter, format);
    for (const ParameterValue &given : choice.parameters)
      if (given.name == parameter.name)
        value = given.value;
    if (!value && !parameter.optional && !judgement.result.notApplicable)
      judgement.result.notApplicable = "no " + std::string(parameter.name) + " for " + std::string(format::name(format));
    if (!value)
      continue;
    judgement.parameters[parameter.name] = *value;
    judgement.result.parameters.push_back({std::string(parameter.name), *value});
  }
  if (judgement.row->third && !third)
    judgement.result.notApplicable = "no third platform's values";
  if (countsSteps(*judgement.row) && !format::isHeldInDouble(format))
    judgement.result.notApplicable = std::string(format::name(format)) + " has no ulp";
  if (!judgement.result.notApplicable)
    for (const FigureRow &figure : judgement.row->figures)
      judgement.figures.push_back(makeFigure(figure.figure, [&](std::string_view name) { return judgement.parameters.at(name); }));
  return judgement;
}

/// Reads blocks and keeps the finite pairs of them.
class BlockReader {
public:
  BlockReader(const PairedValues &source, Format which, bool steps) : values(source), format(which), wantSteps(steps) {
    for (std::vector<double> *column : {&golden, &actual, &error, &third})
      column->resize(blockSize);
    stepsTo.resize(steps ? blockSize : 0);
  }

  static constexpr std::size_t blockSize = 4096;

  PairBlock read(std::size_t first) {
    const std::size_t length = std::min(blockSize, values.count() - first);
    const std::span<double> thirds = values.hasThird() ? std::span(third).first(length) : std::span<double>();
    values.read(first, std::span(golden).first(length), std::span(actual).first(length), thirds);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < length; ++i) {
      if (!std::isfinite(golden[i]) || !std::isfinite(actual[i]))
        continue;
      golden[kept] = golden[i];
      actual[kept] = actual[i];
      third[kept] = third[i];
      error[kept] = std::fabs(actual[i] - golden[i]);
      if (wantSteps)
        stepsTo[kept] = actual[i] == golden[i] ? 0 : representableSteps(format, golden[i], actual[i]);
      ++kept;
    }
    return {std::span(golden).first(kept), std::span(actual).first(kept), std::span(error).first(kept),
            values.hasThird() ? std::span<const double>(third).first(kept) : std::span<const double>(),
            wantSteps ? std::span<const std::uint64_t>(stepsTo).first(kept) : std::span<const std::uint64_t>()};
  }

private:
  const PairedValues &values;
  Format format;
  bool wantSteps;
  std::vector<double> golden, actual, error, third;
  std::vector<std::uint64_t> stepsTo;
};

void conclude(Judgement &judgement, const NotFinitePairs &notFinite) {
  CriterionResult &result = judgement.result;
  if (result.notApplicable)
    return;
  bool every = true, any = false;
  for (std::size_t i = 0; i < judgement.figures.size(); ++i) {
    const FigureRow &row = judgement.row->figures[i];
    Check check{std::string(row.what), judgement.figures[i]->value(), {}, row.strict, true};
    if (const auto limit = judgement.parameters.find(row.limit); limit != judgement.parameters.end()) {
      check.limit = limit->second * (row.factor.empty() ? 1 : judgement.parameters.at(row.factor));
      check.passed = row.strict ? check.value < *check.limit : check.value <= *check.limit;
    }
    every = every && check.passed;
    any = any || check.passed;
    result.checks.push_back(std::move(check));
  }
  const auto equalNan = judgement.parameters.find("equal_nan");
  const std::size_t unequalNan = equalNan != judgement.parameters.end() && equalNan->second == 0 ? notFinite.bothNan : 0;
  result.passed = notFinite.mismatches == 0 && unequalNan == 0 && (judgement.row->needs == Needs::AllChecks ? every : any);
  if (notFinite.mismatches != 0)
    result.checks.push_back({"elements where NaN or infinity stands on one side only", static_cast<double>(notFinite.mismatches), 0, false, false});
  if (unequalNan != 0)
    result.checks.push_back(
        {"elements that are NaN on both sides (equal_nan=1 takes them for equal)", static_cast<double>(unequalNan), 0, false, false});
}

} // namespace

Result<std::vector<CriterionChoice>> parseCriteria(std::string_view text) {
  std::vector<CriterionChoice> choices;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(';'));
    text.remove_prefix(std::min(item.size() + 1, text.size()));
    if (item == "all") {
      for (CriterionChoice &choice : allCriteria())
        choices.push_back(std::move(choice));
      continue;
    }
    Result<CriterionChoice> choice = parseChoice(item);
    if (!choice)
      return choice.error();
    choices.push_back(std::move(*choice));
  }
  if (choices.empty())
    return Error{"no criterion is named; there are all, " + names()};
  return choices;
}

std::vector<CriterionChoice> allCriteria() {
  std::vector<CriterionChoice> choices;
  for (const CriterionRow &row : criterionTable())
    choices.push_back({std::string(row.name), {}});
  return choices;
}

CriterionChoice defaultCriterion(Format format) {
  if (format == Format::Binary64)
    return {"assert-close", {{"equal_nan", 1}}};
  const CriterionRow *ascend = findCriterion("ascend");
  return {std::string(ownValue(ascend->parameters.front(), format) ? ascend->name : "exact"), {}};
}

std::vector<CriterionResult> judge(const PairedValues &values, Format format, std::span<const CriterionChoice> choices,
                                   const NotFinitePairs &notFinite, const std::function<void(double)> &progress) {
  std::vector<Judgement> judgements;
  unsigned passes = 1;
  bool steps = false;
  for (const CriterionChoice &choice : choices) {
    judgements.push_back(prepare(choice, format, values.hasThird()));
    steps = steps || (countsSteps(*judgements.back().row) && !judgements.back().figures.empty());
    for (const auto &figure : judgements.back().figures)
      passes = std::max(passes, figure->passes());
  }
  BlockReader reader(values, format, steps);
  for (unsigned pass = 0; pass < passes; ++pass) {
    for (std::size_t first = 0; first < values.count(); first += BlockReader::blockSize) {
      const PairBlock block = reader.read(first);
      for (const Judgement &judgement : judgements)
        for (const auto &figure : judgement.figures)
          if (figure->passes() > pass)
            figure->add(block);
      if (progress && first % (BlockReader::blockSize * 64) == 0)
        progress((pass + static_cast<double>(first) / static_cast<double>(values.count())) / passes);
    }
    for (const Judgement &judgement : judgements)
      for (const auto &figure : judgement.figures)
        if (figure->passes() > pass)
          figure->endPass();
  }
  std::vector<CriterionResult> results;
  for (Judgement &judgement : judgements) {
    conclude(judgement, notFinite);
    results.push_back(std::move(judgement.result));
  }
  return results;
}

} // namespace fporder::measure
