// Numbers and texts as bytes and back, for files that only this program reads. Little-endian, numbers in 7-bit groups.
//
// A reader never reads beyond its bytes: after the first thing that is not there, `good` is false and everything read is zero or empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fporder::check {

class ByteWriter {
public:
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      bytes.push_back(static_cast<char>(value | 0x80));
    bytes.push_back(static_cast<char>(value));
  }
  void text(std::string_view value) {
    number(value.size());
    bytes.append(value);
  }
  /// Without its length.
  void raw(std::string_view value) { bytes.append(value); }
  std::string take() { return std::move(bytes); }

private:
  std::string bytes;
};

class ByteReader {
public:
  explicit ByteReader(std::string_view given) : bytes(given) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(raw(1).empty() ? 0 : last);
      value |= std::uint64_t(byte & 0x7f) << shift;
      if (!(byte & 0x80))
        return value;
    }
    intact = false;
    return 0;
  }
  std::string_view text() { return raw(number()); }
  std::string_view raw(std::uint64_t size) {
    if (!intact || size > bytes.size()) {
      intact = false;
      return {};
    }
    const std::string_view part = bytes.substr(0, size);
    if (size > 0)
      last = part.back();
    bytes.remove_prefix(size);
    return part;
  }
  /// How many elements of at least one byte each may follow.
  std::uint64_t count() {
    const std::uint64_t value = number();
    if (value > bytes.size())
      intact = false;
    return intact ? value : 0;
  }
  bool good() const { return intact; }
  bool atEnd() const { return intact && bytes.empty(); }

private:
  std::string_view bytes;
  char last = 0;
  bool intact = true;
};

} // namespace fporder::check
