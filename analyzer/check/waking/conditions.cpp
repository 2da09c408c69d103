#include "analyzer/check/waking/conditions.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

namespace fporder::check {
namespace {

using Line = llvm::ArrayRef<SourceToken>;

// A longer condition is cut in messages.
constexpr std::size_t longestText = limits::most(limits::Limit::ConditionText);

std::string textOf(Line tokens) {
  if (tokens.empty())
    return "";
  const char *begin = tokens.front().text.begin();
  std::string text(begin, std::min<std::size_t>(static_cast<std::size_t>(tokens.back().text.end() - begin), longestText));
  llvm::replace(text, '\n', ' ');
  return text;
}

std::vector<MacroUse> usesIn(Line condition) {
  std::vector<MacroUse> uses;
  std::vector<bool> outer; // whether the parentheses around are negated
  bool negated = false, next = false;
  for (const SourceToken &token : condition) {
    if (token.kind == clang::tok::exclaim) {
      next = !next;
    } else if (token.kind == clang::tok::l_paren) {
      outer.push_back(negated);
      negated ^= std::exchange(next, false);
    } else if (token.kind == clang::tok::r_paren && !outer.empty()) {
      negated = outer.back();
      outer.pop_back();
    } else if (token.kind == clang::tok::raw_identifier && token.text != "defined") {
      uses.push_back({token.text.str(), negated == std::exchange(next, false)});
    }
  }
  return uses;
}

/// The branch that a condition's # line opens.
ConditionalBranch branchOf(Line line, llvm::StringRef keyword) {
  const Line condition = line.drop_front(2);
  ConditionalBranch branch{line.front().line, textOf(condition), usesIn(condition)};
  branch.own = branch.macros.size();
  if (keyword.ends_with("ifndef") || keyword.ends_with("elifndef")) {
    branch.condition = "!" + branch.condition;
    for (MacroUse &use : branch.macros)
      use.wanted = !use.wanted;
  }
  return branch;
}

} // namespace

void ConditionStack::directive(Line line) {
  if (line.size() < 2 || line[1].kind != clang::tok::raw_identifier)
    return;
  const llvm::StringRef keyword = line[1].text;
  if (keyword == "if" || keyword == "ifdef" || keyword == "ifndef")
    open.push_back(branchOf(line, keyword));
  else if (keyword == "endif" && !open.empty())
    open.pop_back();
  else if ((keyword == "else" || keyword.starts_with("elif")) && !open.empty())
    continueWith(line, keyword);
}

void ConditionStack::continueWith(Line line, llvm::StringRef keyword) {
  ConditionalBranch &last = open.back();
  for (MacroUse &use : llvm::MutableArrayRef(last.macros).take_front(std::exchange(last.own, 0)))
    use.wanted = !use.wanted;
  if (keyword == "else") {
    last.line = line.front().line;
    last.condition = "#else of " + last.condition;
    return;
  }
  ConditionalBranch next = branchOf(line, keyword);
  llvm::append_range(next.macros, last.macros);
  last = std::move(next);
}

} // namespace fporder::check
