#include "analyzer/check/waking/wakes.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/GlobPattern.h"

#include <set>

namespace fporder::check {
namespace {

enum class Target : std::uint8_t { Arm64, X86, Same };
enum class Languages : std::uint8_t { Any, Cxx };

struct WakeRow {
  llvm::StringRef label;
  Target target;
  Languages languages;
  llvm::StringRef includes, macros, words, flags;
};

constexpr WakeRow rows[] = {
#define FPORDER_WAKE(label, target, languages, includes, macros, words, flags)                                                                       \
  {label, Target::target, Languages::languages, includes, macros, words, flags},
#include "analyzer/check/waking/wakes.def"
#undef FPORDER_WAKE
};

llvm::SmallVector<llvm::StringRef> listOf(llvm::StringRef text, char separator) {
  llvm::SmallVector<llvm::StringRef> list;
  text.split(list, separator, -1, /*KeepEmpty=*/false);
  return list;
}

const WakeRow *included(const WakeRow &row) {
  const WakeRow *found = llvm::find_if(rows, [&](const WakeRow &other) { return !row.includes.empty() && other.label == row.includes; });
  return found == std::end(rows) ? nullptr : found;
}

bool predefines(const WakeRow &row, llvm::StringRef macro) {
  return llvm::any_of(listOf(row.macros, ' '), [&](llvm::StringRef pattern) {
    llvm::Expected<llvm::GlobPattern> glob = llvm::GlobPattern::create(pattern);
    return glob && glob->match(macro);
  });
}

/// A project's macro that asks for what the row brings, by its words; one that asks for the contrary does not. Names that begin with "_" are a
/// compiler's.
bool isWordedFor(const WakeRow &row, llvm::StringRef macro) {
  if (macro.starts_with("_"))
    return false;
  const llvm::SmallVector<llvm::StringRef> parts = listOf(macro, '_'), words = listOf(row.words, ' ');
  if (llvm::any_of(parts, [](llvm::StringRef part) { return part == "NO" || part == "DISABLE" || part == "DISABLED" || part == "WITHOUT"; }))
    return false;
  return llvm::any_of(parts, [&](llvm::StringRef part) { return llvm::is_contained(words, part); });
}

const WakeRow &generic() { return *std::prev(std::end(rows)); }

bool isFor(const llvm::Triple &triple, Target target) {
  return target == Target::Same || (target == Target::Arm64 ? triple.isAArch64() : triple.getArch() == llvm::Triple::x86_64);
}

/// Makes one row's variant out of the branches that it may wake.
class VariantMaker {
public:
  VariantMaker(const WakeRow &wake, const InactiveCode &inactive, const WakeBase &given, const TriedRows &triedRows)
      : row(wake), code(inactive), base(given), tried(triedRows) {}

  /// How many tokens it may wake, and with what. Zero for what changes nothing.
  std::size_t make(Variant &variant) {
    if ((row.languages == Languages::Cxx && !base.isCxx) || tried.woke.contains(row.label.str()) || failedBefore())
      return 0;
    std::size_t tokens = 0;
    for (const auto &[name, file] : code.files())
      for (const InactiveBranch &branch : file.branches)
        if (mayWake(branch)) {
          tokens += branch.tokenLines.size();
          variant.files.insert(name);
        }
    variant.row = variant.label = row.label.str();
    for (const llvm::StringRef flag : listOf(row.flags, ' '))
      variant.flags.push_back(flag.str());
    if (!isFor(base.target, row.target))
      variant.target = row.target == Target::Arm64 ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
    for (const std::string &macro : definitions) {
      variant.flags.push_back("-D" + macro + "=1");
      variant.label += (variant.label.empty() ? "-D" : ", -D") + macro;
    }
    return variant.flags.empty() && variant.target.empty() ? 0 : tokens;
  }

private:
  bool failedBefore() const {
    for (const WakeRow *each = &row; each; each = included(*each))
      if (tried.failed.contains(each->label.str()))
        return true;
    return false;
  }

  bool predefined(llvm::StringRef macro, bool untriedOnly) const {
    for (const WakeRow *each = &row; each; each = included(*each))
      if (!(untriedOnly && tried.woke.contains(each->label.str())) && predefines(*each, macro))
        return true;
    return false;
  }

  bool worded(llvm::StringRef macro, bool untriedOnly) const {
    for (const WakeRow *each = &row; each; each = included(*each))
      if (!(untriedOnly && tried.woke.contains(each->label.str())) && isWordedFor(*each, macro))
        return true;
    return false;
  }

  bool mayWake(const InactiveBranch &branch) {
    bool wakes = false;
    std::vector<std::string> own;
    for (const MacroUse &use : branch.macros) {
      if (!use.wanted && (predefined(use.name, false) || worded(use.name, false)))
        return false;
      if (!use.wanted)
        continue;
      const bool definable = (worded(use.name, false) || isWordedFor(generic(), use.name)) && isOpen(use.name);
      // A macro that the project itself defines by others still tells the target.
      wakes |= predefined(use.name, true) || (worded(use.name, true) && (definable || &row != &generic()));
      if (definable)
        own.push_back(use.name);
    }
    if (wakes)
      definitions.insert(own.begin(), own.end());
    return wakes;
  }

  /// Neither a file nor a flag decides about it.
  bool isOpen(const std::string &macro) const {
    const bool flagged = llvm::any_of(base.arguments, [&](llvm::StringRef argument) {
      if (!argument.consume_front("-D") && !argument.consume_front("-U"))
        return argument == macro; // -D X
      return argument.consume_front(macro) && (argument.empty() || argument.front() == '=');
    });
    return !flagged && !code.defines(macro);
  }

  const WakeRow &row;
  const InactiveCode &code;
  const WakeBase &base;
  const TriedRows &tried;
  std::set<std::string> definitions;
};

} // namespace

std::optional<Variant> nextVariant(const InactiveCode &code, const WakeBase &base, const TriedRows &tried) {
  std::optional<Variant> best;
  std::size_t most = 0;
  for (const WakeRow &row : rows) {
    Variant variant;
    const std::size_t tokens = VariantMaker(row, code, base, tried).make(variant);
    if (tokens > most) {
      most = tokens;
      best = std::move(variant);
    }
  }
  return best;
}

} // namespace fporder::check
