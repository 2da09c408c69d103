// The command line of fporder-compare.
#pragma once

#include "runtime/data/data_spec.h"
#include "runtime/measure/criteria.h"

#include <string>
#include <vector>

namespace fporder::compare {

enum class OutputFormat { Text, Json };

struct Options {
  data::DataSpec golden, actual;
  std::optional<data::DataSpec> third;  // a third platform's values
  std::optional<format::Format> format; // in which ulps are counted and thresholds chosen; the computed values' own otherwise
  std::optional<data::ElementType> rawType;
  std::optional<data::Shape> shape;
  std::vector<measure::CriterionChoice> criteria; // those that decide; empty: by format
  OutputFormat output = OutputFormat::Text;
  bool quiet = false;
};

/// What to do instead of comparing.
enum class Request { Compare, Help, ListCriteria, Version, ManualPage, BashCompletion };

struct CommandLine {
  Request request = Request::Compare;
  Options options;
};

/// `arguments` without the program's name. Errors are sentences for the user.
Result<CommandLine> parseCommandLine(const std::vector<std::string> &arguments);

std::string helpText();

} // namespace fporder::compare
