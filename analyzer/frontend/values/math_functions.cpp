#include "analyzer/frontend/values/math_functions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::Op;

MathFunction fromFacts(const order::FunctionFacts &facts) {
  MathFunction function;
  function.op = facts.op;
  function.canonical = facts.op == Op::Call ? llvm::StringRef(facts.name) : llvm::StringRef(order::name(facts.op));
  function.arity = facts.arity;
  function.result = facts.result;
  return function;
}

struct Relation {
  llvm::StringLiteral spelling, relation;
};

constexpr Relation relations[] = {
    {"isless", "<"}, {"islessequal", "<="}, {"isgreater", ">"}, {"isgreaterequal", ">="}, {"islessgreater", "!="},
};

/// Another spelling of a row of order::functionTable; Clang's elementwise builtins are found by their prefix.
struct Alias {
  llvm::StringLiteral spelling, name;
  MathResult result = MathResult::Number;
};

constexpr Alias aliases[] = {
    {"abs", "fabs"},
    {"labs", "fabs"},
    {"llabs", "fabs"},
    {"fminimum", "fmin"},
    {"fmaximum", "fmax"},
    {"fminimum_num", "fmin"},
    {"fmaximum_num", "fmax"},
    {"elementwise_max", "fmax"},
    {"elementwise_min", "fmin"},
    {"elementwise_maxnum", "fmax"},
    {"elementwise_minnum", "fmin"},
    {"elementwise_maximum", "fmax"},
    {"elementwise_minimum", "fmin"},
    {"pow10", "exp10"},
    {"logp1", "log1p"},
    {"powr", "pow"},
    {"pown", "pow"},
    {"powi", "pow"},
    {"gamma", "lgamma"},
    {"lround", "round", MathResult::Integer},
    {"llround", "round", MathResult::Integer},
    {"lrint", "rint", MathResult::Integer},
    {"llrint", "rint", MathResult::Integer},
    {"drem", "remainder"},
    {"scalbn", "ldexp"},
    {"scalbln", "ldexp"},
    {"scalb", "ldexp"},
    {"nexttoward", "nextafter"},
    {"isinf_sign", "isinf", MathResult::Boolean},
    {"finite", "isfinite", MathResult::Boolean},
};

// The exact spelling is tried before suffixes go: erf and ceil end in f and l.
const llvm::StringMap<MathFunction> &table() {
  static const llvm::StringMap<MathFunction> map = [] {
    llvm::StringMap<MathFunction> built;
    for (const order::FunctionFacts &facts : order::functionTable())
      if (!facts.onlyInModels)
        built.try_emplace(facts.name, fromFacts(facts));
    for (const Alias &alias : aliases) {
      MathFunction function = fromFacts(*order::functionFacts(alias.name));
      function.result = alias.result;
      built.try_emplace(alias.spelling, function);
    }
    for (const Relation &row : relations) {
      MathFunction function;
      function.op = Op::Compare;
      function.canonical = row.relation;
      function.arity = 2;
      function.result = MathResult::Boolean;
      built.try_emplace(row.spelling, function);
    }
    return built;
  }();
  return map;
}

struct Suffix {
  llvm::StringLiteral text;
  Format format; // Unknown for `l`: long double depends on the target
};

constexpr Suffix suffixes[] = {{"f16", Format::Binary16},   {"f32", Format::Binary32}, {"f64", Format::Binary64},
                               {"f128", Format::Binary128}, {"q", Format::Binary128},  {"f", Format::Binary32},
                               {"l", Format::Unknown},      {"d", Format::Binary64},   {"ieee128", Format::Binary128}};

std::optional<MathFunction> exactly(llvm::StringRef name) {
  auto found = table().find(name);
  if (found == table().end() && name.consume_front("elementwise_"))
    found = table().find(name);
  return found == table().end() ? std::nullopt : std::optional(found->second);
}

bool isIn(const clang::DeclContext *context, llvm::StringRef name) {
  for (; context && !context->isTranslationUnit(); context = context->getParent())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(context))
      if (space->getName() == name)
        return true;
  return false;
}

} // namespace

std::optional<MathFunction> mathFunction(llvm::StringRef name) {
  bool builtin = name.consume_front("__builtin_");
  if (auto function = exactly(name))
    return function;
  for (const Suffix &suffix : suffixes) {
    llvm::StringRef stem = name;
    // exp_d is no exp; the suffixes d and f64 exist for builtins and vector math libraries only.
    if (!stem.consume_back(suffix.text) || stem.empty() || (suffix.text == "d" && !builtin))
      continue;
    if (auto function = exactly(stem)) {
      function->suffixFormat = suffix.format;
      return function;
    }
  }
  // glibc's internal spellings: __expf, __isnan, __finite
  if (!builtin && name.starts_with("__") && !name.ends_with("_finite"))
    return mathFunction(name.drop_front(2));
  return std::nullopt;
}

std::optional<MathFunction> mathFunction(const clang::FunctionDecl *declaration) {
  if (!declaration || !declaration->getIdentifier() || llvm::isa<clang::CXXMethodDecl>(declaration))
    return std::nullopt;
  std::optional<MathFunction> function = mathFunction(declaration->getName());
  if (!function)
    return std::nullopt;
  if (declaration->getBuiltinID() != 0 || isIn(declaration->getDeclContext(), "std"))
    return function;
  const clang::SourceManager &manager = declaration->getASTContext().getSourceManager();
  if (manager.isInSystemHeader(manager.getExpansionLoc(declaration->getLocation())))
    return function;
  bool libraryLike = declaration->isExternC() && !declaration->hasBody();
  return libraryLike ? function : std::nullopt;
}

bool isRoundingFunction(llvm::StringRef canonical) {
  const order::FunctionFacts *facts = order::functionFacts(canonical);
  return facts && facts->integral;
}

} // namespace fporder::frontend
