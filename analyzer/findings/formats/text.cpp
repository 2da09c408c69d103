// Findings as a compiler prints warnings, with the orders, the evidence and the fix under each:
//
//   adam.cpp:14:23: remark: product formed before the division: '(lr * m) / d' [fporder-mul-then-div]
//      14 |   w[i] -= lr * m[i] / (sqrtf(v[i]) + eps);
//         |           ~~~~~~~~~~^~~~~~~~~~~~~~~~~~~~
//         = orders, the written one marked:
//           * (lr * m[i]) / d
//             lr * (m[i] / d)  divides first
//         = m is 'beta * g[i]', line 12
//         = also at lines 15, 16 and 49 more
//         = why: what is added to 'w[i]' has other bits in another order on 35 % of the inputs (unit scale), and the sum keeps them
//         = witness: lr = 0.5, ...: exact 0.25, written 0.25000003, another order 0.25
//         = assumed: the type of 'm.c' is not known
//         = fix (on-demand): 'lr * (m[i] / (sqrtf(v[i]) + eps))'; explain: fporder-check --explain mul-then-div
//   adam.cpp:12:5: note: ...
#include "analyzer/findings/evidence_text.h"
#include "analyzer/findings/grouping.h"
#include "analyzer/findings/measured_text.h"
#include "analyzer/findings/order_table.h"
#include "analyzer/findings/own_rules.h"
#include "analyzer/findings/render.h"
#include "analyzer/findings/snippet.h"
#include "runtime/text/shown_text.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <span>

namespace fporder::findings {

namespace {

enum class Ink { Plain, Bold, Error, Warning, Remark, Note, Mark, Dim };

const char *escape(Ink ink) {
  switch (ink) {
  case Ink::Plain:
    return "\033[0m";
  case Ink::Bold:
    return "\033[1m";
  case Ink::Error:
    return "\033[1;31m";
  case Ink::Warning:
    return "\033[1;35m";
  case Ink::Remark:
    return "\033[1;34m";
  case Ink::Note:
    return "\033[1;36m";
  case Ink::Mark:
    return "\033[1;32m";
  case Ink::Dim:
    return "\033[2m";
  }
  return "";
}

/// Each line's end, with the indentation behind it, as one space.
std::string onOneLine(const std::string &text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    line += text[i] == '\n' ? ' ' : text[i];
    if (text[i] == '\n')
      i = std::min(text.find_first_not_of(" \t\r\n", i), text.size()) - 1;
  }
  return line;
}

/// Prints one report.
class TextPrinter {
public:
  TextPrinter(const RenderInput &input, llvm::raw_ostream &stream)
      : input(input), options(input.options), stream(stream), groups(groupsOf(input.report)) {}
  void print();

private:
  /// The findings in the sources, or those in headers.
  void print(bool sources);
  void ink(std::string_view text, Ink ink);
  void head(const Region &where, std::string_view level, Ink levelInk, std::string_view message, const std::string &tag);
  void source(const Region &caret, const Region &range);
  void detail(std::string_view text);
  void finding(const Group &group);
  void places(const Group &group);
  void orders(const Finding &finding);
  void measuredOrders(const Finding &finding);
  void details(const Group &group);
  void fileFindings(std::span<const Group> found);
  void folded(const std::string &file, const std::map<std::string, unsigned> &rules);
  void incomplete();
  void conformance();
  void tables();

  const RenderInput &input;
  const RenderOptions &options;
  llvm::raw_ostream &stream;
  const std::vector<Group> groups;
  Snippets snippets{input.sources};
};

void TextPrinter::ink(std::string_view text, Ink colour) {
  if (options.colour)
    stream << escape(colour) << fporder::text::shownLine(text) << escape(Ink::Plain);
  else
    stream << fporder::text::shownLine(text);
}

void TextPrinter::head(const Region &where, std::string_view level, Ink levelInk, std::string_view message, const std::string &tag) {
  std::string place = where.file;
  if (where.line)
    place += ':' + std::to_string(where.line);
  if (where.column)
    place += ':' + std::to_string(where.column);
  ink(place + ": ", Ink::Bold);
  ink(std::string(level) + ": ", levelInk);
  ink(message, Ink::Bold);
  stream << fporder::text::shownLine(tag) << '\n';
}

void TextPrinter::source(const Region &caret, const Region &range) {
  Snippet shown = snippets.of(caret, range);
  if (shown.line.empty())
    return;
  std::string number = std::to_string(shown.number);
  std::string gutter(5 - std::min<std::size_t>(number.size(), 5), ' ');
  stream << gutter << number << " | " << fporder::text::shownLine(shown.line) << '\n';
  stream << std::string(std::max<std::size_t>(number.size(), 5), ' ') << " | ";
  ink(shown.marks, Ink::Mark);
  stream << '\n';
}

void TextPrinter::detail(std::string_view text) {
  std::string line(text);
  std::ranges::replace(line, '\n', ' ');
  stream << "      = " << fporder::text::shownLine(line) << '\n';
}

/// The evidence whose line says what the note does; null where none does.
const rules::Evidence *evidenceOf(const Note &note, const Finding &finding) {
  const auto found = std::ranges::find(finding.evidence, note.message, &rules::Evidence::detail);
  return found != finding.evidence.end() ? &*found : nullptr;
}

void TextPrinter::orders(const Finding &finding) {
  if (finding.orders.size() < 2 && !finding.measurement)
    return;
  if (finding.measurement)
    return measuredOrders(finding);
  detail("orders, the written one marked:");
  std::vector<OrderRow> rows;
  for (const OrderText &order : finding.orders)
    rows.push_back({order.expression, order.note, order.written, {}});
  for (const std::string &line : orderTable(rows))
    stream << "        " << fporder::text::shownLine(line) << '\n';
}

void TextPrinter::measuredOrders(const Finding &finding) {
  const MeasuredTable table = measuredTable(finding);
  detail("orders, the written one marked, " + table.caption + ":");
  std::vector<OrderRow> rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    rows.push_back({table.rows[i].order, finding.orders[i].note, table.rows[i].written, table.rows[i].cells});
  for (const std::string &line : orderTable(rows, table.columns))
    stream << "        " << fporder::text::shownLine(line) << '\n';
  for (const std::string &sentence : measuredSentences(finding))
    detail(sentence);
}

void TextPrinter::places(const Group &group) {
  if (group.others() == 0)
    return;
  if (!options.allPlaces)
    return detail(otherPlaces(group));
  for (const Finding *place : std::span(group.places).subspan(1))
    detail("also at " + place->where.file + ':' + std::to_string(place->where.line) + ':' + std::to_string(place->where.column) + ": '" +
           place->orders.front().expression + "'");
}

void TextPrinter::details(const Group &group) {
  const Finding &finding = group.first();
  orders(finding);
  for (const NamedValue &value : finding.values)
    detail(value.name + " is '" + value.expression + "'" + (value.line ? ", line " + std::to_string(value.line) : std::string()));
  places(group);
  if (!finding.id.empty() && finding.family != suppressionFamily)
    detail("why: " + whyText(finding));
  if (finding.judged && finding.judged->witness)
    detail("witness: " + witnessText(*finding.judged->witness));
  if (!finding.quietedBy.empty())
    detail("quieted by: " + finding.quietedBy);
  for (const std::string &reason : finding.assumed)
    detail("assumed: " + reason);
  std::string last;
  if (finding.fix && !finding.fix->edits.empty())
    last = "fix (" + std::string(isAppliedByFix(*finding.fix) ? "--fix" : "--fix=all") + "): '" + onOneLine(finding.fix->edits.front().text) + "'; ";
  if (!finding.id.empty())
    detail(last + "explain: fporder-check --explain " + finding.rule);
  if (finding.suppression)
    detail("suppressed by " + finding.suppression->kind +
           (finding.suppression->justification.empty() ? std::string() : ": " + finding.suppression->justification));
}

void TextPrinter::finding(const Group &group) {
  const Finding &finding = group.first();
  bool warning = finding.severity == rules::Severity::Warning;
  if (options.asError && options.asError(finding))
    head(finding.where, "error", Ink::Error, finding.message, " [fporder-" + finding.rule + ",-warnings-as-errors]");
  else
    head(finding.where, rules::name(finding.severity), warning ? Ink::Warning : Ink::Remark, finding.message, " [fporder-" + finding.rule + "]");
  source(finding.where, finding.range);
  details(group);
  for (const Note &note : finding.notes) {
    bool elsewhere = note.where.file != finding.where.file || note.where.line != finding.where.line || note.where.column != finding.where.column;
    const rules::Evidence *told = evidenceOf(note, finding);
    if (told && note.where.file == finding.where.file && note.where.line == finding.where.line)
      continue;
    if (!elsewhere) {
      detail("note: " + note.message);
      continue;
    }
    head(note.where, "note", Ink::Note, told ? placeLabelOf(told->kind) : std::string_view(note.message), "");
    source(note.where, note.where);
  }
}

void TextPrinter::folded(const std::string &file, const std::map<std::string, unsigned> &rules) {
  unsigned total = 0;
  std::string list;
  for (const auto &[rule, count] : rules) {
    total += count;
    list += (list.empty() ? "" : ", ") + std::to_string(count) + " " + rule;
  }
  ink(file + ": ", Ink::Bold);
  ink("remark: ", Ink::Remark);
  stream << total << (total == 1 ? " more remark" : " more remarks") << " folded: " << fporder::text::shownLine(list)
         << " (--remarks=all lists them)\n";
}

void TextPrinter::fileFindings(std::span<const Group> found) {
  unsigned remarks = 0;
  std::map<std::string, unsigned> rest;
  for (const Group &group : found) {
    const Finding &current = group.first();
    if (current.suppression && !options.showSuppressed)
      continue;
    bool remark = current.severity == rules::Severity::Remark && !current.suppression;
    if (remark && options.foldAfter && ++remarks > *options.foldAfter)
      ++rest[current.rule];
    else
      finding(group);
  }
  if (!rest.empty())
    folded(found.front().first().where.file, rest);
}

/// A line for each output that has a reference.
void TextPrinter::conformance() {
  for (const ConformanceEntry &entry : input.conformance) {
    head(entry.where, "reference", Ink::Note, conformanceLine(entry), "");
    if (!findOwnRule(entry.verdict))
      for (const std::string &reason : entry.assumed)
        detail("assumed: " + reason);
  }
}

/// What --self-consistency and --describe have found.
void TextPrinter::tables() {
  const auto lines = [&](const std::vector<std::string> &all) {
    for (const std::string &line : all)
      stream << fporder::text::shownLine(line) << '\n';
  };
  if (input.groups)
    lines(consistencyTable(*input.groups));
  if (input.descriptions)
    for (const Description &description : *input.descriptions)
      lines(descriptionLines(description));
}

void TextPrinter::incomplete() {
  constexpr unsigned namedInFile = 5; // one missing header brings a cascade of errors with it
  std::map<std::string, unsigned> named;
  for (const NotAnalysed &entry : input.report.notAnalysed)
    if (options.listNotAnalysed || (entry.incomplete && ++named[entry.file] <= namedInFile))
      head({entry.file, entry.line, entry.column, 0, 0}, "not analysed", Ink::Note, entry.what + (entry.why.empty() ? "" : ": " + entry.why), "");
  for (const auto &[file, count] : named)
    if (count > namedInFile)
      head({file, 0, 0, 0, 0}, "not analysed", Ink::Note, std::to_string(count - namedInFile) + " more; --list-not-analysed lists all", "");
}

void TextPrinter::print() {
  print(/*sources=*/true);
  print(/*sources=*/false);
  conformance();
  tables();
  incomplete();
}

void TextPrinter::print(bool sources) {
  for (auto first = groups.begin(); first != groups.end();) {
    const std::string &file = first->first().where.file;
    const auto last = std::find_if(first, groups.end(), [&](const Group &group) { return group.first().where.file != file; });
    if (options.sources.contains(file) == sources && !options.printed.contains(file))
      fileFindings({first, last});
    first = last;
  }
}

void renderText(const RenderInput &input, llvm::raw_ostream &stream) { TextPrinter(input, stream).print(); }

} // namespace

extern const Renderer textRenderer;
const Renderer textRenderer = {"text", "like a compiler's warnings, with the orders, the evidence and the fix", renderText};

} // namespace fporder::findings
