#include "runtime/data/raw.h"

#include <filesystem>

namespace fporder::data {

namespace {

constexpr ElementType assumedElement{ElementType::Kind::Float, format::Format::Binary32, 4, false};

std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> found;
  for (;;) {
    const std::size_t end = text.find(separator);
    found.push_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return found;
    text.remove_prefix(end + 1);
  }
}

/// The type that begins at part `at`; two parts for names such as float8_e5m2.
std::optional<ElementType> typeAt(const std::vector<std::string_view> &words, std::size_t at, std::size_t &length) {
  // One letter and a digit ("f4", "i8", "u1") is more often a name than a type.
  if (words[at].size() <= 2)
    return std::nullopt;
  if (at + 1 < words.size()) {
    length = 2;
    if (std::optional<ElementType> type = parseElementType(std::string(words[at]) + "_" + std::string(words[at + 1])))
      return type;
  }
  length = 1;
  return parseElementType(words[at]);
}

std::optional<Shape> shapeAt(const std::vector<std::string_view> &words, std::size_t at, std::size_t &length) {
  Shape shape;
  length = 0;
  while (at + length < words.size()) {
    const std::string_view word = words[at + length];
    const std::optional<Shape> extents = word.find_first_not_of("0123456789x") == std::string_view::npos ? parseShape(word) : std::nullopt;
    if (!extents)
      break;
    shape.insert(shape.end(), extents->begin(), extents->end());
    ++length;
  }
  if (length == 0)
    return std::nullopt;
  return shape;
}

/// The line of FILE.dtype; nothing when there is no such file.
Result<std::optional<TypeText>> readSidecar(const std::string &path) {
  const std::string sidecar = path + ".dtype";
  std::error_code ignored;
  if (!std::filesystem::exists(sidecar, ignored))
    return std::optional<TypeText>();
  const Result<Bytes> bytes = openFile(sidecar);
  if (!bytes)
    return bytes.error();
  const std::span<const std::byte> content = (*bytes)->bytes();
  std::string_view line(reinterpret_cast<const char *>(content.data()), content.size());
  line = line.substr(0, line.find_first_of("\r\n"));
  std::optional<TypeText> parsed = parseTypeText(line);
  if (!parsed)
    return Error{sidecar + ": '" + std::string(line.substr(0, 40)) + "' is not dtype or dtype:shape, as in float16:32x1024"};
  return parsed;
}

} // namespace

NamedType typeFromName(std::string_view stem) {
  const std::vector<std::string_view> words = parts(stem, '_');
  NamedType result{std::string(stem), std::nullopt, std::nullopt};
  for (std::size_t at = 1; at < words.size(); ++at) {
    std::size_t typeLength = 0, shapeLength = 0;
    result.type = typeAt(words, at, typeLength);
    if (!result.type)
      continue;
    if (at + typeLength < words.size())
      result.shape = shapeAt(words, at + typeLength, shapeLength);
    result.name.clear();
    for (std::size_t i = 0; i < words.size(); ++i)
      if (i < at || i >= at + typeLength + shapeLength)
        result.name += (result.name.empty() ? "" : "_") + std::string(words[i]);
    break;
  }
  return result;
}

std::optional<TypeText> parseTypeText(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::optional<ElementType> type = parseElementType(text.substr(0, colon));
  if (!type)
    return std::nullopt;
  if (colon == std::string_view::npos)
    return TypeText{*type, std::nullopt};
  std::optional<Shape> shape = parseShape(text.substr(colon + 1));
  if (!shape)
    return std::nullopt;
  return TypeText{*type, std::move(shape)};
}

Result<Tensor> readRaw(Bytes bytes, const std::string &path, const AssumedType &assumed, const std::optional<Shape> &shape) {
  const NamedType named = typeFromName(std::filesystem::path(path).stem().string());
  const Result<std::optional<TypeText>> sidecar = readSidecar(path);
  if (!sidecar)
    return sidecar.error();
  Tensor tensor;
  tensor.name = named.name;
  tensor.file = path;
  const std::optional<Shape> noted = *sidecar ? (*sidecar)->shape : named.shape;
  const std::optional<Shape> &extents = shape ? shape : noted;
  std::string source;
  if (assumed.type && assumed.insist) {
    tensor.type = *assumed.type;
  } else if (*sidecar) {
    tensor.type = (*sidecar)->type;
    source = "as " + path + ".dtype says";
  } else if (named.type) {
    tensor.type = *named.type;
    source = "as its name says";
  } else {
    tensor.type = assumed.type.value_or(assumedElement);
    source = assumed.type ? "as the given dtype says" : "assumed: neither its name nor an option says";
  }
  tensor.typeStored = (assumed.type && assumed.insist) || *sidecar || named.type;
  tensor.shapeStored = extents.has_value();
  tensor.shape = extents.value_or(Shape{inferredExtent});
  tensor.storage = std::move(bytes);
  const std::size_t size = tensor.storage->bytes().size();
  if (!extents && size % tensor.type.size != 0)
    return Error{path + ": " + std::to_string(size) + " bytes are not a whole number of " + elementTypeName(tensor.type) + " elements of " +
                 std::to_string(tensor.type.size) + " bytes" + (source.empty() ? "" : " (" + source + ")")};
  Result<Tensor> checked = checkedTensor(std::move(tensor), true);
  if (checked && !source.empty())
    checked->notes.push_back(path + ": raw elements read as " + elementTypeName(checked->type) + " " + shapeText(checked->shape) + ", " + source);
  return checked;
}

} // namespace fporder::data
