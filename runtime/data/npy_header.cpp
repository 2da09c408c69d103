#include "runtime/data/npy_header.h"

#include <charconv>

namespace fporder::data {

namespace {

class HeaderParser {
public:
  HeaderParser(std::string_view header, std::size_t at) : text(header), start(at) {}

  Result<NpyHeader> parse() {
    NpyHeader header;
    if (!dictionary(header))
      return Error{"header at offset " + std::to_string(start + position) + ": " + failure};
    return header;
  }

private:
  bool fail(const std::string &why) {
    if (failure.empty())
      failure = why;
    return false;
  }

  void skipBlanks() {
    while (position < text.size() && (text[position] == ' ' || text[position] == '\n' || text[position] == '\t' || text[position] == '\r'))
      ++position;
  }

  bool at(char c) {
    skipBlanks();
    return position < text.size() && text[position] == c;
  }

  bool take(char c) {
    if (!at(c))
      return false;
    ++position;
    return true;
  }

  bool expect(char c) { return take(c) || fail(std::string("'") + c + "' expected"); }

  bool word(std::string_view wanted) {
    skipBlanks();
    if (!text.substr(position).starts_with(wanted))
      return false;
    position += wanted.size();
    return true;
  }

  bool string(std::string &value) {
    skipBlanks();
    if (position == text.size() || (text[position] != '\'' && text[position] != '"'))
      return fail("a string expected");
    const std::size_t end = text.find(text[position], position + 1);
    if (end == std::string_view::npos)
      return fail("a string does not end");
    value = text.substr(position + 1, end - position - 1);
    position = end + 1;
    if (value.size() > 64)
      return fail("a string of " + std::to_string(value.size()) + " characters; none that long has a meaning here");
    return true;
  }

  bool boolean(bool &value) {
    value = word("True");
    return value || word("False") || fail("True or False expected");
  }

  bool extent(std::size_t &value) {
    skipBlanks();
    const char *begin = text.data() + position, *end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error == std::errc::result_out_of_range || (error == std::errc() && value == inferredExtent))
      return fail("an extent beyond 2^63");
    if (error != std::errc())
      return fail("a non-negative extent expected");
    position += static_cast<std::size_t>(stop - begin);
    if (position < text.size() && text[position] == 'L')
      ++position; // a Python 2 long
    return true;
  }

  bool shape(Shape &value) {
    if (!expect('('))
      return false;
    while (!at(')')) {
      if (value.size() == 64)
        return fail("more than 64 dimensions");
      if (!extent(value.emplace_back()))
        return false;
      if (!take(',') && !at(')'))
        return fail("',' or ')' expected");
    }
    return expect(')');
  }

  /// 'CODE', or [('', 'CODE')].
  bool descr(std::string &value) {
    if (!take('['))
      return string(value);
    std::string name;
    if (!expect('(') || !string(name) || !expect(',') || !string(value))
      return fail("records are not read");
    if (!name.empty() || !take(')') || (take(','), !take(']')))
      return fail("records are not read, only arrays of numbers");
    return true;
  }

  bool entry(NpyHeader &header, unsigned &seen) {
    std::string key;
    if (!string(key) || !expect(':'))
      return false;
    const unsigned bit = key == "descr" ? 1 : key == "fortran_order" ? 2 : key == "shape" ? 4 : 0;
    if (bit == 0 || (seen & bit) != 0)
      return fail("key '" + key + (bit == 0 ? "' is not known" : "' stands twice"));
    seen |= bit;
    return bit == 1 ? descr(header.descr) : bit == 2 ? boolean(header.fortranOrder) : shape(header.shape);
  }

  bool dictionary(NpyHeader &header) {
    unsigned seen = 0;
    if (!expect('{'))
      return false;
    while (!at('}')) {
      if (!entry(header, seen))
        return false;
      if (!take(',') && !at('}'))
        return fail("',' or '}' expected");
    }
    ++position;
    skipBlanks();
    if (seen != 7)
      return fail("one of the keys 'descr', 'fortran_order' and 'shape' is missing");
    return position == text.size() || fail("text after the closing '}'");
  }

  std::string_view text;
  std::size_t start, position = 0;
  std::string failure;
};

} // namespace

Result<NpyHeader> parseNpyHeader(std::string_view text, std::size_t offset) { return HeaderParser(text, offset).parse(); }

} // namespace fporder::data
