#include "runtime/data/csv.h"

#include "runtime/data/number_text.h"
#include "runtime/file/limits.h"

#include <algorithm>
#include <set>

namespace fporder::data {

namespace {

using format::Format;

struct Field {
  std::string text;
  std::size_t column = 0; // byte, from 1
};

class CsvReader {
public:
  CsvReader(std::string_view content, std::string path, Format type) : rest(content), file(std::move(path)), single(type == Format::Binary32) {
    if (rest.starts_with("\xef\xbb\xbf"))
      rest.remove_prefix(3);
  }

  Result<std::vector<Tensor>> read(const std::string &name) {
    std::vector<Field> record;
    if (!nextRecord(record))
      return failure.message.empty() ? Error{file + ": holds no numbers"} : failure;
    width = record.size();
    const bool header = std::any_of(record.begin(), record.end(), [](const Field &field) { return isWord(field.text); });
    if (header ? !takeHeader(record) : !takeRow(record))
      return failure;
    while (nextRecord(record))
      if (!takeRow(record))
        return failure;
    if (!failure.message.empty())
      return failure;
    return header ? columnTensors() : matrixTensor(name);
  }

private:
  static constexpr std::size_t mostColumns = fporder::file::limitValue(fporder::file::Limit::CsvColumns);

  bool fail(std::size_t column, const std::string &why) {
    failure.message = file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + why;
    return false;
  }

  static std::string quoted(const std::string &text) { return "'" + (text.size() > 40 ? text.substr(0, 40) + "..." : text) + "'"; }

  static bool isWord(const std::string &text) {
    double value = 0;
    return !text.empty() && parseNumber(text, value) == NumberError::Malformed;
  }

  /// The next line with content; false at the end.
  bool nextLine(std::string_view &text) {
    while (!rest.empty()) {
      ++line;
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      text = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (text.ends_with('\r'))
        text.remove_suffix(1);
      const std::size_t first = text.find_first_not_of(" \t");
      if (first != std::string_view::npos && text[first] != '#')
        return true;
    }
    return false;
  }

  bool nextRecord(std::vector<Field> &record) {
    std::string_view text;
    if (!nextLine(text))
      return false;
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos)
      return fail(nul + 1, "a zero byte: this is not a text file");
    if (separator == '\0')
      separator = separatorOf(text);
    return split(text, record);
  }

  /// The first of the separators that stands outside of quotes.
  static char separatorOf(std::string_view text) {
    std::string outside;
    bool quotes = false;
    for (const char c : text) {
      quotes = quotes != (c == '"');
      if (!quotes)
        outside += c;
    }
    for (const char candidate : {',', ';', '\t'})
      if (outside.find(candidate) != std::string::npos)
        return candidate;
    return ' ';
  }

  bool split(std::string_view text, std::vector<Field> &record) {
    record.clear();
    std::size_t at = 0;
    for (;;) {
      while (at < text.size() && (text[at] == ' ' || (text[at] == '\t' && separator != '\t')))
        ++at;
      if (separator == ' ' && at == text.size() && !record.empty())
        return true;
      if (record.size() == mostColumns)
        return fail(at + 1, "a record " + fporder::file::beyond(fporder::file::Limit::CsvColumns));
      Field field{{}, at + 1};
      if (!takeField(text, at, field))
        return false;
      record.push_back(std::move(field));
      if (at == text.size())
        return true;
      if (separator != ' ')
        ++at; // the separator; the field after it may be empty
    }
  }

  bool takeField(std::string_view text, std::size_t &at, Field &field) {
    if (at < text.size() && text[at] == '"')
      return takeQuoted(text, at, field);
    const std::size_t end = std::min(separator == ' ' ? text.find_first_of(" \t", at) : text.find(separator, at), text.size());
    field.text = text.substr(at, end - at);
    field.text.erase(field.text.find_last_not_of(" \t") + 1);
    at = end;
    return true;
  }

  bool takeQuoted(std::string_view text, std::size_t &at, Field &field) {
    for (++at; at < text.size(); ++at) {
      if (text[at] != '"') {
        field.text += text[at];
        continue;
      }
      ++at;
      if (at < text.size() && text[at] == '"') {
        field.text += '"';
        continue;
      }
      while (at < text.size() && separator != text[at] && (text[at] == ' ' || text[at] == '\t'))
        ++at;
      if (at < text.size() && text[at] != separator && separator != ' ')
        return fail(at + 1, "text after the closing quote");
      return true;
    }
    return fail(field.column, "a quote that does not end on its line");
  }

  bool takeHeader(const std::vector<Field> &record) {
    std::set<std::string> seen;
    const auto number = std::any_of(record.begin(), record.end(), [](const Field &field) { return !field.text.empty() && !isWord(field.text); });
    for (const Field &field : record) {
      // Taking it for a header would drop a record with a slip in it.
      if (number && isWord(field.text))
        return fail(field.column, quoted(field.text) + " is not a number, and a first record with numbers in it is no header");
      if (field.text.empty())
        return fail(field.column, "a column without a name");
      if (!seen.insert(field.text).second)
        return fail(field.column, "a second column " + quoted(field.text));
      names.push_back(field.text);
    }
    columns.resize(width);
    // What all columns keep in memory is bounded together.
    for (Column &column : columns)
      column.storage = GrowingStorage(std::max<std::size_t>(GrowingStorage::defaultMemoryLimit / width, 4096));
    return true;
  }

  bool takeRow(const std::vector<Field> &record) {
    if (record.size() != width)
      return fail(record.back().column, "a record of " + std::to_string(record.size()) + " fields where the first has " + std::to_string(width));
    if (columns.empty())
      columns.resize(1);
    for (std::size_t i = 0; i < record.size(); ++i)
      if (!takeNumber(record[i], columns[names.empty() ? 0 : i]))
        return false;
    ++rows;
    return true;
  }

  /// Numbers on their way to storage, which takes them by the block.
  struct Column {
    GrowingStorage storage;
    std::vector<std::byte> block;
  };

  bool takeNumber(const Field &field, Column &column) { return single ? takeTyped<float>(field, column) : takeTyped<double>(field, column); }

  template <typename T> bool takeTyped(const Field &field, Column &column) {
    T value = 0;
    switch (parseNumber(field.text, value)) {
    case NumberError::Malformed:
      return fail(field.column, field.text.empty() ? "an empty field; a missing value is written nan" : quoted(field.text) + " is not a number");
    case NumberError::Overflow:
      return fail(field.column, quoted(field.text) + " is beyond " + (single ? "binary32" : "binary64"));
    case NumberError::None:
      break;
    }
    const auto *bytes = reinterpret_cast<const std::byte *>(&value);
    column.block.insert(column.block.end(), bytes, bytes + sizeof value);
    return column.block.size() < 4096 || flush(column);
  }

  bool flush(Column &column) {
    if (!column.storage.append(column.block))
      return fail(1, column.storage.finish().error().message);
    column.block.clear();
    return true;
  }

  Result<Tensor> tensor(Column &column, std::string name, Shape shape) {
    if (!flush(column))
      return failure;
    Result<Bytes> bytes = column.storage.finish();
    if (!bytes)
      return Error{file + ": " + bytes.error().message};
    Tensor result;
    result.name = std::move(name);
    result.file = file;
    result.type = single ? ElementType{ElementType::Kind::Float, Format::Binary32, 4, false} : ElementType{};
    result.typeStored = false;
    result.shape = std::move(shape);
    result.storage = std::move(*bytes);
    return checkedTensor(std::move(result), true);
  }

  Result<std::vector<Tensor>> columnTensors() {
    std::vector<Tensor> tensors;
    for (std::size_t i = 0; i < width; ++i) {
      Result<Tensor> one = tensor(columns[i], names[i], {rows});
      if (!one)
        return one.error();
      tensors.push_back(std::move(*one));
    }
    return tensors;
  }

  Result<std::vector<Tensor>> matrixTensor(const std::string &name) {
    Result<Tensor> one = tensor(columns[0], name, width == 1 ? Shape{rows} : Shape{rows, width});
    if (!one)
      return one.error();
    std::vector<Tensor> tensors;
    tensors.push_back(std::move(*one));
    return tensors;
  }

  std::string_view rest;
  std::string file;
  bool single;
  char separator = '\0';
  std::size_t line = 0, width = 0, rows = 0;
  std::vector<std::string> names; // empty without a header
  std::vector<Column> columns;    // one for each name, or one for all
  Error failure;
};

} // namespace

Result<std::vector<Tensor>> readCsv(const Bytes &bytes, const std::string &file, const std::string &name, Format type) {
  const std::span<const std::byte> content = bytes->bytes();
  return CsvReader({reinterpret_cast<const char *>(content.data()), content.size()}, file, type).read(name);
}

} // namespace fporder::data
