// What is known of mathematical functions by their names in the graph ("exp", "log1p", "atan2"): one row each in functions.def, which every stage
// reads: front end, printers, rules, enumeration, evaluation and oracle.
//
// The facts are those of the real function: a value that underflows to 0 is no counterexample to Sign::Positive. Ends of domains are exact.
#pragma once

#include "runtime/order/operation.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace fporder::order {

/// Of the value, where the function is defined.
enum class FunctionSign : std::uint8_t {
  Any,
  NonNegative,
  Positive,
  OfArgument, // that of the first argument, or 0
};

/// How a function of one argument runs over its domain.
enum class Course : std::uint8_t {
  Unknown, // or no function of one argument
  Rising,  // nowhere falling; functions to integral values are
  Falling,
  Cosh,         // even, rising from 0
  SineOrCosine, // |f'| <= 1, values in [-1, 1]
  Tangent,
  Gamma,
  LogGamma,
};

/// Where the function is defined, of its first argument.
struct FunctionDomain {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool poleAtLow = false, poleAtHigh = false; // infinite at the end itself
};

enum class FunctionResult : std::uint8_t {
  Number,     // the (promoted) format of the arguments
  Integer,    // an integer type: ilogb, fpclassify
  Boolean,    // a classification
  FirstByRef, // frexp, modf, remquo, sincos: writes through pointers
};

struct FunctionFacts {
  std::string_view name;
  std::int8_t arity = 1; // -1: one or more
  FunctionResult result = FunctionResult::Number;
  FunctionSign sign = FunctionSign::Any;
  bool zeroOnlyAtZero = false; // of one argument: 0 exactly where the argument is
  Course course = Course::Unknown;
  FunctionDomain domain = {};
  bool positiveArgument = false;          // what programs give it as the first argument is positive as a rule, if the domain does not say so
  bool integral = false;                  // the value is a number without a fraction, of the argument's format
  std::optional<Rounding> direction = {}; // in which an integral one is found
  bool grows = false;                     // finite arguments far from the ends of the format may overflow
  bool predicate = false;                 // a truth value of one number
  bool inC = false;                       // <math.h> has it by this name, with the suffixes f and l: numbers to a number
  bool onlyInModels = false;              // call models write it; a C function of this name is the user's own
  bool consumes = false;                  // rules may ask by `feeds` whether a value reaches it
  std::int8_t fpcoreArity = -1;           // of the function of this name in FPCore 2.0; -1: there is none
  Op op = Op::Call;                       // the operation of the graph that it is
};

/// All rows, in the order of functions.def.
std::span<const FunctionFacts> functionTable();

/// Null when no row has that name.
const FunctionFacts *functionFacts(std::string_view name);

} // namespace fporder::order
