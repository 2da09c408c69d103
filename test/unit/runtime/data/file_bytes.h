// Bytes of test files, and files that live as long as a test.
#pragma once

#include "runtime/data/storage.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace fporder::data {

inline std::vector<std::byte> bytesOf(std::string_view text) {
  const auto *begin = reinterpret_cast<const std::byte *>(text.data());
  return {begin, begin + text.size()};
}

/// "00ff3c" as bytes.
inline std::string fromHex(std::string_view digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16));
  return bytes;
}

/// An .npy file of version 1 with this dictionary and these data, padded as NumPy pads it.
inline std::string npyFile(std::string header, std::string_view payload) {
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  return file + header + std::string(payload);
}

class TemporaryDirectory {
public:
  TemporaryDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "fporder-data-XXXXXX").string();
    root = ::mkdtemp(pattern.data());
  }
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;
  ~TemporaryDirectory() { std::filesystem::remove_all(root); }

  std::string path(const std::string &name) const { return (root / name).string(); }
  std::string write(const std::string &name, std::string_view content) const {
    std::ofstream(root / name, std::ios::binary) << content;
    return path(name);
  }

private:
  std::filesystem::path root;
};

} // namespace fporder::data
