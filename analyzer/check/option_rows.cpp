#include "analyzer/check/option_rows.h"

#include "llvm/Support/CommandLine.h"

#include <algorithm>

namespace fporder::check {

namespace cl = llvm::cl;

std::vector<OptionRow> optionRows() {
  std::vector<OptionRow> rows;
  for (const auto &entry : cl::getRegisteredOptions()) {
    const cl::Option &option = *entry.second;
    if (option.ArgStr.empty() || option.getOptionHiddenFlag() != cl::NotHidden)
      continue;
    const bool valued = option.getValueExpectedFlag() != cl::ValueDisallowed && !option.ValueStr.empty();
    rows.push_back(
        {option.ArgStr.str(), valued ? option.ValueStr.str() : "", option.HelpStr.str(), option.getNumOccurrencesFlag() == cl::ZeroOrMore});
  }
  std::ranges::sort(rows, {}, &OptionRow::name);
  return rows;
}

std::string dashed(const OptionRow &row) { return (row.name.size() == 1 ? "-" : "--") + row.name; }

} // namespace fporder::check
