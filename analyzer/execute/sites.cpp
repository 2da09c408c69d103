#include "analyzer/execute/sites.h"

#include "analyzer/execute/floating_rules.h"
#include "analyzer/execute/layout.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace fporder::execute {
namespace {

class FunctionVisitor : public clang::RecursiveASTVisitor<FunctionVisitor> {
public:
  explicit FunctionVisitor(llvm::function_ref<void(const clang::FunctionDecl *)> consumer) : take(consumer) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseStmt(clang::Stmt *) { return true; } // no functions but lambdas' stand in bodies
  bool VisitFunctionDecl(clang::FunctionDecl *function) {
    if (function->doesThisDeclarationHaveABody() && !function->isDependentContext())
      take(function);
    return true;
  }

private:
  llvm::function_ref<void(const clang::FunctionDecl *)> take;
};

/// The token that stands for an operation; invalid for what is none.
clang::SourceLocation tokenOf(const clang::Expr *expression) {
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return binary->getOperatorLoc();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unary->getOperatorLoc();
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expression))
    return choice->getQuestionLoc();
  if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression))
    return operation->getOperatorLoc();
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression)) {
    const clang::Expr *callee = call->getCallee()->IgnoreParenImpCasts();
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(callee))
      return member->getMemberLoc();
    if (const auto *name = llvm::dyn_cast<clang::DeclRefExpr>(callee))
      return name->getLocation();
  }
  return {};
}

/// Whether it makes a floating-point number of another one or of an integer.
bool isConversion(const clang::CastExpr *cast) {
  return cast->getCastKind() == clang::CK_FloatingCast || cast->getCastKind() == clang::CK_IntegralToFloating;
}

class Body {
public:
  Body(const clang::ASTContext &of, const clang::FunctionDecl *function) : context(of), sources(of.getSourceManager()) {
    walk(function->getBody());
    if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function))
      for (const clang::CXXCtorInitializer *each : constructor->inits())
        walk(each->getInit());
  }

  std::vector<const clang::Expr *> at(const Spot &spot) const {
    std::vector<const clang::Expr *> found;
    for (const clang::Expr *each : operations)
      if (stands(tokenOf(each), spot))
        found.push_back(each);
    return found;
  }
  /// Conversions to `format` of what stands at the spot.
  std::vector<const clang::Expr *> conversionsAt(const Spot &spot, format::Format format) const {
    std::vector<const clang::Expr *> found;
    for (const clang::CastExpr *each : conversions)
      if (formatOf(context, each->getType()) == format &&
          (stands(each->getExprLoc(), spot) || stands(each->getSubExpr()->IgnoreParenImpCasts()->getExprLoc(), spot)))
        found.push_back(each);
    return found;
  }
  const clang::Stmt *parent(const clang::Stmt *of) const { return parents.lookup(of); }

private:
  void walk(const clang::Stmt *root) {
    llvm::SmallVector<const clang::Stmt *, 64> open{root};
    while (!open.empty()) {
      const clang::Stmt *at = open.pop_back_val();
      if (const auto *expression = llvm::dyn_cast<clang::Expr>(at); expression && tokenOf(expression).isValid())
        operations.push_back(expression);
      if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(at); cast && isConversion(cast))
        conversions.push_back(cast);
      for (const clang::Stmt *child : at->children())
        if (child && parents.try_emplace(child, at).second)
          open.push_back(child);
    }
  }

  bool isAt(clang::SourceLocation location, std::uint32_t line, std::uint32_t column) const {
    const auto [file, offset] = sources.getDecomposedLoc(location);
    return file.isValid() && sources.getColumnNumber(file, offset) == column && sources.getLineNumber(file, offset) == line;
  }

  bool isIn(clang::SourceLocation location, const std::string &name) const {
    const clang::FileID file = sources.getFileID(location);
    const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
    return entry && (entry->getName() == name || entry->getFileEntry().tryGetRealPathName() == name);
  }

  bool stands(clang::SourceLocation token, const Spot &spot) const {
    bool inBody = false;
    clang::SourceLocation written = token;
    while (written.isMacroID() && !inBody) {
      inBody = !sources.isMacroArgExpansion(written);
      if (!inBody)
        written = sources.getImmediateSpellingLoc(written);
    }
    const clang::SourceLocation place = sources.getFileLoc(written);
    if (inBody != (spot.spelledLine != 0) || !isAt(place, spot.line, spot.column) || !isIn(place, spot.file))
      return false;
    return !inBody || isAt(sources.getSpellingLoc(written), spot.spelledLine, spot.spelledColumn);
  }

  const clang::ASTContext &context;
  const clang::SourceManager &sources;
  std::vector<const clang::Expr *> operations;
  std::vector<const clang::CastExpr *> conversions;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> parents;
};

bool isLoop(const clang::Stmt *statement) { return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::CXXForRangeStmt>(statement); }

/// The expression itself or the conversion around it that gives values of `format`.
const clang::Expr *inFormat(const clang::ASTContext &context, const Body &body, const clang::Expr *expression, format::Format format) {
  for (const clang::Stmt *at = expression; at; at = body.parent(at)) {
    const auto *each = llvm::dyn_cast<clang::Expr>(at);
    if (!each || (each != expression && !llvm::isa<clang::CastExpr, clang::ParenExpr>(each)))
      return nullptr;
    if (each->isGLValue() && each != expression)
      return nullptr;
    const bool excess = format == format::Format::Binary32 && hasExcessPrecision(context, each->getType());
    const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(each);
    if (excess || formatOf(context, each->getType()) == format || (compound && formatOf(context, compound->getComputationResultType()) == format))
      return each;
  }
  return nullptr;
}

/// What the value goes into: the assignment, or the initialiser of a variable, around it in one full expression.
const clang::Stmt *assignmentOf(const Body &body, const clang::Expr *expression) {
  for (const clang::Stmt *at = expression, *above = body.parent(at); at; at = above, above = body.parent(at)) {
    if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(at); binary && binary->isAssignmentOp())
      return binary;
    if (!llvm::isa<clang::Expr>(at) || !above)
      return nullptr;
    if (llvm::isa<clang::DeclStmt>(above))
      return at;
  }
  return nullptr;
}

const clang::FunctionDecl *calleeOf(const clang::Expr *expression) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expression);
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  const clang::FunctionDecl *definition = nullptr;
  return callee && callee->hasBody(definition) ? definition : nullptr;
}

} // namespace

FunctionIndex::FunctionIndex(clang::ASTContext &context) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressUnwrittenScope = true;
  FunctionVisitor([&](const clang::FunctionDecl *function) {
    std::string name;
    llvm::raw_string_ostream stream(name);
    function->printQualifiedName(stream, policy);
    functions[{name, function->getType().getAsString(context.getPrintingPolicy())}].push_back(function);
  }).TraverseAST(context);
}

llvm::ArrayRef<const clang::FunctionDecl *> FunctionIndex::find(const std::string &name, const std::string &signature) const {
  const auto found = functions.find({name, signature});
  return found == functions.end() ? llvm::ArrayRef<const clang::FunctionDecl *>() : llvm::ArrayRef(found->second);
}

std::optional<Watch> watchAt(const clang::ASTContext &context, const clang::FunctionDecl *function, const std::vector<Spot> &calls, const Spot &spot,
                             format::Format format, std::string &reason) {
  Watch watch;
  const auto none = [&](std::size_t found, const std::string &what) {
    reason = (found > 1 ? "several " + what + "s stand at its place" : "no " + what + " that is executed stands at its place");
    return std::nullopt;
  };
  for (const Spot &call : calls) {
    std::vector<const clang::Expr *> candidates = Body(context, function).at(call);
    llvm::erase_if(candidates, [](const clang::Expr *each) { return calleeOf(each) == nullptr; });
    if (candidates.size() != 1)
      return none(candidates.size(), "call");
    watch.calls.insert(watch.calls.begin(), candidates.front());
    function = calleeOf(candidates.front());
  }
  const Body body(context, function);
  std::vector<const clang::Expr *> candidates = body.at(spot);
  if (candidates.empty())
    candidates = body.conversionsAt(spot, format);
  if (candidates.size() != 1)
    return none(candidates.size(), "expression");
  watch.expression = inFormat(context, body, candidates.front(), format);
  if (!watch.expression && candidates.front()->getType()->isVectorType()) {
    reason = "it computes with SIMD vectors";
    return std::nullopt;
  }
  if (!watch.expression)
    return none(0, "expression of its format");
  watch.format = format;
  watch.assignment = assignmentOf(body, candidates.front());
  for (const clang::Stmt *at = body.parent(candidates.front()); at; at = body.parent(at))
    if (isLoop(at))
      watch.loops.push_back(at);
  return watch;
}

} // namespace fporder::execute
