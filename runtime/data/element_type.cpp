#include "runtime/data/element_type.h"

#include "runtime/format/rounding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstring>

namespace fporder::data {

namespace {

using format::Format;

struct Spelling {
  std::string_view text;
  ElementType type;
};

constexpr ElementType floating(Format format, std::uint8_t size) { return {ElementType::Kind::Float, format, size, false}; }
constexpr ElementType integer(ElementType::Kind kind, std::uint8_t size) { return {kind, Format::Integer, size, false}; }

constexpr ElementType half = floating(Format::Binary16, 2), single = floating(Format::Binary32, 4), wide = floating(Format::Binary64, 8),
                      brain = floating(Format::BFloat16, 2), tensorFloat = floating(Format::Tf32, 4), e4m3 = floating(Format::E4M3FN, 1),
                      e5m2 = floating(Format::E5M2, 1), truth = {ElementType::Kind::Boolean, Format::Boolean, 1, false};

// The first spelling of a type is the one that is printed.
constexpr std::array<Spelling, 58> spellings{{
    {"float16", half},
    {"f2", half},
    {"fp16", half},
    {"half", half},
    {"binary16", half},
    {"_float16", half},
    {"float32", single},
    {"f4", single},
    {"fp32", single},
    {"float", single},
    {"binary32", single},
    {"single", single},
    {"float64", wide},
    {"f8", wide},
    {"fp64", wide},
    {"double", wide},
    {"binary64", wide},
    {"bfloat16", brain},
    {"bf16", brain},
    {"__bf16", brain},
    {"tf32", tensorFloat},
    {"tfloat32", tensorFloat},
    {"float8_e4m3fn", e4m3},
    {"float8_e4m3", e4m3},
    {"fp8_e4m3fn", e4m3},
    {"fp8_e4m3", e4m3},
    {"e4m3fn", e4m3},
    {"e4m3", e4m3},
    {"float8_e5m2", e5m2},
    {"fp8_e5m2", e5m2},
    {"e5m2", e5m2},
    {"int8", integer(ElementType::Kind::Signed, 1)},
    {"i1", integer(ElementType::Kind::Signed, 1)},
    {"int8_t", integer(ElementType::Kind::Signed, 1)},
    {"int16", integer(ElementType::Kind::Signed, 2)},
    {"i2", integer(ElementType::Kind::Signed, 2)},
    {"int16_t", integer(ElementType::Kind::Signed, 2)},
    {"int32", integer(ElementType::Kind::Signed, 4)},
    {"i4", integer(ElementType::Kind::Signed, 4)},
    {"int", integer(ElementType::Kind::Signed, 4)},
    {"int32_t", integer(ElementType::Kind::Signed, 4)},
    {"int64", integer(ElementType::Kind::Signed, 8)},
    {"i8", integer(ElementType::Kind::Signed, 8)},
    {"int64_t", integer(ElementType::Kind::Signed, 8)},
    {"uint8", integer(ElementType::Kind::Unsigned, 1)},
    {"u1", integer(ElementType::Kind::Unsigned, 1)},
    {"uint8_t", integer(ElementType::Kind::Unsigned, 1)},
    {"uint16", integer(ElementType::Kind::Unsigned, 2)},
    {"u2", integer(ElementType::Kind::Unsigned, 2)},
    {"uint16_t", integer(ElementType::Kind::Unsigned, 2)},
    {"uint32", integer(ElementType::Kind::Unsigned, 4)},
    {"u4", integer(ElementType::Kind::Unsigned, 4)},
    {"uint32_t", integer(ElementType::Kind::Unsigned, 4)},
    {"uint64", integer(ElementType::Kind::Unsigned, 8)},
    {"u8", integer(ElementType::Kind::Unsigned, 8)},
    {"uint64_t", integer(ElementType::Kind::Unsigned, 8)},
    {"bool", truth},
    {"b1", truth},
}};

template <typename T> T loadAs(const ElementType &type, const std::byte *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  if constexpr (sizeof(T) == 2)
    return type.bigEndian ? static_cast<T>(__builtin_bswap16(value)) : value;
  else if constexpr (sizeof(T) == 4)
    return type.bigEndian ? __builtin_bswap32(value) : value;
  else if constexpr (sizeof(T) == 8)
    return type.bigEndian ? __builtin_bswap64(value) : value;
  return value;
}

/// Signalling NaN keeps its bits except for the quiet one; everything else is exact.
double decodeSingle(std::uint32_t bits) { return static_cast<double>(std::bit_cast<float>(bits)); }

/// Two-byte formats, by the block.
void decodeNarrow(const ElementType &type, const std::byte *bytes, std::span<double> out) {
  std::array<std::uint16_t, 256> block;
  for (std::size_t done = 0; done < out.size();) {
    const std::size_t length = std::min(block.size(), out.size() - done);
    for (std::size_t i = 0; i < length; ++i)
      block[i] = loadAs<std::uint16_t>(type, bytes + 2 * (done + i));
    format::decode(type.format, std::span(block).first(length), out.subspan(done, length));
    done += length;
  }
}

double decodeSigned(const ElementType &type, std::uint64_t bits) {
  const unsigned unused = 64 - 8u * type.size;
  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

} // namespace

std::optional<ElementType> parseElementType(std::string_view text) {
  bool bigEndian = false;
  const bool prefixed = !text.empty() && (text[0] == '<' || text[0] == '>' || text[0] == '|' || text[0] == '=');
  if (prefixed) {
    bigEndian = text[0] == '>';
    text.remove_prefix(1);
  }
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const Spelling &spelling : spellings)
    if (spelling.text == lower) {
      ElementType type = spelling.type;
      type.bigEndian = bigEndian && type.size > 1;
      return type;
    }
  return std::nullopt;
}

std::string elementTypeName(const ElementType &type) {
  for (const Spelling &spelling : spellings)
    if (spelling.type.kind == type.kind && spelling.type.format == type.format && spelling.type.size == type.size)
      return std::string(spelling.text);
  return std::string(format::name(type.format));
}

std::string_view arrayName(format::Format format) {
  for (const Spelling &spelling : spellings)
    if (spelling.type.format == format && spelling.type.kind == ElementType::Kind::Float)
      return spelling.text;
  return format::name(format);
}

std::uint64_t loadBits(const ElementType &type, const std::byte *bytes) {
  switch (type.size) {
  case 1:
    return loadAs<std::uint8_t>(type, bytes);
  case 2:
    return loadAs<std::uint16_t>(type, bytes);
  case 4:
    return loadAs<std::uint32_t>(type, bytes);
  default:
    return loadAs<std::uint64_t>(type, bytes);
  }
}

double decode(const ElementType &type, std::uint64_t bits) {
  switch (type.kind) {
  case ElementType::Kind::Boolean:
    return bits != 0 ? 1.0 : 0.0;
  case ElementType::Kind::Unsigned:
    return static_cast<double>(bits);
  case ElementType::Kind::Signed:
    return decodeSigned(type, bits);
  case ElementType::Kind::Float:
    break;
  }
  if (type.format == Format::Binary64)
    return std::bit_cast<double>(bits);
  if (type.size == 4)
    return decodeSingle(static_cast<std::uint32_t>(bits));
  return format::decode(type.format, bits);
}

void decode(const ElementType &type, const std::byte *bytes, std::span<double> out) {
  if (type.kind == ElementType::Kind::Float && type.format == Format::Binary64 && !type.bigEndian) {
    if (!out.empty())
      std::memcpy(out.data(), bytes, out.size_bytes());
    return;
  }
  if (type.kind == ElementType::Kind::Float && type.size == 4) {
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = decodeSingle(loadAs<std::uint32_t>(type, bytes + 4 * i));
    return;
  }
  if (type.kind == ElementType::Kind::Float && type.size == 2) {
    decodeNarrow(type, bytes, out);
    return;
  }
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = decode(type, loadBits(type, bytes + i * type.size));
}

} // namespace fporder::data
