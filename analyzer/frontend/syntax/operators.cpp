#include "analyzer/frontend/syntax/operators.h"

#include "analyzer/frontend/syntax/documented_calls.h"
#include "analyzer/frontend/syntax/places.h"
#include "analyzer/frontend/types/evidence_search.h"
#include "analyzer/frontend/types/types.h"
#include "analyzer/frontend/values/math_functions.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

namespace fporder::frontend {
namespace {

namespace tok = clang::tok;

bool isOperator(tok::TokenKind kind) {
  switch (kind) {
  case tok::plus:
  case tok::minus:
  case tok::star:
  case tok::slash:
  case tok::plusequal:
  case tok::minusequal:
  case tok::starequal:
  case tok::slashequal:
    return true;
  default:
    return false;
  }
}

bool endsOperand(tok::TokenKind kind) {
  return kind == tok::identifier || kind == tok::numeric_constant || kind == tok::r_paren || kind == tok::r_square || kind == tok::kw_this;
}

bool beginsOperand(tok::TokenKind kind) {
  return kind == tok::identifier || kind == tok::numeric_constant || kind == tok::l_paren || kind == tok::minus || kind == tok::plus ||
         kind == tok::coloncolon || kind == tok::kw_static_cast || kind == tok::kw_float || kind == tok::kw_double || kind == tok::kw_this ||
         kind == tok::star || kind == tok::amp || kind == tok::kw_reinterpret_cast;
}

enum class Kind : std::uint8_t { Other, Floating, Constant };

/// What the syntax tree knows of an operator token.
struct Known {
  Kind kind = Kind::Other;
  const char *why = "in code that is not followed"; // when it reached no graph
};

class Walk : public clang::RecursiveASTVisitor<Walk> {
  using Base = clang::RecursiveASTVisitor<Walk>;

public:
  Walk(clang::ASTContext &astContext, const std::vector<const models::Vendor *> &apis)
      : context(astContext), vendors(apis), types(astContext, apis), evidence(astContext) {}

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool shouldVisitImplicitCode() const { return false; }
  bool shouldTraversePostOrder() const { return true; } // isConstant asks what is below

  bool TraverseFunctionDecl(clang::FunctionDecl *function) {
    return inFunction(function, [&] { return Base::TraverseFunctionDecl(function); });
  }
  bool TraverseCXXMethodDecl(clang::CXXMethodDecl *function) {
    return inFunction(function, [&] { return Base::TraverseCXXMethodDecl(function); });
  }
  bool TraverseCXXConstructorDecl(clang::CXXConstructorDecl *function) {
    return inFunction(function, [&] { return Base::TraverseCXXConstructorDecl(function); });
  }
  bool TraverseCXXConversionDecl(clang::CXXConversionDecl *function) {
    return inFunction(function, [&] { return Base::TraverseCXXConversionDecl(function); });
  }
  bool TraverseCXXDestructorDecl(clang::CXXDestructorDecl *function) {
    return inFunction(function, [&] { return Base::TraverseCXXDestructorDecl(function); });
  }
  bool TraverseLambdaExpr(clang::LambdaExpr *lambda) {
    const auto body = [&] { return Base::TraverseLambdaExpr(lambda); };
    return lambda->isGenericLambda() ? inFunction(lambda->getCallOperator(), body) : within(why, "in code that is not followed", body);
  }
  bool TraverseVarDecl(clang::VarDecl *variable) {
    if (depth == 0 && variable->getInit() && variable->getInit()->isInstantiationDependent())
      unsearchedConstants.push_back(variable);
    return Base::TraverseVarDecl(variable);
  }
  bool TraverseRecoveryExpr(clang::RecoveryExpr *broken, DataRecursionQueue * = nullptr) {
    return within(why, "in an expression with errors", [&] { return Base::TraverseRecoveryExpr(broken); });
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *query, DataRecursionQueue * = nullptr) {
    return within(unevaluated, true, [&] { return Base::TraverseUnaryExprOrTypeTraitExpr(query); });
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *query, DataRecursionQueue * = nullptr) {
    return within(unevaluated, true, [&] { return Base::TraverseCXXNoexceptExpr(query); });
  }
  bool TraverseEnumConstantDecl(clang::EnumConstantDecl *declaration) {
    return within(unevaluated, true, [&] { return Base::TraverseEnumConstantDecl(declaration); });
  }
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl *declaration) {
    return within(unevaluated, true, [&] { return Base::TraverseStaticAssertDecl(declaration); });
  }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc type, bool qualifier = true) {
    (void)qualifier;
    return within(unevaluated, true, [&] { return !type.getUnderlyingExpr() || TraverseStmt(type.getUnderlyingExpr()); });
  }

  bool VisitBinaryOperator(clang::BinaryOperator *operation) {
    if (!operation->isAdditiveOp() && !operation->isMultiplicativeOp() && !operation->isCompoundAssignmentOp())
      return true;
    clang::QualType type = operation->getType();
    if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(operation); compound && !compound->getComputationResultType().isNull())
      type = compound->getComputationResultType();
    if (type->isDependentType() && isInteger(operation, operation->getLHS(), operation->getRHS()))
      type = context.IntTy;
    note(operation->getOperatorLoc(), operation, type);
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr *operation) {
    const bool integer =
        operation->getType()->isDependentType() && operation->getNumArgs() == 2 && isInteger(operation, operation->getArg(0), operation->getArg(1));
    if (operation->getNumArgs() == 2)
      note(operation->getOperatorLoc(), operation, integer ? context.IntTy : operation->getType());
    else
      operators[operation->getOperatorLoc()];
    return true;
  }
  bool VisitCallExpr(clang::CallExpr *call) {
    if (llvm::isa<clang::CXXOperatorCallExpr>(call))
      return true;
    if (call->isInstantiationDependent())
      search();
    const DocumentedCall modelled = documentedCall(types, vendors, call);
    if (modelled.kind != DocumentedCall::Kind::None) {
      if (modelled.kind == DocumentedCall::Kind::Computes)
        noteFloating(calls[modelled.name], call);
      return true;
    }
    const clang::Expr *callee = call->getCallee()->IgnoreParenImpCasts();
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(callee)) {
      const auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
      if (function && computes(function))
        note(reference->getLocation(), call, function->getReturnType(), true); // the call's own type is open where an argument's is
    } else if (const auto *open = llvm::dyn_cast<clang::UnresolvedLookupExpr>(callee)) {
      if (open->getName().isIdentifier() && mathFunction(open->getName().getAsIdentifierInfo()->getName()))
        note(open->getNameLoc(), call, call->getType(), true);
    }
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    operators[operation->getOperatorLoc()];
    return true;
  }
  bool VisitPointerTypeLoc(clang::PointerTypeLoc type) {
    operators[type.getStarLoc()];
    return true;
  }
  bool VisitMemberPointerTypeLoc(clang::MemberPointerTypeLoc type) {
    operators[type.getStarLoc()];
    return true;
  }

  /// The type of a variable with an error in its declaration is not known.
  bool VisitVarDecl(clang::VarDecl *variable) {
    const clang::QualType type = variable->getType().getNonReferenceType();
    const bool isInteger = !variable->isInvalidDecl() && (type->isIntegralOrEnumerationType() || type->isPointerType() || type->isArrayType());
    if (depth > 0 && variable->getIdentifier())
      functions.back().integers.try_emplace(variable->getIdentifier(), true).first->second &= isInteger;
    return true;
  }

  /// True when the function around the token declares all of these as integers or pointers, and as nothing else. After the walk.
  bool areIntegers(clang::SourceLocation token, std::optional<llvm::ArrayRef<const clang::IdentifierInfo *>> names) const {
    const clang::SourceLocation place = context.getSourceManager().getExpansionLoc(token);
    const auto *const after = llvm::upper_bound(functions, place, [](clang::SourceLocation at, const Function &each) { return at < each.begin; });
    return names && after != functions.begin() && !(after[-1].end < place) &&
           llvm::all_of(*names, [&](const clang::IdentifierInfo *name) { return after[-1].integers.lookup(name); });
  }
  void finish() {
    llvm::sort(functions, [](const Function &a, const Function &b) { return a.begin < b.begin; });
  }

  llvm::DenseMap<clang::SourceLocation, Known> operators, calls;

private:
  /// A function that lies in no other one.
  struct Function {
    clang::SourceLocation begin, end;
    llvm::DenseMap<const clang::IdentifierInfo *, bool> integers; // by name: all variables of that name are integers or pointers
  };

  /// Runs `body` with `variable` changed.
  template <class T, class Body> bool within(T &variable, T value, Body body) {
    std::swap(variable, value);
    const bool goOn = body();
    std::swap(variable, value);
    return goOn;
  }

  template <class Body> bool inFunction(clang::FunctionDecl *function, Body body) {
    unsearched.push_back(function);
    if (depth == 0) {
      Function &outermost = functions.emplace_back();
      outermost.begin = context.getSourceManager().getExpansionLoc(function->getBeginLoc());
      outermost.end = context.getSourceManager().getExpansionLoc(function->getEndLoc());
    }
    return within(depth, depth + 1, [&] { return within(why, "in code that is not followed", body); });
  }

  /// Evidence of the functions so far, sought where something needs it first: most code has no open types.
  void search() {
    for (clang::FunctionDecl *function : unsearched)
      searchEvidence(function, evidence);
    for (clang::VarDecl *constant : unsearchedConstants)
      searchEvidence(constant, evidence);
    if (!unsearched.empty() || !unsearchedConstants.empty())
      declareParameters(evidence, types);
    unsearched.clear();
    unsearchedConstants.clear();
  }

  /// What a dependent operation does to pointers and integers is no floating-point arithmetic.
  bool isInteger(const clang::Expr *operation, const clang::Expr *left, const clang::Expr *right) {
    search();
    return isPointer(types, left) || isPointer(types, right) || evidence.of(operation).kind == NumberKind::Integral;
  }

  /// A function of a compiler's own header, as those of immintrin.h and arm_neon.h.
  bool isIntrinsic(const clang::FunctionDecl *function) const {
    return function->getBuiltinID() != 0 ||
           (function->hasAttr<clang::AlwaysInlineAttr>() && context.getSourceManager().isInSystemHeader(function->getLocation()));
  }

  /// Its calls are counted. Asked for each of them, and decided by name.
  bool computes(const clang::FunctionDecl *function) {
    const auto [entry, isNew] = computing.try_emplace(function, false);
    if (isNew)
      entry->second = mathFunction(function) || isIntrinsic(function);
    return entry->second;
  }

  void note(clang::SourceLocation token, const clang::Expr *operation, clang::QualType type, bool call = false) {
    Known &entry = (call ? calls : operators)[token];
    entry.why = why;
    if (!type.isNull() && type->isDependentType())
      search();
    if (!type.isNull() && types.isFloating(type.getNonReferenceType()))
      noteFloating(entry, operation);
  }
  void noteFloating(Known &entry, const clang::Expr *operation) {
    entry.why = why;
    if (!unevaluated)
      entry.kind = isConstant(operation) ? Kind::Constant : Kind::Floating;
  }

  /// Without asking below what is known to vary, which would take quadratic time in a long sum.
  bool isConstant(const clang::Expr *operation) {
    const bool varies = operation->isValueDependent() || operation->isTypeDependent() ||
                        llvm::any_of(operation->children(), [&](const clang::Stmt *child) { return varying.contains(withoutSigns(child)); }) ||
                        !operation->isEvaluatable(context);
    if (varies)
      varying.insert(operation);
    return !varies;
  }
  static const clang::Stmt *withoutSigns(const clang::Stmt *operand) {
    for (;;) {
      const auto *expression = llvm::dyn_cast_or_null<clang::Expr>(operand);
      if (!expression)
        return operand;
      expression = expression->IgnoreParenCasts();
      const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(expression);
      if (!sign)
        return expression;
      operand = sign->getSubExpr();
    }
  }

  clang::ASTContext &context;
  const std::vector<const models::Vendor *> &vendors;
  Types types;
  TypeEvidence evidence;
  llvm::SmallVector<clang::FunctionDecl *> unsearched;
  llvm::SmallVector<clang::VarDecl *> unsearchedConstants; // outside functions
  llvm::SmallVector<Function, 0> functions;
  unsigned depth = 0; // of functions that are walked
  llvm::DenseSet<const clang::Stmt *> varying;
  llvm::DenseMap<const clang::FunctionDecl *, bool> computing;
  const char *why = "outside functions";
  bool unevaluated = false; // inside sizeof and its kin, or an integer constant
};

/// The same for every spelling of the path to the file.
std::uint64_t macroHash(const order::Graph &graph, const order::Place &definition) {
  const llvm::StringRef name = llvm::sys::path::filename(graph.file(definition.file));
  const std::uint64_t hash =
      llvm::xxh3_64bits((name + llvm::Twine(':') + llvm::Twine(definition.line) + llvm::Twine(':') + llvm::Twine(definition.column)).str());
  return std::max<std::uint64_t>(hash, 1);
}

} // namespace

namespace {

/// Tells when the preprocessor enters a system header, and when it is back in a file of the user's.
class SystemHeaders : public clang::PPCallbacks {
public:
  explicit SystemHeaders(llvm::unique_function<void(bool)> function) : entered(std::move(function)) {}
  void FileChanged(clang::SourceLocation, FileChangeReason, clang::SrcMgr::CharacteristicKind kind, clang::FileID) override {
    entered(kind != clang::SrcMgr::C_User);
  }

private:
  llvm::unique_function<void(bool)> entered;
};

} // namespace

void OperatorCensus::watch(clang::Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<SystemHeaders>([this](bool isSystem) { enterFile(isSystem); }));
  preprocessor.setTokenWatcher([this](const clang::Token &token) { note(token); });
}

/// Of system headers nothing is counted. A file of the user's goes on behind one as behind a declaration.
void OperatorCensus::enterFile(bool isSystem) {
  if (inSystemHeader && !isSystem)
    beforeLast = last = tok::semi;
  inSystemHeader = isSystem;
}

void OperatorCensus::note(const clang::Token &token) {
  const tok::TokenKind kind = token.getKind();
  if (token.isAnnotation() || (inSystemHeader && !awaits))
    return;
  if (awaits) {
    tokens.back().beforeOperand = beginsOperand(kind);
    awaits = false;
  }
  const bool inName = beforeLast == tok::coloncolon || beforeLast == tok::period || beforeLast == tok::arrow; // x.template f<int>()
  if (last == tok::kw_template && kind != tok::less && !inName)
    instantiates = true;
  else if (kind == tok::semi || kind == tok::l_brace)
    instantiates = false;
  if (isOperator(kind) && !instantiates) {
    const bool statement = beforeLast == tok::semi || beforeLast == tok::l_brace || beforeLast == tok::r_brace || beforeLast == tok::kw_const;
    tokens.push_back({token.getLocation(), kind, endsOperand(last), false, statement, runs.current()});
    awaits = true;
  }
  runs.take(token);
  beforeLast = last;
  last = kind == tok::raw_identifier ? tok::identifier : kind;
}

void arrange(std::vector<Operator> &operators) {
  const auto before = [](const Operator &a, const Operator &b) { return a.place != b.place ? a.place < b.place : a.why < b.why; };
  if (!llvm::is_sorted(operators, before)) // what one unit counted is
    llvm::sort(operators, before);
  operators.erase(llvm::unique(operators, [](const Operator &a, const Operator &b) { return a.place == b.place; }), operators.end());
}

OperatorCensus::Spot OperatorCensus::spotOf(std::uint32_t file, const order::Graph &graph, const order::Place &place) {
  return {{file, place.line}, {place.column, place.macroDefinition ? macroHash(graph, graph.place(place.macroDefinition)) : 0}};
}

void OperatorCensus::reached(const order::Procedure &procedure) {
  const order::Graph &graph = procedure.graph;
  std::vector<bool> seen; // by place: many nodes share one
  order::FileId lastFile;
  std::uint32_t file = 0;
  for (std::uint32_t i = 0; i < graph.size(); ++i)
    if (const order::PlaceId id = graph[order::NodeId{i}].place) {
      if (id.index >= seen.size())
        seen.resize(id.index + 1);
      if (seen[id.index])
        continue;
      seen[id.index] = true;
      const order::Place &place = graph.place(id);
      if (place.file != lastFile) {
        lastFile = place.file;
        file = numberOf(graph.file(lastFile));
      }
      reachedSpots.insert(spotOf(file, graph, place));
    }
}

Operators OperatorCensus::count(clang::ASTContext &context, const std::vector<const models::Vendor *> &vendors,
                                llvm::function_ref<bool(const std::string &)> isOwn) {
  const clang::SourceManager &sources = context.getSourceManager();
  Walk walk(context, vendors);
  const auto isOfSystem = [&](const clang::Decl *declaration) {
    return sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation()));
  };
  for (clang::Decl *declaration : context.getTraversalScope())
    if (const auto *unit = llvm::dyn_cast<clang::TranslationUnitDecl>(declaration)) {
      for (clang::Decl *inner : unit->decls())
        if (!isOfSystem(inner))
          walk.TraverseDecl(inner);
    } else if (!isOfSystem(declaration)) {
      walk.TraverseDecl(declaration);
    }
  walk.finish();
  SourceFiles sourceFiles(sources, context.getLangOpts());
  order::Graph graph;
  Places resolved(sourceFiles, graph);
  llvm::DenseMap<clang::FileID, bool> own;
  const auto isOwnFile = [&](clang::SourceLocation location) {
    const clang::FileID file = sources.getFileID(sources.getExpansionLoc(location));
    const auto [entry, isNew] = own.try_emplace(file, file == sources.getMainFileID());
    if (isNew && !entry->second && !sources.isInSystemHeader(location))
      if (const auto name = sources.getFileEntryRefForID(file)) {
        const llvm::StringRef path = name->getFileEntry().tryGetRealPathName();
        entry->second = isOwn(path.empty() ? name->getName().str() : path.str());
      }
    return entry->second;
  };
  Counted counted;
  order::FileId lastFile;
  std::uint32_t lastNumber = 0;
  const auto numberOfFile = [&](order::FileId file) {
    if (file != lastFile)
      lastNumber = numberOf(graph.file(lastFile = file));
    return lastNumber;
  };
  const auto count = [&](clang::SourceLocation token, const Known *known) {
    if (!isOwnFile(token))
      return;
    const order::PlaceId place = resolved.of(token, clang::SourceRange(token));
    if (!place)
      return;
    const Spot spot = spotOf(numberOfFile(graph.place(place).file), graph, graph.place(place));
    const bool good = known && (known->kind == Kind::Constant || computed.contains(token) || reachedSpots.contains(spot));
    const OperatorPlace at{spot.first.second, spot.second.first, spot.second.second};
    counted[spot.first.first].push_back({at, good ? "" : known ? known->why : "not parsed"});
  };
  for (const SeenToken &token : tokens) {
    const auto found = walk.operators.find(token.location);
    const bool lost = found == walk.operators.end();
    if (lost && walk.areIntegers(token.location, runs.names(token.run)))
      continue;
    // A star after a name that begins a statement declares a pointer.
    if (lost ? token.afterOperand && token.beforeOperand && !(token.kind == tok::star && token.startsStatement) : found->second.kind != Kind::Other)
      count(token.location, lost ? nullptr : &found->second);
  }
  for (const auto &[token, known] : walk.calls)
    if (known.kind != Kind::Other)
      count(token, &known);
  return named(counted);
}

Operators OperatorCensus::named(Counted &counted) const {
  Operators operators;
  for (const auto &file : files)
    if (const auto own = counted.find(file.second); own != counted.end()) {
      if (!llvm::is_sorted(own->second)) // the tokens of one file are
        llvm::sort(own->second);
      std::vector<Operator> &entries = operators[file.first().str()];
      entries.reserve(own->second.size());
      for (const auto &[place, why] : own->second)
        if (entries.empty() || entries.back().place != place)
          entries.push_back({place, why.str()});
    }
  return operators;
}

} // namespace fporder::frontend
