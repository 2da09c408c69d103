// Functions of the mathematical library, by the canonical names of Call nodes.
//
// Elementary functions are correctly rounded to the call's format (elementary/correctly_rounded.h), the same on every machine; what a device's
// library gives may differ. The others (floor, fmod, isnan ...) are exact in binary64 and rounded to the format.
#pragma once

#include "runtime/elementary/correctly_rounded.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace fporder::eval {

struct Function {
  using Unary = double (*)(double);
  using Binary = double (*)(double, double);
  std::string_view name;
  std::uint8_t arity = 0; // 0: a constant
  double constant = 0;
  Unary unary = nullptr;
  Binary binary = nullptr;
  const elementary::Function *elementary = nullptr; // in place of the two above
  bool grows = false;                               // an infinite result of finite arguments is an overflow, not a pole; a zero may be an underflow
  bool neverZero = false, zeroOnlyAtZero = false;   // of the exact value, for finite arguments

  /// Rounded once to `format`; as it is where the format is no floating-point one.
  double operator()(format::Format format, const elementary::Arguments &arguments, const format::Conversion &conversion = {}) const;
};

/// Nothing when the name with that many arguments is not known.
const Function *functionNamed(std::string_view name, std::size_t arguments);

} // namespace fporder::eval
