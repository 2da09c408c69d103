// What travels with a value beside its working number: its exact value's approximation, its error, where the error came from, and the operation that
// made it. Plain data; 0 bytes everywhere is an exact +0. Errors are doubles: a binary64 result in the subnormal range may be off by less than the
// smallest of them, which then reads as no error.
#pragma once

#include <fporder/shadow/contributions.h>
#include <fporder/shadow/precision.h>

namespace fporder::shadowing {

/// A place in the user's source as std::source_location gives it. GCC's column is the operator's, Clang's is the right operand's first character.
struct Place {
  const char *file = "";
  std::uint32_t line = 0, column = 0;
};

enum class Kind : std::uint8_t { Other, Add, Subtract, Multiply, Divide };

/// The operation that made a value, with its working operands: enough to say, one operation later, what another order would have given.
struct Definition {
  double a = 0, b = 0;
  SiteId site = 0;
  Kind kind = Kind::Other;
};

/// What every operation reads comes last, next to the number itself: an array of values is read from memory at a cost that shows.
struct Trail {
  Contributions sources;
  Definition definition;
  double uncertainty = 0; // bound to first order on the shadow's own relative error; infinite when nothing is known any more
  double error = 0;       // working - shadow
  double exact = 0;       // the shadow, rounded to double
};

/// One operation as an engine saw it. What is said of operands is set for the first `operandCount` of them only.
struct Step {
  Step(const char *ofOperation, Kind ofKind, Format ofResult, const Place &at) : operation(ofOperation), kind(ofKind), format(ofResult), place(at) {}

  const char *operation; // "+", "/", "sqrt", "conversion", ...: a string that outlives the program's report
  Kind kind;
  Format format; // of the result
  Place place;
  unsigned operandCount = 0;
  double operands[3];       // working values
  const Trail *trails[3];   // of the operands; null for a plain number
  Format operandFormats[3]; // of the operands
  double slopes[3];         // result's error per operand's error; secants, so that the shares add up to the error
  double result = 0;        // working
  double born = 0;          // result - exact result of the working operands; signed
  double bornInUlp = -1;    // the same in ulp, where binary64's subnormals make `born` itself too small for a double; else negative
  double exact = 0;         // exact result of the exact operands, rounded to double
  double error = 0;         // result - that exact result
  double uncertainty = 0;   // of the shadow
  bool flipped = false;     // a rounding to an integer that the exact value rounds elsewhere
};

} // namespace fporder::shadowing
