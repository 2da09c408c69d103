// What one element of a stored array is: kind, number format, size and byte order; and the spellings by which people name them.
#pragma once

#include "runtime/format/format.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fporder::data {

struct ElementType {
  enum class Kind : std::uint8_t { Float, Signed, Unsigned, Boolean };
  Kind kind = Kind::Float;
  format::Format format = format::Format::Binary64; // Integer for both integer kinds, Boolean for Boolean
  std::uint8_t size = 8;                            // bytes: 1, 2, 4 or 8
  bool bigEndian = false;

  bool operator==(const ElementType &) const = default;
};

/// Reads a spelling: NumPy's names and codes ("float32", "f4", "<f4", ">i8", "|b1", "bool", "uint16"), C's ("float", "half", "double"), the names of
/// `format::name`, those that kernel teams and ml_dtypes use ("fp16", "bf16", "bfloat16", "float8_e4m3fn", "fp8_e5m2", "tf32"); case is ignored. tf32
/// is stored in four bytes like binary32. Nothing for what is unknown or wider than binary64.
std::optional<ElementType> parseElementType(std::string_view text);

/// NumPy's name, which `parseElementType` reads back (byte order apart): "float32", "bfloat16", "float8_e4m3fn", "int64", "bool".
std::string elementTypeName(const ElementType &type);

/// The format's everyday name where arrays are talked of: "float32" for binary32, "bfloat16", "float8_e5m2"; `format::name` for the others.
std::string_view arrayName(format::Format format);

/// The element's bits as an unsigned number in the host's order; `bytes` are the element's own. Signed integers are not sign-extended.
std::uint64_t loadBits(const ElementType &type, const std::byte *bytes);

/// The value of the element's bits. Exact for every floating-point format and for integers up to 2^53 in size; larger integers are rounded to
/// nearest. A Boolean is 0 or 1. A NaN stays a NaN; its payload need not.
double decode(const ElementType &type, std::uint64_t bits);

/// Decodes consecutive elements that start at `bytes`.
void decode(const ElementType &type, const std::byte *bytes, std::span<double> out);

} // namespace fporder::data
