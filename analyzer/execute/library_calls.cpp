#include "analyzer/execute/interpreter.h"

#include "runtime/format/arithmetic.h"
#include "runtime/format/rounding.h"

#include "clang/Basic/SourceManager.h"

#include <cmath>

namespace fporder::execute {

using format::Format;

namespace {

struct LibraryFunction {
  llvm::StringRef name;
  unsigned arguments;
};

/// Exact, or correctly rounded by every library.
constexpr LibraryFunction known[] = {{"sqrt", 1},  {"fabs", 1},     {"abs", 1},   {"fma", 3},      {"fmin", 2},  {"fmax", 2},
                                     {"floor", 1}, {"ceil", 1},     {"trunc", 1}, {"rint", 1},     {"round", 1}, {"nearbyint", 1},
                                     {"isnan", 1}, {"isfinite", 1}, {"isinf", 1}, {"copysign", 2}, {"expect", 2}};

const LibraryFunction *find(llvm::StringRef name) {
  for (const LibraryFunction &each : known)
    if (each.name == name)
      return &each;
  return nullptr;
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
  if ((name == "fmin" || name == "fmax") && (x[0] != x[1] || std::signbit(x[0]) == std::signbit(x[1])))
    return name == "fmin" ? smaller(x[0], x[1]) : larger(x[0], x[1]);
  return std::nullopt;
}

} // namespace

llvm::StringRef libraryName(const clang::FunctionDecl *callee) {
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
  if (const LibraryFunction *function = find(name))
    return function->name;
  if (name.ends_with("f") || name.ends_with("f16"))
    if (const LibraryFunction *function = find(name.ends_with("f16") ? name.drop_back(3) : name.drop_back(1)))
      return function->name;
  return "";
}

std::optional<std::optional<Value>> Interpreter::libraryCall(const clang::FunctionDecl *callee, const clang::CallExpr *called) {
  const llvm::StringRef name = libraryName(callee);
  if (name.empty() || find(name)->arguments != called->getNumArgs())
    return std::nullopt;
  const clang::QualType type = called->getType();
  if (name == "expect")
    return evaluate(called->getArg(0));
  std::vector<double> numbers;
  const Format format = formatOf(context, type);
  for (const clang::Expr *argument : called->arguments()) {
    Result value = argument->isGLValue() ? load(argument) : evaluate(argument);
    if (!value)
      return Result{};
    if (value->kind == Value::Kind::Integer && name == "abs" && format == Format::Integer) {
      if (value->isSigned && value->wide() == -(__int128{1} << (value->width - 1)))
        return Result(refuse("an operation on integers is undefined"));
      return Result(Value::integer(static_cast<std::uint64_t>(value->wide() < 0 ? -value->wide() : value->wide()), value->width, value->isSigned));
    }
    if (format != Format::Integer)
      value = converted(*value, type);
    if (!value || value->kind != Value::Kind::Floating)
      return Result(refuse("it calls '" + callee->getNameAsString() + "' on what is no number"));
    numbers.push_back(value->number);
  }
  if (!spendFloating())
    return Result{};
  if (format == Format::Integer) {
    const double x = numbers[0];
    return converted(Value::integer(name == "isnan" ? std::isnan(x) : name == "isinf" ? std::isinf(x) : std::isfinite(x), 8, false), type);
  }
  const std::optional<double> result = value(name, format, numbers);
  return result ? Result(Value::floating(*result, format)) : Result(refuse("it calls '" + callee->getNameAsString() + "' where its result is open"));
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
