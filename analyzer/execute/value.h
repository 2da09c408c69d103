// Values of scalar expressions: integers, floating-point numbers and pointers.
#pragma once

#include "runtime/format/format.h"

#include <cstdint>

namespace fporder::execute {

/// A scalar's place: the cell of an object. Arrays and records lie in their objects' cells one after another, a scalar a cell, without padding.
struct Address {
  static constexpr std::uint32_t null = UINT32_MAX;
  std::uint32_t object = null;
  std::int64_t cell = 0;
  bool operator==(const Address &) const = default;
};

struct Value {
  enum class Kind : std::uint8_t { Unset, Integer, Floating, Pointer };
  Kind kind = Kind::Unset;
  bool isSigned = false;                           // Integer
  std::uint8_t width = 0;                          // Integer: bits, at most 64
  format::Format format = format::Format::Unknown; // Floating: one that format::isHeldInDouble accepts
  std::uint64_t bits = 0;                          // Integer: sign- or zero-extended to 64 bits
  double number = 0;                               // Floating
  Address address = {};                            // Pointer

  static Value integer(std::uint64_t bits, unsigned width, bool isSigned);
  static Value floating(double number, format::Format format);
  static Value pointer(Address address);

  bool isSet() const { return kind != Kind::Unset; }
  /// Precondition: an integer.
  __int128 wide() const { return isSigned ? static_cast<__int128>(static_cast<std::int64_t>(bits)) : static_cast<__int128>(bits); }
  /// Of any scalar, as a condition.
  bool truth() const;
};

} // namespace fporder::execute
