#include "test/metamorphic/effects.h"
#include "test/metamorphic/transformations.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

namespace fporder::test {

namespace {

/// A statement in a block that computes one value and stores, declares or returns it; nothing else happens in it.
struct Simple {
  const clang::Stmt *statement = nullptr;
  const clang::Stmt *next = nullptr; // in the block
  const clang::Expr *value = nullptr;
  const clang::VarDecl *declared = nullptr;
  const clang::FunctionDecl *function = nullptr;
  MainText::Range range;
};

class SimpleStatements : public clang::RecursiveASTVisitor<SimpleStatements> {
public:
  explicit SimpleStatements(const MainText &of) : source(of) { TraverseAST(of.context); }

  bool TraverseFunctionDecl(clang::FunctionDecl *declared) {
    const clang::FunctionDecl *outer = std::exchange(function, declared);
    const bool result = RecursiveASTVisitor::TraverseFunctionDecl(declared);
    function = outer;
    return result;
  }
  bool TraverseStmt(clang::Stmt *statement) {
    return statement && llvm::isa<clang::OMPExecutableDirective, clang::LambdaExpr>(statement) ? true : RecursiveASTVisitor::TraverseStmt(statement);
  }

  bool VisitCompoundStmt(clang::CompoundStmt *block) {
    for (auto each = block->body_begin(); each != block->body_end(); ++each) {
      Simple simple{*each, each + 1 == block->body_end() ? nullptr : *(each + 1), nullptr, nullptr, function, {}};
      const auto range = source.statement(*each);
      if (!range || !source.oneLine(*range) || !takeValue(simple) || !seen.insert(range->begin).second)
        continue; // instantiations are seen as well
      simple.range = *range;
      all.push_back(simple);
    }
    return true;
  }

  std::vector<Simple> all;

private:
  static bool takeValue(Simple &simple) {
    if (const auto *returned = llvm::dyn_cast<clang::ReturnStmt>(simple.statement))
      simple.value = returned->getRetValue();
    if (const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(simple.statement); assignment && assignment->isAssignmentOp())
      simple.value = isPure(assignment->getLHS()) ? assignment->getRHS() : nullptr;
    if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(simple.statement); declaration && declaration->isSingleDecl())
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl());
          variable && variable->hasLocalStorage() && !variable->isConstexpr() && !variable->getType()->isReferenceType()) {
        simple.declared = variable;
        simple.value = variable->getInit();
      }
    return simple.value && isPure(simple.value) && simple.value->getType()->isRealFloatingType() && !simple.value->isTypeDependent();
  }

  const MainText &source;
  const clang::FunctionDecl *function = nullptr;
  std::set<unsigned> seen;
};

/// Types in which an expression is computed as it is stored: narrower ones are computed in another, unless flags say otherwise.
bool keepsFormat(const clang::Expr *expression) {
  const auto *type = expression->getType()->getAs<clang::BuiltinType>();
  return type && (type->getKind() == clang::BuiltinType::Float || type->getKind() == clang::BuiltinType::Double);
}

/// Operations of floating-point type within `value`, `value` itself left out, that are computed whenever it is.
std::vector<const clang::BinaryOperator *> operationsIn(const clang::Expr *value, bool itself) {
  std::vector<const clang::BinaryOperator *> found;
  const auto visit = [&](const auto &self, const clang::Stmt *node, bool counts) -> void {
    if (!node || llvm::isa<clang::ConditionalOperator, clang::UnaryExprOrTypeTraitExpr>(node))
      return;
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(node);
    if (operation && operation->isLogicalOp())
      return;
    if (operation && counts && (operation->isAdditiveOp() || operation->isMultiplicativeOp()) && operation->getType()->isRealFloatingType())
      found.push_back(operation);
    for (const clang::Stmt *child : node->children())
      self(self, child, true);
  };
  visit(visit, value->IgnoreParenImpCasts(), itself);
  return found;
}

template <class T> const T &oneOf(const std::vector<T> &all, Random &random) { return all[below(random, static_cast<unsigned>(all.size()))]; }

/// What is spelled for an expression, parentheses around it left out.
std::optional<MainText::Range> spelled(const MainText &source, const clang::Expr *expression) {
  const auto range = source.range(expression->IgnoreParens()->getSourceRange());
  return range && source.oneLine(*range) && !llvm::StringRef(source.in(*range)).contains("/*") ? range : std::nullopt;
}

std::optional<Rewritten> finished(const Edits &edits, Rewritten result) {
  if (edits.empty())
    return std::nullopt;
  edits.apply(result);
  return result;
}

/// References to `variable` in `in`, as values read.
struct Reads : clang::RecursiveASTVisitor<Reads> {
  explicit Reads(const clang::ValueDecl *of) : variable(of) {}
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (reference->getDecl() == variable)
      all.push_back(reference);
    return true;
  }
  const clang::ValueDecl *variable;
  std::vector<const clang::DeclRefExpr *> all;
};

std::vector<const clang::DeclRefExpr *> readsOf(const clang::ValueDecl *variable, const clang::Stmt *in) {
  Reads reads(variable);
  reads.TraverseStmt(const_cast<clang::Stmt *>(in));
  return reads.all;
}

/// A parameter list, its arguments, and the body's text for an expression over scalars, elements and members.
class Helper {
public:
  Helper(const MainText &of, const clang::Expr *whole)
      : source(of), body(of.in(*of.range(whole->getSourceRange()))), start(of.range(whole->getSourceRange())->begin) {
    complete = leaf(whole);
  }

  bool complete = true;
  std::string parameters, arguments;
  std::string text() const {
    std::string result;
    std::size_t at = 0;
    for (const auto &[begin, end, name] : places) {
      result += body.substr(at, begin - at) + name;
      at = end;
    }
    return result + body.substr(at);
  }

private:
  bool leaf(const clang::Expr *expression) {
    expression = expression->IgnoreParens();
    if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression); cast && cast->getCastKind() == clang::CK_LValueToRValue)
      return parameter(cast->getSubExpr());
    if (llvm::isa<clang::DeclRefExpr>(expression) && !expression->getType()->isFunctionType())
      return false;
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression))
      return llvm::all_of(call->arguments(), [&](const clang::Expr *argument) { return leaf(argument); });
    return llvm::all_of(expression->children(), [&](const clang::Stmt *child) {
      const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child);
      return operand && leaf(operand);
    });
  }

  bool parameter(const clang::Expr *read) {
    const auto range = source.range(read->getSourceRange());
    if (!range || range->begin < start || range->end > start + body.size() || !read->getType()->isArithmeticType())
      return false;
    const std::string spelling = source.in(*range);
    std::string &name = names[spelling];
    if (name.empty()) {
      const auto *variable = llvm::dyn_cast<clang::DeclRefExpr>(read->IgnoreParens());
      name = variable ? variable->getDecl()->getName().str() : "given" + std::to_string(names.size());
      clang::PrintingPolicy policy(source.context.getLangOpts());
      parameters += (parameters.empty() ? "" : ", ") + read->getType().getUnqualifiedType().getCanonicalType().getAsString(policy) + " " + name;
      arguments += (arguments.empty() ? "" : ", ") + spelling;
    }
    places.emplace_back(range->begin - start, range->end - start, name);
    return true;
  }

  const MainText &source;
  std::string body;
  unsigned start;
  std::map<std::string, std::string> names;
  std::vector<std::tuple<std::size_t, std::size_t, std::string>> places;
};

/// With its template's head.
const clang::Decl *described(const clang::Decl *declaration) {
  const clang::Decl *templated = declaration->getDescribedTemplate();
  return templated ? templated : declaration;
}

/// The declaration at namespace level around a function.
const clang::Decl *outermost(const clang::FunctionDecl *function) {
  const clang::Decl *declaration = described(function);
  while (const auto *context = llvm::dyn_cast<clang::Decl>(declaration->getLexicalDeclContext())) {
    if (llvm::isa<clang::TranslationUnitDecl, clang::NamespaceDecl>(context))
      break;
    declaration = described(context);
  }
  return declaration;
}

} // namespace

std::optional<Rewritten> wrapInMacros(const MainText &source, Random &random) {
  Rewritten result;
  Edits edits(source);
  for (const Simple &simple : SimpleStatements(source).all)
    if (const auto range = spelled(source, simple.value); range && below(random, 2)) {
      edits.replace(*range, "AS_IT_IS(" + source.in(*range) + ")");
      ++result.sites;
    }
  if (!edits.empty())
    edits.insertLine(0, "#define AS_IT_IS(...) __VA_ARGS__");
  return finished(edits, result);
}

std::optional<Rewritten> hideInMacros(const MainText &source, Random &random) {
  Rewritten result;
  Edits edits(source);
  for (const Simple &simple : SimpleStatements(source).all)
    if (const auto range = spelled(source, simple.value); range && below(random, 2)) {
      const std::string name = "HIDDEN_" + std::to_string(++result.sites);
      edits.replace(*range, name);
      edits.insertLine(0, "#define " + name + " " + source.in(*range));
    }
  return finished(edits, result);
}

std::optional<Rewritten> split(const MainText &source, Random &random) {
  Rewritten result;
  Edits edits(source);
  const bool cxx = source.context.getLangOpts().CPlusPlus;
  for (const Simple &simple : SimpleStatements(source).all) {
    const auto operations = operationsIn(simple.value, false);
    if (operations.empty())
      continue;
    const clang::BinaryOperator *chosen = oneOf(operations, random);
    const auto range = spelled(source, chosen);
    if (!range || !keepsFormat(chosen))
      continue;
    const std::string name = "part" + std::to_string(++result.sites);
    edits.insert(simple.range.begin, std::string(cxx ? "const auto " : "const __auto_type ") + name + " = " + source.in(*range) + "; ");
    edits.replace(*range, name);
  }
  return finished(edits, result);
}

std::optional<Rewritten> merge(const MainText &source, Random &) {
  Rewritten result;
  Edits edits(source);
  for (const Simple &simple : SimpleStatements(source).all) {
    if (!simple.declared || !simple.next || !simple.function || !simple.function->getBody() ||
        !llvm::isa<clang::Expr, clang::DeclStmt, clang::ReturnStmt>(simple.next) ||
        !source.context.hasSameUnqualifiedType(simple.declared->getType(), simple.value->IgnoreImpCasts()->getType()))
      continue;
    if (!keepsFormat(simple.value))
      continue;
    const auto value = spelled(source, simple.value), next = source.statement(simple.next);
    const auto uses = readsOf(simple.declared, simple.function->getBody());
    if (!value || !next || !source.oneLine(*next) || uses.size() != 1)
      continue;
    const auto use = source.range(uses.front()->getSourceRange());
    const auto effects = effectsOf(simple.next, {});
    const auto *returned = llvm::dyn_cast<clang::ReturnStmt>(simple.next);
    const bool simpleNext = effects || (returned && returned->getRetValue() && isPure(returned->getRetValue()));
    if (!use || use->begin < next->begin || use->end > next->end || !simpleNext || !edits.isFree(simple.range) || !edits.isFree(*next) ||
        source.context.getLangOpts().OpenCL)
      continue;
    edits.replace(simple.range, "");
    edits.replace(*use, "(" + source.in(*value) + ")");
    edits.replace({next->end - 1, next->end}, ";"); // taken
    result.lines[source.line(simple.range.begin)] = {source.line(next->begin)};
    ++result.sites;
  }
  return finished(edits, result);
}

std::optional<Rewritten> extractHelpers(const MainText &source, Random &random) {
  Rewritten result;
  Edits edits(source);
  for (const Simple &simple : SimpleStatements(source).all) {
    if (!simple.function || source.context.getLangOpts().OpenCL || source.context.getLangOpts().CUDA)
      continue;
    const auto operations = operationsIn(simple.value, true);
    if (operations.empty())
      continue;
    const clang::BinaryOperator *chosen = oneOf(operations, random);
    const auto range = spelled(source, chosen), before = source.range(outermost(simple.function)->getSourceRange());
    if (!range || !before || !keepsFormat(chosen) || below(random, 3) == 0)
      continue;
    const Helper helper(source, chosen);
    if (!helper.complete || helper.arguments.empty())
      continue;
    const std::string name = "helper" + std::to_string(++result.sites);
    clang::PrintingPolicy policy(source.context.getLangOpts());
    edits.insertLine(before->begin,
                     std::string(simple.function->isConstexpr() ? "constexpr " : "static inline ") +
                         chosen->getType().getUnqualifiedType().getCanonicalType().getAsString(policy) + " " + name + "(" + helper.parameters +
                         ") { return " + helper.text() + "; }",
                     source.line(range->begin));
    edits.replace(*range, name + "(" + helper.arguments + ")");
  }
  return finished(edits, result);
}

} // namespace fporder::test
