#include "analyzer/frontend/syntax/lost_statements.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace fporder::frontend {
namespace {

/// The text between two places of one file; empty where they are not in one.
llvm::StringRef textBetween(const clang::SourceManager &sources, clang::SourceLocation begin, clang::SourceLocation end) {
  const auto [file, from] = sources.getDecomposedLoc(begin);
  const auto [other, to] = sources.getDecomposedLoc(end);
  bool invalid = false;
  const llvm::StringRef text = sources.getBufferData(file, &invalid);
  return invalid || file != other || from > to || to > text.size() ? llvm::StringRef() : text.slice(from, to);
}

clang::SourceLocation behind(const clang::ASTContext &context, clang::SourceLocation token) {
  const clang::SourceManager &sources = context.getSourceManager();
  return clang::Lexer::getLocForEndOfToken(sources.getExpansionRange(token).getEnd(), 0, sources, context.getLangOpts());
}

/// The identifiers in a text, each as often as it stands there.
std::vector<std::string> identifiers(const clang::ASTContext &context, const std::string &written) {
  clang::Lexer lexer({}, context.getLangOpts(), written.data(), written.data(), written.data() + written.size());
  std::vector<std::string> names;
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof))
      return names;
    if (token.is(clang::tok::raw_identifier))
      names.push_back(token.getRawIdentifier().str());
  }
}

} // namespace

std::vector<std::string> namesIn(const clang::ASTContext &context, clang::SourceRange text) {
  const clang::SourceManager &sources = context.getSourceManager();
  return identifiers(context, textBetween(sources, sources.getExpansionLoc(text.getBegin()), behind(context, text.getEnd())).str());
}

std::vector<std::string> namesLost(const clang::ASTContext &context, const clang::ForStmt *loop) {
  const clang::Stmt *const last = loop->getCond() ? loop->getCond() : loop->getInit();
  const clang::SourceLocation begin = last ? last->getEndLoc() : loop->getLParenLoc();
  if (loop->getInc() || !context.getDiagnostics().hasErrorOccurred() || begin.isInvalid() || loop->getRParenLoc().isInvalid())
    return {};
  return identifiers(
      context,
      textBetween(context.getSourceManager(), behind(context, begin), context.getSourceManager().getExpansionLoc(loop->getRParenLoc())).str());
}

std::vector<std::string> namesLost(const clang::ASTContext &context, const clang::NullStmt *empty) {
  const clang::SourceLocation place = empty->getSemiLoc();
  if (!context.getDiagnostics().hasErrorOccurred() || place.isInvalid() || place.isMacroID())
    return {};
  const clang::SourceManager &sources = context.getSourceManager();
  const auto [file, from] = sources.getDecomposedLoc(place);
  bool invalid = false;
  const llvm::StringRef text = sources.getBufferData(file, &invalid).drop_front(from); // a zero follows it
  clang::Lexer lexer({}, context.getLangOpts(), text.begin(), text.begin(), text.end());
  std::vector<std::string> names;
  unsigned open = 0; // parentheses and braces
  for (clang::Token token; !invalid;) {
    lexer.LexFromRawLexer(token);
    open += token.isOneOf(clang::tok::l_paren, clang::tok::l_brace);
    const bool closes = token.isOneOf(clang::tok::r_paren, clang::tok::r_brace);
    if (token.is(clang::tok::eof) || (open == 0 && (closes || token.is(clang::tok::semi))))
      break;
    open -= closes;
    if (token.is(clang::tok::raw_identifier))
      names.push_back(token.getRawIdentifier().str());
  }
  return names;
}

std::vector<std::string> namesLost(const clang::ASTContext &context, const clang::CompoundStmt *block, unsigned next) {
  if (!context.getDiagnostics().hasErrorOccurred() || block->getLBracLoc().isInvalid() || block->getRBracLoc().isInvalid())
    return {};
  const clang::SourceManager &sources = context.getSourceManager();
  const auto child = [&](unsigned position) { return *(block->body_begin() + position); };
  const clang::SourceLocation begin = behind(context, next == 0 ? block->getLBracLoc() : child(next - 1)->getEndLoc());
  const clang::SourceLocation end = sources.getExpansionLoc(next == block->size() ? block->getRBracLoc() : child(next)->getBeginLoc());
  const std::string text = textBetween(sources, begin, end).str();
  clang::Lexer lexer({}, context.getLangOpts(), text.data(), text.data(), text.data() + text.size());
  std::vector<std::string> names;
  bool isMacro = false, isStatement = false;
  unsigned conditions = 0;
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof))
      break;
    if (token.is(clang::tok::hash) && token.isAtStartOfLine()) {
      lexer.LexFromRawLexer(token);
      const llvm::StringRef directive = token.is(clang::tok::raw_identifier) ? token.getRawIdentifier() : "";
      conditions += directive.starts_with("if");
      conditions -= directive == "endif" && conditions > 0;
      while (token.isNot(clang::tok::eof) && !token.isAtStartOfLine())
        lexer.LexFromRawLexer(token);
      if (token.is(clang::tok::eof))
        break;
    }
    if (conditions > 0 || token.is(clang::tok::semi))
      continue;
    if (!isStatement && token.is(clang::tok::raw_identifier)) {
      const auto known = context.Idents.find(token.getRawIdentifier());
      isMacro = known != context.Idents.end() && known->second->hadMacroDefinition();
    }
    isStatement = true;
    if (token.is(clang::tok::raw_identifier))
      names.push_back(token.getRawIdentifier().str());
  }
  return isMacro ? std::vector<std::string>() : names;
}

} // namespace fporder::frontend
