#include "test/metamorphic/rewriting.h"

#include "clang/AST/Expr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

namespace fporder::test {

unsigned Rewritten::moved(unsigned line) const {
  for (const unsigned each : added) // ascending
    if (each <= line)
      ++line;
  return line;
}

std::vector<unsigned> Rewritten::placesOf(unsigned line) const {
  const auto other = lines.find(line), own = taken.find(line);
  std::vector<unsigned> places;
  if (other == lines.end())
    places.push_back(moved(line));
  else
    for (const unsigned each : other->second)
      places.push_back(moved(each));
  if (own != taken.end())
    places.insert(places.end(), own->second.begin(), own->second.end());
  return places;
}

MainText::MainText(clang::ASTContext &of)
    : context(of), manager(of.getSourceManager()), text(manager.getBufferData(manager.getMainFileID())), starts{0} {
  for (unsigned at = 0; at < text.size(); ++at)
    if (text[at] == '\n')
      starts.push_back(at + 1);
}

std::optional<unsigned> MainText::offset(clang::SourceLocation location) const {
  if (location.isInvalid() || location.isMacroID() || manager.getFileID(location) != manager.getMainFileID())
    return std::nullopt;
  return manager.getFileOffset(location);
}

std::optional<MainText::Range> MainText::range(clang::SourceRange tokens) const {
  const auto begin = offset(tokens.getBegin()), last = offset(tokens.getEnd());
  if (!begin || !last || *last < *begin)
    return std::nullopt;
  return Range{*begin, *last + clang::Lexer::MeasureTokenLength(tokens.getEnd(), manager, context.getLangOpts())};
}

std::optional<MainText::Range> MainText::statement(const clang::Stmt *statement) const {
  const clang::Stmt *last = statement;
  for (bool inner = true; inner;) {
    inner = false;
    if (const auto *chosen = llvm::dyn_cast<clang::IfStmt>(last))
      last = chosen->getElse() ? chosen->getElse() : chosen->getThen(), inner = true;
    else if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(last))
      last = counted->getBody(), inner = true;
    else if (const auto *repeated = llvm::dyn_cast<clang::WhileStmt>(last))
      last = repeated->getBody(), inner = true;
    else if (const auto *ranged = llvm::dyn_cast<clang::CXXForRangeStmt>(last))
      last = ranged->getBody(), inner = true;
    if (!last)
      return std::nullopt;
  }
  const auto begin = offset(statement->getBeginLoc());
  const auto spelled = range(last->getSourceRange());
  if (!begin || !spelled)
    return std::nullopt;
  if (llvm::isa<clang::CompoundStmt, clang::DeclStmt, clang::NullStmt>(last))
    return Range{*begin, spelled->end};
  if (!llvm::isa<clang::Expr, clang::ReturnStmt, clang::DoStmt, clang::BreakStmt, clang::ContinueStmt>(last))
    return std::nullopt;
  const auto after = clang::Lexer::findNextToken(last->getEndLoc(), manager, context.getLangOpts());
  if (!after || !after->is(clang::tok::semi) || !offset(after->getLocation()))
    return std::nullopt;
  return Range{*begin, *offset(after->getLocation()) + 1};
}

unsigned MainText::line(unsigned offset) const {
  return static_cast<unsigned>(std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin());
}

bool MainText::alone(Range range) const {
  const unsigned first = starts[line(range.begin) - 1];
  const std::size_t end = text.find('\n', range.end);
  const llvm::StringRef rest = text.substr(range.end, end == llvm::StringRef::npos ? end : end - range.end).trim();
  return text.substr(first, range.begin - first).trim().empty() && (rest.empty() || rest.starts_with("//"));
}

void Edits::replace(MainText::Range range, std::string by) { edits.push_back({range, std::move(by), false, 0}); }

void Edits::insertLine(unsigned at, const std::string &line, unsigned from) {
  const std::size_t end = at == 0 ? llvm::StringRef::npos : source.text.rfind('\n', at);
  const unsigned start = end == llvm::StringRef::npos ? 0 : static_cast<unsigned>(end) + 1;
  edits.push_back({{start, start}, line + "\n", true, from});
}

bool Edits::isFree(MainText::Range range) const {
  return llvm::none_of(edits, [&](const Edit &edit) { return edit.range.begin < range.end && range.begin < edit.range.end; });
}

void Edits::apply(Rewritten &to) const {
  std::vector<const Edit *> sorted;
  for (const Edit &edit : edits)
    sorted.push_back(&edit);
  std::ranges::sort(sorted, {},
                    [](const Edit *edit) { return std::tuple(edit->range.begin, edit->range.end, edit); }); // in the order of their coming
  unsigned at = 0, line = 1;
  to.text.clear();
  const auto copy = [&](llvm::StringRef text) {
    to.text += text.str();
    line += static_cast<unsigned>(text.count('\n'));
  };
  for (const Edit *edit : sorted) {
    copy(source.text.slice(at, edit->range.begin));
    if (edit->wholeLine)
      to.added.push_back(line);
    if (edit->from != 0)
      to.taken[edit->from].push_back(line);
    copy(edit->text);
    at = edit->range.end;
  }
  copy(source.text.substr(at));
}

} // namespace fporder::test
