// What the build tools that embed documents share: a text as a C++ string literal, and a main that writes one file.
#pragma once

#include <algorithm>
#include <cctype>
#include <exception>
#include <fstream>
#include <iostream>
#include <ostream>
#include <string>

namespace fporder::rules {

/// Writes `text` as adjacent literals. Octal escapes only: digits that follow cannot extend them, and lines stay short for the compiler.
inline void writeLiteral(std::ostream &out, const std::string &text) {
  constexpr std::size_t bytesPerLine = 100;
  constexpr char digits[] = "01234567";
  for (std::size_t i = 0; i < text.size(); i += bytesPerLine) {
    out << "\n      \"";
    for (std::size_t k = i; k < std::min(text.size(), i + bytesPerLine); ++k) {
      const auto c = static_cast<unsigned char>(text[k]);
      if (std::isalnum(c) || c == ' ')
        out << text[k];
      else
        out << '\\' << digits[c >> 6] << digits[(c >> 3) & 7] << digits[c & 7];
    }
    out << '"';
  }
  if (text.empty())
    out << "\"\"";
}

/// The main of the tool `program SOURCE_DIR OUT.cpp`: `write(out, directory)` writes the file. 2 for wrong usage, 1 for what cannot be read or
/// written.
template <typename Write> int embed(int argc, char **argv, const char *program, const Write &write) {
  if (argc != 3) {
    std::cerr << "usage: " << program << " SOURCE_DIR OUT.cpp\n";
    return 2;
  }
  try {
    std::ofstream out(argv[2], std::ios::binary);
    write(out, argv[1]);
    out.close();
    if (out)
      return 0;
    std::cerr << program << ": cannot write " << argv[2] << '\n';
  } catch (const std::exception &error) {
    std::cerr << program << ": " << error.what() << '\n';
  }
  return 1;
}

} // namespace fporder::rules
