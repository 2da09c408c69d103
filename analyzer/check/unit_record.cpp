#include "analyzer/check/unit_record.h"

#include "analyzer/check/byte_stream.h"

#include <concepts>
#include <limits>
#include <type_traits>

namespace fporder::check {
namespace {

template <typename T, typename Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

// One function says for each type what it consists of, for writing and reading alike. The structured bindings name every member: one more, and this
// does not compile until it is decided what becomes of it here.
template <typename Archive, Is<findings::Region> T> void fields(Archive &archive, T &region) {
  auto &[file, line, column, endLine, endColumn] = region;
  archive(file, line, column, endLine, endColumn);
}
template <typename Archive, Is<findings::Note> T> void fields(Archive &archive, T &note) {
  auto &[where, message] = note;
  archive(where, message);
}
template <typename Archive, Is<findings::Edit> T> void fields(Archive &archive, T &edit) {
  auto &[where, beginOffset, endOffset, text] = edit;
  archive(where, beginOffset, endOffset, text);
}
template <typename Archive, Is<findings::Fix> T> void fields(Archive &archive, T &fix) {
  auto &[fixClass, edits] = fix;
  archive(fixClass, edits);
}
template <typename Archive, Is<findings::OrderText> T> void fields(Archive &archive, T &order) {
  auto &[expression, note, written] = order;
  archive(expression, note, written);
}
template <typename Archive, Is<findings::Step> T> void fields(Archive &archive, T &step) {
  auto &[where, message] = step;
  archive(where, message);
}
template <typename Archive, Is<findings::Suppression> T> void fields(Archive &archive, T &suppression) {
  auto &[kind, justification] = suppression;
  archive(kind, justification);
}
template <typename Archive, Is<rules::Evidence> T> void fields(Archive &archive, T &evidence) {
  auto &[kind, detail, place] = evidence;
  archive(kind, detail, place.index); // the graph is gone, but whether there was a place still matters
}
template <typename Archive, Is<findings::NotAnalysed> T> void fields(Archive &archive, T &entry) {
  auto &[file, line, column, what, why, incomplete] = entry;
  archive(file, line, column, what, why, incomplete);
}
template <typename Archive, Is<findings::Finding> T> void fields(Archive &archive, T &finding) {
  auto &[rule, id, family, severity, evidence, where, range, function, expression, orders, message, notes, steps, fix, fingerprint, suppression,
         fixed, subject, measurement, machine, inlined, foreign, withinCallee] = finding;
  static_cast<void>(subject), static_cast<void>(measurement), static_cast<void>(machine);
  archive(rule, id, family, severity, evidence, where, range, function, expression, orders, message, notes, steps, fix, fingerprint, suppression,
          fixed, inlined, foreign, withinCallee);
}
template <typename Archive, Is<ParseResult> T> void fields(Archive &archive, T &parse) {
  auto &[parsed, failure, errors, missingHeaders, notAnalysed] = parse;
  archive(parsed, failure, errors, missingHeaders, notAnalysed);
}
template <typename Archive, Is<UnitResult> T> void fields(Archive &archive, T &result) {
  auto &[parse, found, notAnalysed, userFiles, functions, floatingOperations, dump, ended] = result;
  static_cast<void>(dump);
  archive(parse, found, notAnalysed, userFiles, functions, floatingOperations, ended);
}

class RecordWriter {
public:
  template <typename... Values> void operator()(const Values &...values) { (put(values), ...); }
  std::string take() { return bytes.take(); }

private:
  void put(const std::string &text) { bytes.text(text); }
  void put(std::unsigned_integral auto number) { bytes.number(number); }
  void put(rules::Severity severity) { bytes.number(severity == rules::Severity::Warning); }
  template <typename T> void put(const std::vector<T> &list) {
    bytes.number(list.size());
    for (const T &each : list)
      put(each);
  }
  template <typename T> void put(const std::optional<T> &value) {
    bytes.number(value.has_value());
    if (value)
      put(*value);
  }
  template <typename T>
    requires std::is_class_v<T>
  void put(const T &value) {
    fields(*this, value);
  }

  ByteWriter bytes;
};

class RecordReader {
public:
  explicit RecordReader(std::string_view given) : bytes(given) {}
  template <typename... Values> void operator()(Values &...values) { (get(values), ...); }
  bool complete() const { return sound && bytes.atEnd(); }

private:
  void get(std::string &text) { text = bytes.text(); }
  template <std::unsigned_integral T> void get(T &number) {
    const std::uint64_t value = bytes.number();
    sound &= value <= std::numeric_limits<T>::max();
    number = static_cast<T>(value);
  }
  void get(rules::Severity &severity) {
    bool warning = false;
    get(warning);
    severity = warning ? rules::Severity::Warning : rules::Severity::Remark;
  }
  template <typename T> void get(std::vector<T> &list) {
    for (std::uint64_t left = bytes.count(); left > 0 && bytes.good(); --left)
      get(list.emplace_back());
  }
  template <typename T> void get(std::optional<T> &value) {
    bool there = false;
    get(there);
    if (there)
      get(value.emplace());
  }
  template <typename T>
    requires std::is_class_v<T>
  void get(T &value) {
    fields(*this, value);
  }

  ByteReader bytes;
  bool sound = true;
};

} // namespace

std::string encodeUnit(const UnitResult &result) {
  RecordWriter writer;
  writer(result);
  return writer.take();
}

std::optional<UnitResult> decodeUnit(std::string_view bytes) {
  std::optional<UnitResult> result(std::in_place);
  RecordReader reader(bytes);
  reader(*result);
  if (!reader.complete())
    result.reset();
  return result;
}

} // namespace fporder::check
