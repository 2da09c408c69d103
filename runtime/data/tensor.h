// A named array of numbers as read from a file: values by row-major index, whatever order and byte order the file has.
#pragma once

#include "runtime/data/element_type.h"
#include "runtime/data/storage.h"
#include "runtime/error/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace fporder::data {

using Shape = std::vector<std::size_t>;

/// The number of elements of a shape (1 for an empty one); nothing when it does not fit in 2^63 - 1.
std::optional<std::size_t> elementCount(const Shape &shape);

/// "32x1024", "7", "scalar" for an empty shape.
std::string shapeText(const Shape &shape);

/// Reads "32x1024", "32,1024", "[32, 1024]", "(32,)", "7"; one extent may be "?" or "-1", to be inferred, and comes back as `inferredExtent`. At most
/// 64 extents.
inline constexpr std::size_t inferredExtent = static_cast<std::size_t>(-1);
std::optional<Shape> parseShape(std::string_view text);

/// "[3,17]" for a row-major index; "[]" for a scalar.
std::string indexText(const Shape &shape, std::size_t index);

struct Tensor {
  std::string name;
  std::string file; // as the user named it, with the member of an archive: "data.npz/x"
  ElementType type;
  Shape shape;
  bool fortranOrder = false; // the first index runs fastest in storage
  // False where it is an assumption: neither the file, its name or sidecar, nor what was said about this very file gives it. Text has no type.
  bool typeStored = true, shapeStored = true;
  std::vector<std::string> notes; // what was assumed, for the user
  Bytes storage;
  std::size_t offset = 0; // of the first element in `storage`

  format::Format format() const { return type.format; }
  /// The readers guarantee that this many elements lie in `storage`.
  std::size_t count() const;
  /// Element by row-major index, see data::decode.
  double value(std::size_t index) const { return decode(type, bits(index)); }
  std::uint64_t bits(std::size_t index) const;
  /// Elements first .. first + out.size() - 1 in row-major order, in time linear in their number. Thread-safe, like all of this.
  void read(std::size_t first, std::span<double> out) const;

private:
  std::size_t position(std::size_t index) const; // row-major index to place in storage
};

/// Checks type, shape and offset against the bytes there are, and fills in an inferred extent; an error names the file, the offset and the sizes.
/// Every reader ends with it. With `exact`, bytes left over after the last element are an error.
Result<Tensor> checkedTensor(Tensor tensor, bool exact);

/// A tensor of binary64 values in memory.
Tensor tensorOf(std::string name, Shape shape, std::span<const double> values);

} // namespace fporder::data
