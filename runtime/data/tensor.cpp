#include "runtime/data/tensor.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

namespace fporder::data {

namespace {

constexpr std::size_t mostExtents = 64;
constexpr std::size_t window = std::size_t{16} << 20; // bytes
constexpr std::size_t mostElements = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
  return text;
}

std::optional<std::size_t> parseExtent(std::string_view text) {
  if (text == "?" || text == "-1")
    return inferredExtent;
  std::size_t extent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
  if (error != std::errc() || end != text.data() + text.size() || extent > mostElements)
    return std::nullopt;
  return extent;
}

std::string place(const Tensor &tensor) { return tensor.file.empty() ? tensor.name : tensor.file; }

/// Replaces the extent to infer by what the bytes give.
std::optional<Error> inferExtent(Tensor &tensor, std::size_t elements) {
  auto inferred = std::find(tensor.shape.begin(), tensor.shape.end(), inferredExtent);
  if (inferred == tensor.shape.end())
    return std::nullopt;
  *inferred = 1;
  const std::optional<std::size_t> others = elementCount(tensor.shape);
  if (!others || *others == 0 || elements % *others != 0)
    return Error{place(tensor) + ": " + std::to_string(elements) + " elements of " + elementTypeName(tensor.type) +
                 " cannot be divided into rows of the given shape"};
  *inferred = elements / *others;
  return std::nullopt;
}

} // namespace

std::optional<std::size_t> elementCount(const Shape &shape) {
  if (std::find(shape.begin(), shape.end(), std::size_t{0}) != shape.end())
    return 0;
  std::size_t count = 1;
  for (std::size_t extent : shape)
    if (extent > mostElements || __builtin_mul_overflow(count, extent, &count) || count > mostElements)
      return std::nullopt;
  return count;
}

std::string shapeText(const Shape &shape) {
  std::string text;
  for (std::size_t extent : shape)
    text += (text.empty() ? "" : "x") + (extent == inferredExtent ? std::string("?") : std::to_string(extent));
  return text.empty() ? "scalar" : text;
}

std::optional<Shape> parseShape(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && ((text.front() == '[' && text.back() == ']') || (text.front() == '(' && text.back() == ')')))
    text = trimmed(text.substr(1, text.size() - 2));
  if (!text.empty() && text.back() == ',')
    text.remove_suffix(1);
  Shape shape;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("x,X*"), text.size());
    const std::optional<std::size_t> extent = parseExtent(trimmed(text.substr(0, end)));
    if (!extent || shape.size() == mostExtents || (*extent == inferredExtent && std::count(shape.begin(), shape.end(), inferredExtent) != 0))
      return std::nullopt;
    shape.push_back(*extent);
    text.remove_prefix(end);
    if (text.size() == 1)
      return std::nullopt;
    if (!text.empty())
      text.remove_prefix(1);
  }
  if (shape.empty())
    return std::nullopt;
  return shape;
}

std::string indexText(const Shape &shape, std::size_t index) {
  std::vector<std::size_t> indices(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    indices[axis] = index % shape[axis];
    index /= shape[axis];
  }
  std::string text = "[";
  for (std::size_t axis = 0; axis < indices.size(); ++axis)
    text += (axis == 0 ? "" : ",") + std::to_string(indices[axis]);
  return text + "]";
}

std::size_t Tensor::count() const { return elementCount(shape).value_or(0); }

std::size_t Tensor::position(std::size_t index) const {
  if (!fortranOrder || shape.size() < 2)
    return index;
  // Row-major digits from the last axis on; in storage the first axis has stride 1.
  std::size_t stride = count(), place = 0;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    stride /= shape[axis];
    place += index % shape[axis] * stride;
    index /= shape[axis];
  }
  return place;
}

std::uint64_t Tensor::bits(std::size_t index) const { return loadBits(type, storage->bytes().data() + offset + position(index) * type.size); }

void Tensor::read(std::size_t first, std::span<double> out) const {
  if (out.empty())
    return;
  const std::byte *begin = storage->bytes().data() + offset;
  if (!fortranOrder || shape.size() < 2) {
    decode(type, begin + first * type.size, out);
    // Whoever walks through the tensor keeps two windows in memory: on entering one, the one before the last is given back.
    const std::size_t from = offset + first * type.size, to = from + out.size() * type.size;
    if (from / window != to / window && to / window >= 2)
      storage->forget((to / window - 2) * window, (to / window - 1) * window);
    return;
  }
  // Along the last axis consecutive elements lie one stride apart.
  const std::size_t run = shape.back(), stride = count() / run;
  for (std::size_t done = 0; done < out.size();) {
    const std::size_t index = first + done, length = std::min(run - index % run, out.size() - done);
    const std::byte *at = begin + position(index) * type.size;
    for (std::size_t i = 0; i < length; ++i)
      out[done + i] = decode(type, loadBits(type, at + i * stride * type.size));
    done += length;
  }
}

Result<Tensor> checkedTensor(Tensor tensor, bool exact) {
  const std::size_t size = tensor.storage->bytes().size();
  const std::size_t available = tensor.offset <= size ? size - tensor.offset : 0;
  if (tensor.shape.size() > mostExtents)
    return Error{place(tensor) + ": more than " + std::to_string(mostExtents) + " dimensions"};
  if (std::optional<Error> error = inferExtent(tensor, available / tensor.type.size))
    return std::move(*error);
  const std::optional<std::size_t> count = elementCount(tensor.shape);
  const std::string wanted = shapeText(tensor.shape) + " elements of " + elementTypeName(tensor.type);
  if (!count || *count > available / tensor.type.size) {
    const std::string bytes = count && *count <= mostElements / tensor.type.size ? std::to_string(*count * tensor.type.size) : "more than 2^63";
    return Error{place(tensor) + ": too short: " + wanted + " need " + bytes + " bytes from offset " + std::to_string(tensor.offset) +
                 ", there are " + std::to_string(available)};
  }
  const std::size_t over = available - *count * tensor.type.size;
  if (exact && over != 0)
    return Error{place(tensor) + ": " + wanted + " need " + std::to_string(*count * tensor.type.size) + " bytes, there are " +
                 std::to_string(available) + ": " + std::to_string(over) + " too many"};
  if (over != 0)
    tensor.notes.push_back(place(tensor) + ": " + std::to_string(over) + " bytes after the last element are not read");
  return tensor;
}

Tensor tensorOf(std::string name, Shape shape, std::span<const double> values) {
  std::vector<std::byte> bytes(values.size_bytes());
  if (!values.empty())
    std::memcpy(bytes.data(), values.data(), bytes.size());
  Tensor tensor;
  tensor.name = std::move(name);
  tensor.shape = std::move(shape);
  tensor.storage = inMemory(std::move(bytes));
  return tensor;
}

} // namespace fporder::data
