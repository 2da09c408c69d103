// Number formats: the vocabulary shared by every layer.
//
// A Format names the set of values a floating-point result is rounded to. Parameters follow IEEE 754-2019 (section 3.3): `precision` is p, the
// number of significand bits including the implicit one; a finite non-zero value x satisfies 2^minExponent <= |x| < 2^(maxExponent + 1) when normal.
// Sources: IEEE 754-2019 (binary16/32/64/128), the bfloat16 and TF32 vendor definitions, OCP 8-bit Floating Point Specification 1.0 (E4M3FN, E5M2).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fporder::format {

enum class Format : std::uint8_t {
  Unknown,   // not determined: an opaque value
  Boolean,   // result of a comparison
  Integer,   // any integer type: exact, never a subject of a finding
  Dependent, // a template parameter not yet known; treated as floating point
  E4M3FN,
  E5M2,
  BFloat16,
  Binary16,
  Tf32,
  Binary32,
  Binary64,
  X87Extended,  // x87 80-bit
  DoubleDouble, // IBM long double
  Binary128,
};

struct Parameters {
  int precision = 0;   // significand bits, implicit bit included; 0 when not a floating-point format
  int minExponent = 0; // exponent of the smallest normal number
  int maxExponent = 0; // exponent of the largest finite number
};

Parameters parameters(Format format);

/// True for every format whose operations round, `Dependent` included.
bool isFloatingPoint(Format format);

/// True when every value of `from` is a value of `to`, so that the conversion never rounds. False when either is unknown.
bool widensExactly(Format from, Format to);

/// True for formats with at most 11 significand bits: half, bfloat16, tf32 and the 8-bit formats.
bool isNarrow(Format format);

/// The name used in infix, FPCore, JSON and rule documents: "binary32", "bfloat16", "integer", ...
std::string_view name(Format format);

/// Inverse of `name`; also accepts the C spellings "half", "float", "double", "long double".
std::optional<Format> parse(std::string_view text);

} // namespace fporder::format
