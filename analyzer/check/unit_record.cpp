#include "analyzer/check/unit_record.h"

#include "analyzer/check/record_archive.h"

namespace fporder::check {

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
  auto &[fixClass, edits, analysed] = fix;
  archive(fixClass, edits, analysed);
}
template <typename Archive, Is<findings::OrderText> T> void fields(Archive &archive, T &order) {
  auto &[expression, note, written] = order;
  archive(expression, note, written);
}
template <typename Archive, Is<findings::NamedValue> T> void fields(Archive &archive, T &value) {
  auto &[name, expression, line] = value;
  archive(name, expression, line);
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
template <typename Archive, Is<evidence::Witness::Input> T> void fields(Archive &archive, T &input) {
  auto &[name, value, format, leaf] = input;
  static_cast<void>(leaf); // of a graph that is gone
  archive(name, value, format);
}
template <typename Archive, Is<evidence::Witness> T> void fields(Archive &archive, T &witness) {
  auto &[inputs, exact, written, other, alone, format] = witness;
  archive(inputs, exact, written, other, alone, format);
}
template <typename Archive, Is<findings::Judged> T> void fields(Archive &archive, T &judged) {
  auto &[evaluated, text, bits, family, share, differing, witness] = judged;
  archive(evaluated, text, bits, family, share, differing, witness);
}
template <typename Archive, Is<findings::NotAnalysed> T> void fields(Archive &archive, T &entry) {
  auto &[file, line, column, what, why, incomplete] = entry;
  archive(file, line, column, what, why, incomplete);
}
template <typename Archive, Is<findings::Finding> T> void fields(Archive &archive, T &finding) {
  auto &[rule, id, family, severity, evidence, judged, quietedBy, assumed, where, range, function, expression, orders, values, message, notes, steps,
         fix, shape, fingerprint, suppression, profiles, variants, fixed, subject, crossCheck, measurement, machine, inlined, foreign, withinCallee] =
      finding;
  static_cast<void>(profiles); // the unit's own
  static_cast<void>(subject), static_cast<void>(crossCheck), static_cast<void>(measurement), static_cast<void>(machine);
  archive(rule, id, family, severity, evidence, judged, quietedBy, assumed, where, range, function, expression, orders, values, message, notes, steps,
          fix, shape, fingerprint, suppression, variants, fixed, inlined, foreign, withinCallee);
}
template <typename Archive, Is<findings::FoundHeader> T> void fields(Archive &archive, T &header) {
  auto &[name, path, root, candidates, shortened] = header;
  archive(name, path, root, candidates, shortened);
}
template <typename Archive, Is<ParseResult> T> void fields(Archive &archive, T &parse) {
  auto &[parsed, failure, errors, missingHeaders, notAnalysed, foundHeaders] = parse;
  archive(parsed, failure, errors, missingHeaders, notAnalysed, foundHeaders);
}
template <typename Archive, Is<frontend::OperatorPlace> T> void fields(Archive &archive, T &place) {
  auto &[line, column, macro] = place;
  archive(line, column, macro);
}
template <typename Archive, Is<frontend::Operator> T> void fields(Archive &archive, T &entry) {
  auto &[place, why] = entry;
  archive(place, why);
}
template <typename Archive, Is<UnitResult> T> void fields(Archive &archive, T &result) {
  auto &[parse, found, notAnalysed, userFiles, functions, floatingOperations, operators, dump, ended, procedures, vendors] = result;
  static_cast<void>(procedures), static_cast<void>(vendors); // units that keep them have no cache
  archive(parse, found, notAnalysed, userFiles, functions, floatingOperations, operators, dump, ended);
}

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
