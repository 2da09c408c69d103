#include "analyzer/frontend/math_functions.h"

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

struct Row {
  llvm::StringLiteral spelling;
  MathFunction function;
};

constexpr MathFunction call(llvm::StringLiteral canonical, std::int8_t arity = 1, MathResult result = MathResult::Number) {
  MathFunction function;
  function.canonical = canonical;
  function.arity = arity;
  function.result = result;
  return function;
}

constexpr MathFunction operation(Op op, llvm::StringLiteral canonical, std::int8_t arity) {
  MathFunction function;
  function.op = op;
  function.canonical = canonical;
  function.arity = arity;
  return function;
}

constexpr MathFunction relation(llvm::StringLiteral canonical) {
  MathFunction function = operation(Op::Compare, canonical, 2);
  function.result = MathResult::Boolean;
  return function;
}

constexpr MathFunction integer(llvm::StringLiteral canonical) { return call(canonical, 1, MathResult::Integer); }
constexpr MathFunction predicate(llvm::StringLiteral canonical) { return call(canonical, 1, MathResult::Boolean); }

// One row a spelling. Functions whose C name already ends in f or l (erf, ceil) stand as themselves: the exact spelling is tried before suffixes go.
constexpr Row rows[] = {
    // operations of the graph
    {"sqrt", operation(Op::Sqrt, "sqrt", 1)},
    {"fma", operation(Op::Fma, "fma", 3)},
    {"fabs", operation(Op::Abs, "abs", 1)},
    {"abs", operation(Op::Abs, "abs", 1)},
    {"labs", operation(Op::Abs, "abs", 1)},
    {"llabs", operation(Op::Abs, "abs", 1)},
    {"copysign", operation(Op::CopySign, "copysign", 2)},
    {"fmin", operation(Op::Min, "min", 2)},
    {"fmax", operation(Op::Max, "max", 2)},
    {"fminimum", operation(Op::Min, "min", 2)},
    {"fmaximum", operation(Op::Max, "max", 2)},
    {"fminimum_num", operation(Op::Min, "min", 2)},
    {"fmaximum_num", operation(Op::Max, "max", 2)},
    {"isless", relation("<")},
    {"islessequal", relation("<=")},
    {"isgreater", relation(">")},
    {"isgreaterequal", relation(">=")},
    {"islessgreater", relation("!=")},
    // exponentials and logarithms
    {"exp", call("exp")},
    {"exp2", call("exp2")},
    {"exp10", call("exp10")},
    {"pow10", call("exp10")},
    {"expm1", call("expm1")},
    {"exp2m1", call("exp2m1")},
    {"exp10m1", call("exp10m1")},
    {"log", call("log")},
    {"log2", call("log2")},
    {"log10", call("log10")},
    {"log1p", call("log1p")},
    {"log2p1", call("log2p1")},
    {"logp1", call("log1p")},
    {"logb", call("logb")},
    {"ilogb", integer("ilogb")},
    // powers
    {"pow", call("pow", 2)},
    {"powr", call("pow", 2)},
    {"pown", call("pow", 2)},
    {"powi", call("pow", 2)},
    {"cbrt", call("cbrt")},
    {"rsqrt", call("rsqrt")},
    {"hypot", call("hypot", -1)},
    // trigonometric and hyperbolic
    {"sin", call("sin")},
    {"cos", call("cos")},
    {"tan", call("tan")},
    {"asin", call("asin")},
    {"acos", call("acos")},
    {"atan", call("atan")},
    {"atan2", call("atan2", 2)},
    {"sinpi", call("sinpi")},
    {"cospi", call("cospi")},
    {"tanpi", call("tanpi")},
    {"sinh", call("sinh")},
    {"cosh", call("cosh")},
    {"tanh", call("tanh")},
    {"asinh", call("asinh")},
    {"acosh", call("acosh")},
    {"atanh", call("atanh")},
    // error and gamma functions, Bessel functions
    {"erf", call("erf")},
    {"erfc", call("erfc")},
    {"tgamma", call("tgamma")},
    {"lgamma", call("lgamma")},
    {"gamma", call("lgamma")},
    {"beta", call("beta", 2)},
    {"j0", call("j0")},
    {"j1", call("j1")},
    {"y0", call("y0")},
    {"y1", call("y1")},
    {"jn", call("jn", 2)},
    {"yn", call("yn", 2)},
    // to integral values
    {"floor", call("floor")},
    {"ceil", call("ceil")},
    {"trunc", call("trunc")},
    {"round", call("round")},
    {"roundeven", call("roundeven")},
    {"rint", call("rint")},
    {"nearbyint", call("nearbyint")},
    {"lround", integer("round")},
    {"llround", integer("round")},
    {"lrint", integer("rint")},
    {"llrint", integer("rint")},
    // remainders and manipulation
    {"fmod", call("fmod", 2)},
    {"remainder", call("remainder", 2)},
    {"drem", call("remainder", 2)},
    {"fdim", call("fdim", 2)},
    {"ldexp", call("ldexp", 2)},
    {"scalbn", call("ldexp", 2)},
    {"scalbln", call("ldexp", 2)},
    {"scalb", call("ldexp", 2)},
    {"nextafter", call("nextafter", 2)},
    {"nexttoward", call("nextafter", 2)},
    {"lerp", call("lerp", 3)},
    {"midpoint", call("midpoint", 2)},
    {"significand", call("significand")},
    // several results
    {"frexp", call("frexp", 2, MathResult::FirstByRef)},
    {"modf", call("modf", 2, MathResult::FirstByRef)},
    {"remquo", call("remquo", 3, MathResult::FirstByRef)},
    {"sincos", call("sincos", 3, MathResult::FirstByRef)},
    {"lgamma_r", call("lgamma_r", 2, MathResult::FirstByRef)},
    // classification
    {"isnan", predicate("isnan")},
    {"isinf", predicate("isinf")},
    {"isinf_sign", predicate("isinf")},
    {"isfinite", predicate("isfinite")},
    {"finite", predicate("isfinite")},
    {"isnormal", predicate("isnormal")},
    {"issubnormal", predicate("issubnormal")},
    {"iszero", predicate("iszero")},
    {"signbit", predicate("signbit")},
    {"isunordered", call("isunordered", 2, MathResult::Boolean)},
    {"fpclassify", integer("fpclassify")},
    // Clang's elementwise builtins
    {"elementwise_abs", operation(Op::Abs, "abs", 1)},
    {"elementwise_max", operation(Op::Max, "max", 2)},
    {"elementwise_min", operation(Op::Min, "min", 2)},
    {"elementwise_maxnum", operation(Op::Max, "max", 2)},
    {"elementwise_minnum", operation(Op::Min, "min", 2)},
    {"elementwise_maximum", operation(Op::Max, "max", 2)},
    {"elementwise_minimum", operation(Op::Min, "min", 2)},
    {"elementwise_fma", operation(Op::Fma, "fma", 3)},
    {"elementwise_sqrt", operation(Op::Sqrt, "sqrt", 1)},
    {"elementwise_copysign", operation(Op::CopySign, "copysign", 2)},
    {"elementwise_exp", call("exp")},
    {"elementwise_exp2", call("exp2")},
    {"elementwise_log", call("log")},
    {"elementwise_log2", call("log2")},
    {"elementwise_log10", call("log10")},
    {"elementwise_pow", call("pow", 2)},
    {"elementwise_sin", call("sin")},
    {"elementwise_cos", call("cos")},
    {"elementwise_tan", call("tan")},
    {"elementwise_floor", call("floor")},
    {"elementwise_ceil", call("ceil")},
    {"elementwise_trunc", call("trunc")},
    {"elementwise_rint", call("rint")},
    {"elementwise_round", call("round")},
    {"elementwise_roundeven", call("roundeven")},
    {"elementwise_nearbyint", call("nearbyint")},
};

const llvm::StringMap<MathFunction> &table() {
  static const llvm::StringMap<MathFunction> map = [] {
    llvm::StringMap<MathFunction> built;
    for (const Row &row : rows)
      built.try_emplace(row.spelling, row.function);
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
  using Names = std::initializer_list<llvm::StringRef>;
  return llvm::is_contained(Names{"floor", "ceil", "trunc", "round", "roundeven", "rint", "nearbyint"}, canonical);
}

} // namespace fporder::frontend
