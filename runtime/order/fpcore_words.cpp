#include "runtime/order/fpcore_words.h"

#include "runtime/order/function_facts.h"

#include <array>
#include <utility>

namespace fporder::order {

namespace {

struct Operator {
  std::string_view word;
  Op op;
};

constexpr std::array<Operator, 18> operators{{
    {"+", Op::Add},
    {"-", Op::Sub},
    {"-", Op::Neg},
    {"*", Op::Mul},
    {"/", Op::Div},
    {"sqrt", Op::Sqrt},
    {"fma", Op::Fma},
    {"cast", Op::Cast},
    {"fabs", Op::Abs},
    {"copysign", Op::CopySign},
    {"fmin", Op::Min},
    {"fmax", Op::Max},
    {"if", Op::Select},
    {"and", Op::And},
    {"or", Op::Or},
    {"not", Op::Not},
    {"ref", Op::Element},
    {"fporder-terms", Op::Terms},
}};

constexpr std::array<std::string_view, 13> namedConstants{"E",    "LOG2E",  "LOG10E", "LN2",        "LN10",  "PI",     "PI_2",
                                                          "PI_4", "M_1_PI", "M_2_PI", "M_2_SQRTPI", "SQRT2", "SQRT1_2"};

constexpr std::array<std::pair<std::string_view, bool Environment::*>, 7> environmentFlags{{
    {"reassociate", &Environment::reassociate},
    {"reciprocal", &Environment::reciprocal},
    {"approximate-calls", &Environment::approximateCalls},
    {"no-signed-zeros", &Environment::noSignedZeros},
    {"finite-math-only", &Environment::finiteMathOnly},
    {"strict", &Environment::strict},
    {"dynamic-rounding", &Environment::dynamicRounding},
}};

constexpr std::array<std::pair<std::string_view, Rounding>, 5> rounds{{
    {"nearestEven", Rounding::NearestEven},
    {"nearestAway", Rounding::NearestAway},
    {"toZero", Rounding::TowardZero},
    {"toPositive", Rounding::Up},
    {"toNegative", Rounding::Down},
}};

} // namespace

std::string_view fpcoreOperator(Op op) {
  for (const Operator &entry : operators)
    if (entry.op == op)
      return entry.word;
  return {};
}

std::optional<Op> operationNamed(std::string_view word, std::size_t count) {
  if (word == "-" && count == 1)
    return Op::Neg;
  for (const Operator &entry : operators)
    if (entry.word == word)
      return entry.op;
  return std::nullopt;
}

int standardFunctionArity(std::string_view name) {
  const FunctionFacts *facts = functionFacts(name);
  return facts ? facts->fpcoreArity : -1;
}

bool isPredicate(std::string_view name) {
  const FunctionFacts *facts = functionFacts(name);
  return facts && facts->predicate;
}

bool isNamedConstant(std::string_view word) {
  for (const std::string_view constant : namedConstants)
    if (constant == word)
      return true;
  return false;
}

bool isFpcoreSymbol(std::string_view text) {
  if (text.empty() || isNamedConstant(text) || text == "INFINITY" || text == "NAN" || text == "TRUE" || text == "FALSE")
    return false;
  const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  for (const char c : text)
    if (!isLetter(c) && !(c >= '0' && c <= '9') && std::string_view(".@->:").find(c) == std::string_view::npos)
      return false;
  return isLetter(text[0]);
}

std::string_view roundWord(Rounding rounding) {
  for (const auto &[word, known] : rounds)
    if (known == rounding)
      return word;
  return {};
}

std::optional<Rounding> roundNamed(std::string_view word) {
  for (const auto &[known, rounding] : rounds)
    if (known == word)
      return rounding;
  return std::nullopt;
}

std::vector<std::string_view> environmentWords(const Environment &environment) {
  std::vector<std::string_view> words;
  if (environment.contraction == Contraction::Statement)
    words.push_back("contract-statement");
  if (environment.contraction == Contraction::Fast)
    words.push_back("contract-fast");
  for (const auto &[word, flag] : environmentFlags)
    if (environment.*flag)
      words.push_back(word);
  return words;
}

bool setEnvironmentWord(Environment &environment, std::string_view word) {
  if (word == "contract-statement" || word == "contract-fast") {
    environment.contraction = word == "contract-fast" ? Contraction::Fast : Contraction::Statement;
    return true;
  }
  for (const auto &[known, flag] : environmentFlags)
    if (known == word) {
      environment.*flag = true;
      return true;
    }
  return false;
}

} // namespace fporder::order
