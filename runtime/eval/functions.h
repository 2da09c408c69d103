// Functions of the mathematical library, by the canonical names of Call nodes.
//
// A result is the host library's in binary64, rounded to the call's format: for formats up to binary32 that is the correctly rounded value except
// where the host's error (below 1 ulp of binary64) decides a tie; for binary64 it is the host's own result. What a device's library gives may differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fporder::eval {

struct Function {
  using Unary = double (*)(double);
  using Binary = double (*)(double, double);
  using Ternary = double (*)(double, double, double);
  std::string_view name;
  std::uint8_t arity = 0; // 0: a constant
  double constant = 0;
  Unary unary = nullptr;
  Binary binary = nullptr;
  Ternary ternary = nullptr;
  bool grows = false; // an infinite result of finite arguments is an overflow, not a pole; a zero may be an underflow

  double operator()(double a, double b, double c) const {
    return arity == 0 ? constant : arity == 1 ? unary(a) : arity == 2 ? binary(a, b) : ternary(a, b, c);
  }
};

/// Nothing when the name with that many arguments is not known.
const Function *functionNamed(std::string_view name, std::size_t arguments);

} // namespace fporder::eval
