#include "analyzer/frontend/syntax/places.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

namespace fporder::frontend {

namespace {

constexpr std::size_t shortChain = 8; // operators to the right of each other that are walked over again

} // namespace

SourceFiles::SourceFiles(const clang::SourceManager &sourceManager, const clang::LangOptions &languageOptions)
    : manager(sourceManager), options(languageOptions) {}

const SourceFiles::File &SourceFiles::load(clang::FileID id) {
  std::unique_ptr<File> &file = files[id];
  if (file)
    return *file;
  file = std::make_unique<File>();
  if (clang::OptionalFileEntryRef entry = manager.getFileEntryRefForID(id)) {
    llvm::StringRef real = entry->getFileEntry().tryGetRealPathName();
    file->name = (id == manager.getMainFileID() || real.empty() ? entry->getName() : real).str();
  }
  file->text = manager.getBufferData(id);
  file->lineStarts.push_back(0);
  for (std::size_t at = file->text.find('\n'); at != llvm::StringRef::npos; at = file->text.find('\n', at + 1))
    file->lineStarts.push_back(static_cast<std::uint32_t>(at + 1));
  return *file;
}

SourceFiles::Spot SourceFiles::spot(clang::SourceLocation location) {
  Spot result;
  if (location.isInvalid())
    return result;
  auto [file, offset] = manager.getDecomposedLoc(location);
  if (file.isInvalid())
    return result;
  if (file != lastFile) {
    lastFile = file;
    lastSource = &load(file);
    lastLine = 0;
  }
  const std::vector<std::uint32_t> &starts = lastSource->lineStarts;
  bool sameLine = starts[lastLine] <= offset && (lastLine + 1 == starts.size() || offset < starts[lastLine + 1]);
  if (!sameLine)
    lastLine = static_cast<std::uint32_t>(std::upper_bound(starts.begin(), starts.end(), offset) - starts.begin() - 1);
  result.file = file;
  result.source = lastSource;
  result.offset = offset;
  result.line = lastLine + 1;
  result.column = offset - starts[lastLine] + 1;
  return result;
}

std::uint32_t SourceFiles::tokenLength(const Spot &spot) const {
  // Operators are the common case and need no lexer: a + - * / with or without =.
  llvm::StringRef rest = spot.source->text.drop_front(spot.offset);
  if (rest.size() >= 2 && llvm::StringRef("+-*/").contains(rest[0]) && rest[1] != rest[0] && rest[1] != '>')
    return rest[1] == '=' ? 2 : 1;
  clang::SourceLocation location = manager.getComposedLoc(spot.file, spot.offset);
  return std::max(1u, clang::Lexer::MeasureTokenLength(location, manager, options));
}

order::FileId Places::fileId(const SourceFiles::Spot &spot) {
  order::FileId &id = known[spot.file];
  if (!id)
    id = graph.addFile(spot.source->name);
  return id;
}

order::PlaceId Places::definition(clang::SourceLocation token) {
  SourceFiles::Spot spot = files.spot(files.manager.getSpellingLoc(token));
  if (!spot.valid())
    return {};
  order::Place place;
  place.file = fileId(spot);
  place.line = place.beginLine = place.endLine = spot.line;
  place.column = place.beginColumn = spot.column;
  place.tokenLength = files.tokenLength(spot);
  place.endColumn = place.column + place.tokenLength;
  place.beginOffset = spot.offset;
  place.endOffset = spot.offset + place.tokenLength;
  return graph.addPlace(place);
}

namespace {

/// True when the token is spelled by a macro's body rather than by the user at the expansion.
bool spelledByMacroBody(clang::SourceLocation &location, const clang::SourceManager &manager) {
  while (location.isMacroID()) {
    if (!manager.isMacroArgExpansion(location))
      return true;
    location = manager.getImmediateSpellingLoc(location);
  }
  return false;
}

} // namespace

order::Place Places::resolve(clang::SourceLocation token, clang::SourceRange range) {
  const clang::SourceManager &manager = files.manager;
  clang::SourceLocation written = token; // in the text the user wrote, or in the macro body that spells it
  bool inBody = spelledByMacroBody(written, manager);

  order::Place place;
  clang::CharSourceRange characters;
  if (inBody) {
    // The whole expansion stands for what the macro's body does.
    place.macroDefinition = definition(written);
    clang::CharSourceRange expansion = manager.getExpansionRange(written);
    token = expansion.getBegin();
    while (token.isMacroID())
      token = manager.getFileLoc(token);
    characters = clang::Lexer::getAsCharRange(manager.getExpansionRange(written), manager, files.options);
  } else {
    token = written;
    characters = clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(range), manager, files.options);
    place.editable = characters.isValid();
    if (!place.editable) {
      clang::SourceRange whole(manager.getFileLoc(range.getBegin()), manager.getFileLoc(range.getEnd()));
      characters = clang::Lexer::getAsCharRange(whole, manager, files.options);
    }
  }

  SourceFiles::Spot at = files.spot(token);
  if (!at.valid())
    return {};
  place.file = fileId(at);
  place.line = at.line;
  place.column = at.column;
  place.tokenLength = files.tokenLength(at);
  SourceFiles::Spot begin = files.spot(characters.getBegin()), end = files.spot(characters.getEnd());
  if (begin.file != at.file || end.file != at.file || begin.offset > at.offset || end.offset < at.offset + place.tokenLength) {
    place.editable = false; // operands from another file or macro argument: the operator alone is left
    begin = end = at;
    end.offset += place.tokenLength;
    end.column += place.tokenLength;
  }
  place.beginLine = begin.line;
  place.beginColumn = begin.column;
  place.beginOffset = begin.offset;
  place.endLine = end.line;
  place.endColumn = end.column;
  place.endOffset = end.offset;
  return place;
}

order::PlaceId Places::of(clang::SourceLocation token, clang::SourceRange range) {
  if (token.isInvalid())
    token = range.getBegin();
  if (token.isInvalid())
    return {};
  order::Place place = resolve(token, range.isValid() ? range : clang::SourceRange(token));
  if (!place.file)
    return {};
  place.editable = place.editable && ofModel == 0;
  place.ofModel = ofModel;
  place.statement = statement;
  place.inlinedAt = inlinedAt;
  place.analysedAlone = inlinedAt && analysedAlone;
  place.ofNumbers = inlinedAt && ofNumbers;
  return graph.addPlace(place);
}

order::PlaceId Places::of(const clang::Expr *expression) { return of(operatorToken(expression), rangeOf(expression)); }

clang::SourceRange Places::rangeOf(const clang::Expr *expression) {
  // Expr::getBeginLoc walks down the left operands: for a sum of n terms, asked for each of its partial sums, n^2 steps.
  const clang::Expr *leftmost = expression;
  clang::SourceLocation begin;
  while (begin.isInvalid()) {
    if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(leftmost)) {
      leftmost = cast->getSubExpr();
    } else if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(leftmost)) {
      if (auto found = begins.find(binary); found != begins.end())
        begin = found->second;
      leftmost = binary->getLHS();
    } else if (begin = leftmost->getBeginLoc(); begin.isInvalid()) {
      return {};
    }
  }
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
    begins[binary] = begin;
  return {begin, endOf(expression)};
}

/// Expr::getEndLoc, which walks down the right operands: not again over a chain that was walked before.
clang::SourceLocation Places::endOf(const clang::Expr *expression) {
  llvm::SmallVector<const clang::Expr *, 16> chain;
  const clang::Expr *rightmost = expression;
  clang::SourceLocation end;
  for (;;) {
    if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(rightmost)) {
      rightmost = cast->getSubExpr();
      continue;
    }
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(rightmost);
    const auto *conditional = llvm::dyn_cast<clang::ConditionalOperator>(rightmost);
    if (!binary && !conditional) {
      end = rightmost->getEndLoc();
      break;
    }
    if (!ends.empty())
      if (const auto found = ends.find(rightmost); found != ends.end()) {
        end = found->second;
        break;
      }
    chain.push_back(rightmost);
    rightmost = binary ? binary->getRHS() : conditional->getRHS();
  }
  if (chain.size() > shortChain)
    for (const clang::Expr *each : chain)
      ends[each] = end;
  return end;
}

clang::SourceLocation operatorToken(const clang::Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return binary->getOperatorLoc();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unary->getOperatorLoc();
  if (const auto *conditional = llvm::dyn_cast<clang::ConditionalOperator>(expression))
    return conditional->getQuestionLoc();
  if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression))
    return operation->getOperatorLoc();
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression)) {
    const clang::Expr *callee = call->getCallee()->IgnoreParenImpCasts();
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(callee))
      return member->getMemberLoc();
    if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(callee))
      return name->getLocation(); // past the qualifier
    if (const auto *name = llvm::dyn_cast<clang::OverloadExpr>(callee))
      return name->getNameLoc();
    if (const auto *name = llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(callee))
      return name->getMemberLoc();
    if (const auto *name = llvm::dyn_cast<clang::DependentScopeDeclRefExpr>(callee))
      return name->getLocation();
    return callee->getExprLoc();
  }
  return expression->getExprLoc();
}

} // namespace fporder::frontend
