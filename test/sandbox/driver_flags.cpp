// Prints every option of the driver's table, a line each: its spelling, a tab, how its value is written (none, joined, separate, either, both, N
// values).
//
// The sandbox test takes its flags from here, so that an option of a new LLVM is tried before anybody knows its name.
#include "clang/Basic/Version.h"
#if CLANG_VERSION_MAJOR >= 22
#include "clang/Options/Options.h"
using clang::getDriverOptTable;
#else
#include "clang/Driver/Options.h"
using clang::driver::getDriverOptTable;
#endif

#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace {

using llvm::opt::Option;

/// Empty for what is no flag: groups, inputs.
std::string valueOf(const Option &option) {
  switch (option.getKind()) {
  case Option::FlagClass:
    return "none";
  case Option::JoinedClass:
  case Option::CommaJoinedClass:
    return "joined";
  case Option::SeparateClass:
  case Option::RemainingArgsClass:
    return "separate";
  case Option::JoinedOrSeparateClass:
  case Option::RemainingArgsJoinedClass:
    return "either";
  case Option::JoinedAndSeparateClass:
    return "both";
  case Option::MultiArgClass:
    return std::to_string(option.getNumArgs());
  default:
    return "";
  }
}

} // namespace

int main() {
  const llvm::opt::OptTable &table = getDriverOptTable();
  for (unsigned id = 1; id <= table.getNumOptions(); ++id) {
    const Option option = table.getOption(id);
    if (const std::string value = option.isValid() ? valueOf(option) : ""; !value.empty())
      llvm::outs() << option.getPrefixedName() << '\t' << value << '\n';
  }
}
