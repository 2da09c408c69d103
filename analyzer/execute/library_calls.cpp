#include "analyzer/execute/interpreter.h"

#include "runtime/elementary/correctly_rounded.h"
#include "runtime/format/arithmetic.h"
#include "runtime/format/rounding.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace fporder::execute {

using format::Format;

namespace {

struct LibraryFunction {
  llvm::StringRef name;
  unsigned arguments;
};

/// Exact, or correctly rounded by every library. All others are those of runtime/elementary.
constexpr LibraryFunction exact[] = {{"sqrt", 1},   {"fabs", 1},     {"abs", 1},       {"fma", 3},      {"fmin", 2},  {"fmax", 2},
                                     {"floor", 1},  {"ceil", 1},     {"trunc", 1},     {"rint", 1},     {"round", 1}, {"isnan", 1},
                                     {"isinf", 1},  {"isfinite", 1}, {"fmod", 2},      {"copysign", 2}, {"lrint", 1}, {"llrint", 1},
                                     {"lround", 1}, {"llround", 1},  {"nearbyint", 1}, {"remainder", 2}};

bool isExact(llvm::StringRef name, unsigned arguments) {
  return llvm::any_of(exact, [&](const LibraryFunction &each) { return each.name == name && each.arguments == arguments; });
}

bool isKnown(llvm::StringRef name, unsigned arguments) {
  return isExact(name, arguments) || elementary::functionNamed({name.data(), name.size()}, arguments) != nullptr;
}

double smaller(double a, double b) { return std::isnan(a) ? b : std::isnan(b) ? a : b < a ? b : a; }
double larger(double a, double b) { return std::isnan(a) ? b : std::isnan(b) ? a : a < b ? b : a; }

/// Nothing where the standard leaves the result open.
std::optional<double> value(llvm::StringRef name, Format format, llvm::ArrayRef<double> x) {
  if (name == "sqrt")
    return format::squareRoot(format, x[0]);
  if (name == "fabs" || name == "abs")
    return std::fabs(x[0]);
  if (name == "fma")
    return format::fusedMultiplyAdd(format, x[0], x[1], x[2]);
  if (name == "floor")
    return std::floor(x[0]);
  if (name == "ceil")
    return std::ceil(x[0]);
  if (name == "trunc")
    return std::trunc(x[0]);
  if (name == "rint" || name == "nearbyint")
    return std::nearbyint(x[0]);
  if (name == "round")
    return std::round(x[0]);
  if (name == "copysign")
    return std::copysign(x[0], x[1]);
  if (name == "fmod")
    return std::fmod(x[0], x[1]);
  if (name == "remainder")
    return std::remainder(x[0], x[1]);
  if ((name == "fmin" || name == "fmax") && (x[0] != x[1] || std::signbit(x[0]) == std::signbit(x[1])))
    return name == "fmin" ? smaller(x[0], x[1]) : larger(x[0], x[1]);
  return std::nullopt;
}

/// The function's name among those that are executed: "sqrt" for std::sqrt, sqrtf and __builtin_sqrt; empty for others.
llvm::StringRef libraryName(const clang::FunctionDecl *callee, unsigned arguments) {
  const clang::IdentifierInfo *identifier = callee->getIdentifier();
  if (!identifier)
    return "";
  const clang::SourceManager &sources = callee->getASTContext().getSourceManager();
  const bool library = callee->getBuiltinID() != 0 || (callee->isExternC() && !callee->hasBody()) ||
                       (sources.isInSystemHeader(callee->getLocation()) && (callee->isInStdNamespace() || callee->isGlobal()));
  if (!library)
    return "";
  llvm::StringRef name = identifier->getName();
  name.consume_front("__builtin_");
  for (const unsigned suffix : {0U, 1U, 3U}) // none, "f", "f16"
    if (suffix == 0 || name.ends_with(suffix == 1 ? "f" : "f16"))
      if (isKnown(name.drop_back(suffix), arguments))
        return name.drop_back(suffix);
  return "";
}

/// What a function of a number that gives an integer gives; nothing for others.
std::optional<double> integerFor(llvm::StringRef name, double x) {
  if (name == "isnan")
    return std::isnan(x);
  if (name == "isinf")
    return std::isinf(x);
  if (name == "isfinite")
    return std::isfinite(x);
  if (name == "lrint" || name == "llrint")
    return std::nearbyint(x);
  if (name == "lround" || name == "llround")
    return std::round(x);
  return std::nullopt;
}

} // namespace

/// The arguments of a call of a function on numbers, in its format, where it has one.
std::optional<std::vector<double>> Interpreter::numbersOf(const clang::CallExpr *called, Format format) {
  std::vector<double> numbers;
  for (const clang::Expr *argument : called->arguments()) {
    Result value = argument->isGLValue() ? load(argument) : evaluate(argument);
    if (value && format != Format::Integer)
      value = converted(*value, called->getType());
    if (!value || value->kind != Value::Kind::Floating)
      return refuse("it calls '" + called->getDirectCallee()->getNameAsString() + "' on what is no number");
    numbers.push_back(value->number);
  }
  return spendFloating() ? std::optional(numbers) : std::nullopt;
}

std::optional<std::optional<Value>> Interpreter::libraryCall(const clang::FunctionDecl *callee, const clang::CallExpr *called) {
  const std::string calleeName = callee->getNameAsString();
  if (calleeName == "__builtin_expect")
    return evaluate(called->getArg(0));
  if (calleeName == "__builtin_is_constant_evaluated" || calleeName == "__builtin_huge_val" || calleeName == "__builtin_huge_valf" ||
      calleeName == "__builtin_inf" || calleeName == "__builtin_inff")
    return calleeName.ends_with("evaluated") ? converted(Value::integer(0, 8, false), called->getType())
                                             : Result(Value::floating(HUGE_VAL, formatOf(context, called->getType())));
  const unsigned arguments = called->getNumArgs();
  const llvm::StringRef name = libraryName(callee, arguments);
  const Format format = formatOf(context, called->getType());
  if (name.empty() || (format != Format::Integer && !format::isHeldInDouble(format)))
    return std::nullopt;
  if (name == "abs" && format == Format::Integer)
    return absoluteInteger(called);
  if (called->getFPFeaturesInEffect(context.getLangOpts()).getAllowApproxFunc())
    return Result(refuse("fast-math options let the compiler change operations"));
  const std::optional<std::vector<double>> numbers = numbersOf(called, format);
  if (!numbers)
    return Result{};
  std::optional<double> result;
  if (format == Format::Integer) {
    result = integerFor(name, (*numbers)[0]);
    return result ? converted(Value::floating(*result, Format::Binary64), called->getType()) : Result(refuse("it calls '" + calleeName + "'"));
  }
  if (isExact(name, arguments)) {
    result = value(name, format, *numbers);
  } else {
    rounded.insert(name.str());
    const auto argument = [&](std::size_t k) { return k < numbers->size() ? (*numbers)[k] : 0; };
    result = elementary::correctlyRounded(*elementary::functionNamed({name.data(), name.size()}, arguments), format,
                                          {argument(0), argument(1), argument(2)});
  }
  return result ? Result(Value::floating(*result, format)) : Result(refuse("it calls '" + calleeName + "' where its result is open"));
}

Interpreter::Result Interpreter::absoluteInteger(const clang::CallExpr *called) {
  const Result value = evaluate(called->getArg(0));
  if (!value || value->kind != Value::Kind::Integer || (value->isSigned && value->wide() == -(__int128{1} << (value->width - 1))))
    return refuse("an operation on integers is undefined");
  return Value::integer(static_cast<std::uint64_t>(value->wide() < 0 ? -value->wide() : value->wide()), value->width, value->isSigned);
}

/// std::max and std::min of two: the first where neither is larger.
Interpreter::Location Interpreter::extremum(const clang::CallExpr *called, bool largest) {
  const clang::Expr *arguments[] = {called->getArg(0), called->getArg(1)};
  Location at[2];
  Result values[2];
  for (unsigned i = 0; i < 2; ++i) {
    at[i] = arguments[i]->isGLValue() ? locate(arguments[i]) : temporary(arguments[i]);
    values[i] = at[i] ? loadAt(*at[i]) : std::nullopt;
    if (!values[i])
      return std::nullopt;
  }
  if (values[0]->kind != values[1]->kind || values[0]->kind == Value::Kind::Pointer)
    return refuse("it calls 'max' or 'min' on what are no numbers");
  const auto less = [](const Value &a, const Value &b) { return a.kind == Value::Kind::Integer ? a.wide() < b.wide() : a.number < b.number; };
  return (largest ? less(*values[0], *values[1]) : less(*values[1], *values[0])) ? at[1] : at[0];
}

} // namespace fporder::execute
