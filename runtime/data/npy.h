// NumPy's .npy container, versions 1, 2 and 3: one array, C or Fortran order, either byte order.
//
// Element types: f2, f4, f8, i1..i8, u1..u8, b1, and those that ml_dtypes writes: bfloat16 as '<V2', e5m2 as '<f1' (both noted), or any by name;
// '<V1' does not say which 8-bit format it is, so the caller must. Objects, strings, records, complex numbers, and floats wider than binary64 are
// refused by name. Source: NumPy's format description (numpy.lib.format).
#pragma once

#include "runtime/data/tensor.h"

#include <optional>

namespace fporder::data {

/// What the caller knows about elements. `insist` reinterprets also unsigned integers of the same size (formats stored as bit patterns); without it
/// the type only settles what a file leaves open.
struct AssumedType {
  std::optional<ElementType> type;
  bool insist = false;
};

/// True when the bytes begin like an .npy file.
bool looksLikeNpy(std::span<const std::byte> bytes);

/// The array in `bytes`, not copied. `file` is used in messages. Errors: not an .npy file, truncated, a header that cannot be read (with its offset),
/// an element type that cannot be held, more elements than bytes. Bytes after the array are noted.
Result<Tensor> readNpy(Bytes bytes, const std::string &file, const std::string &name, const AssumedType &assumed = {});

/// The bytes of an .npy file (version 1) of binary64 or binary32 values in row-major order, for tests and examples.
std::vector<std::byte> writeNpy(const Shape &shape, std::span<const double> values);
std::vector<std::byte> writeNpy(const Shape &shape, std::span<const float> values);

} // namespace fporder::data
