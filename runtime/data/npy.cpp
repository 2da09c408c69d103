#include "runtime/data/npy.h"

#include "runtime/data/npy_header.h"

#include <algorithm>
#include <cstring>

namespace fporder::data {

namespace {

using format::Format;

constexpr std::string_view magic("\x93NUMPY", 6);

std::string_view asText(std::span<const std::byte> bytes) { return {reinterpret_cast<const char *>(bytes.data()), bytes.size()}; }

struct HeaderPlace {
  std::size_t begin = 0, length = 0;
};

Result<HeaderPlace> locateHeader(std::span<const std::byte> bytes, const std::string &file) {
  if (!looksLikeNpy(bytes))
    return Error{file + ": not an .npy file: it does not begin with \\x93NUMPY"};
  if (bytes.size() < 10)
    return Error{file + ": truncated: an .npy file has at least 10 bytes before its header, this one has " + std::to_string(bytes.size())};
  const auto byte = [&](std::size_t at) { return std::to_integer<std::size_t>(bytes[at]); };
  const std::size_t major = byte(6);
  if (major < 1 || major > 3)
    return Error{file + ": .npy version " + std::to_string(major) + "." + std::to_string(byte(7)) + " is not known (offset 6); 1 to 3 are"};
  HeaderPlace place{10, byte(8) | byte(9) << 8};
  if (major > 1) {
    if (bytes.size() < 12)
      return Error{file + ": truncated in the header's length at offset 8"};
    place = {12, place.length | byte(10) << 16 | byte(11) << 24};
  }
  if (place.length > bytes.size() - place.begin)
    return Error{file + ": truncated: the header of " + std::to_string(place.length) + " bytes at offset " + std::to_string(place.begin) +
                 " passes the end of the file at " + std::to_string(bytes.size())};
  return place;
}

/// The element type of a header's descr, with the caller's help.
Result<ElementType> elementTypeOf(const std::string &descr, const AssumedType &assumed, Tensor &tensor) {
  const std::string code = descr.find_first_of("<>|=") == 0 ? descr.substr(1) : descr;
  const bool given = assumed.type.has_value();
  if (code == "V1" || code == "f1") {
    if (given && assumed.type->size == 1)
      return *assumed.type;
    if (code == "f1") {
      tensor.notes.push_back(tensor.file + ": '" + descr + "' taken as float8_e5m2");
      return ElementType{ElementType::Kind::Float, Format::E5M2, 1, false};
    }
    return Error{tensor.file + ": '" + descr + "' is an 8-bit format that the file does not name: give the dtype, such as float8_e4m3fn"};
  }
  if (code == "V2") {
    if (given && assumed.type->size == 2)
      return *assumed.type;
    if (!given || !assumed.insist) {
      tensor.notes.push_back(tensor.file + ": '" + descr + "' taken as bfloat16");
      return ElementType{ElementType::Kind::Float, Format::BFloat16, 2, descr[0] == '>'};
    }
  }
  const std::optional<ElementType> stored = parseElementType(descr);
  if (!stored)
    return Error{
        tensor.file + ": elements of type '" + descr +
        "' cannot be read: booleans, integers to 64 bits and floating point to binary64 can (not complex numbers, objects, strings or records)"};
  const bool pattern = stored->kind == ElementType::Kind::Unsigned || stored->format == assumed.type.value_or(*stored).format;
  if (!given || !assumed.insist || *assumed.type == *stored)
    return *stored;
  if (!pattern || assumed.type->size != stored->size)
    return Error{tensor.file + ": holds " + elementTypeName(*stored) + ", not " + elementTypeName(*assumed.type)};
  ElementType type = *assumed.type;
  type.bigEndian = stored->bigEndian;
  return type;
}

template <typename T> std::vector<std::byte> write(const Shape &shape, std::span<const T> values, const char *descr) {
  std::string header = std::string("{'descr': '") + descr + "', 'fortran_order': False, 'shape': (";
  for (std::size_t extent : shape)
    header += std::to_string(extent) + (shape.size() == 1 ? "," : ", ");
  if (shape.size() > 1)
    header.resize(header.size() - 2);
  header += "), }";
  // The data begin at a multiple of 64; the header ends with a line feed.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string text(magic);
  text += {'\x01', '\x00', static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  text += header;
  std::vector<std::byte> bytes(text.size() + values.size_bytes());
  std::memcpy(bytes.data(), text.data(), text.size());
  if (!values.empty())
    std::memcpy(bytes.data() + text.size(), values.data(), values.size_bytes());
  return bytes;
}

} // namespace

bool looksLikeNpy(std::span<const std::byte> bytes) { return asText(bytes).starts_with(magic); }

Result<Tensor> readNpy(Bytes bytes, const std::string &file, const std::string &name, const AssumedType &assumed) {
  const std::span<const std::byte> content = bytes->bytes();
  const Result<HeaderPlace> place = locateHeader(content, file);
  if (!place)
    return place.error();
  const Result<NpyHeader> header = parseNpyHeader(asText(content.subspan(place->begin, place->length)), place->begin);
  if (!header)
    return Error{file + ": " + header.error().message};
  Tensor tensor;
  tensor.name = name;
  tensor.file = file;
  tensor.shape = header->shape;
  tensor.fortranOrder = header->fortranOrder;
  tensor.storage = std::move(bytes);
  tensor.offset = place->begin + place->length;
  const Result<ElementType> type = elementTypeOf(header->descr, assumed, tensor);
  if (!type)
    return type.error();
  tensor.type = *type;
  return checkedTensor(std::move(tensor), false);
}

std::vector<std::byte> writeNpy(const Shape &shape, std::span<const double> values) { return write(shape, values, "<f8"); }
std::vector<std::byte> writeNpy(const Shape &shape, std::span<const float> values) { return write(shape, values, "<f4"); }

} // namespace fporder::data
