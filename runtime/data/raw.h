// Raw .bin files: nothing but elements, in the host's byte order and row-major.
#pragma once

#include "runtime/data/npy.h"

namespace fporder::data {

/// What a file's name says about its elements: "x_float16_32x1024" is the tensor "x" of binary16, 32x1024; "y_fp32" is "y" of binary32, shape not
/// given. A type is only looked for between underscores or at an end, so that "intermediate" stays a name.
struct NamedType {
  std::string name;
  std::optional<ElementType> type;
  std::optional<Shape> shape;
};
NamedType typeFromName(std::string_view stem);

/// Reads "dtype" or "dtype:shape"; nothing when it is neither.
struct TypeText {
  ElementType type;
  std::optional<Shape> shape;
};
std::optional<TypeText> parseTypeText(std::string_view text);

/// The elements in `bytes`. Type and shape come from where readFile says; without a shape there is one dimension. Errors: a size that is no multiple
/// of the element's, a shape that does not give exactly the file's size, a sidecar that cannot be understood.
Result<Tensor> readRaw(Bytes bytes, const std::string &path, const AssumedType &assumed, const std::optional<Shape> &shape);

} // namespace fporder::data
