// The options that are registered with llvm::cl at the time, hidden ones left out: what --help, the manual page and the shells' completions list.
#pragma once

#include <string>
#include <vector>

namespace fporder::check {

struct OptionRow {
  std::string name, value, description;
  bool isList = false; // may be given again
};

/// By name.
std::vector<OptionRow> optionRows();

/// "-p", "--rules".
std::string dashed(const OptionRow &row);

} // namespace fporder::check
