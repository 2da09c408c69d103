// The report as one HTML file that needs nothing else: findings in their source, and for measured ones the table, the plots and the order as a
// picture. Everything that comes from sources is escaped.
#include "analyzer/findings/evidence_text.h"
#include "analyzer/findings/grouping.h"
#include "analyzer/findings/html_page.h"
#include "analyzer/findings/html_plots.h"
#include "analyzer/findings/html_tree.h"
#include "analyzer/findings/measured_text.h"
#include "analyzer/findings/order_table.h"
#include "analyzer/findings/render.h"
#include "runtime/limits/limits.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>

namespace fporder::findings {

namespace {

constexpr std::uint32_t contextLines = 2;
constexpr std::size_t mostOpen = limits::most(limits::Limit::OpenFindings); // measured findings shown opened

class HtmlPage {
public:
  HtmlPage(const RenderInput &rendered, llvm::raw_ostream &out) : input(rendered), stream(out), groups(groupsOf(rendered.report)) {
    for (const Group &group : groups)
      if (!group.first().suppression)
        byFile[group.first().where.file].push_back(&group);
  }

  void print();

private:
  using Groups = std::vector<const Group *>;
  void head();
  void index();
  void file(const std::string &name, const Groups &found);
  void source(const std::string &name, const Groups &found);
  void finding(const Group &group);
  void values(const Finding &finding);
  void places(const Group &group);
  void orders(const Finding &finding);
  void measurement(const Finding &finding);
  void notes(const Finding &finding);
  void rule(const Finding &finding);
  void conformance(const std::string &title, std::span<const ConformanceEntry> entries, const std::string &other);
  void conformance();
  void notAnalysed();
  std::string anchor(const Finding &finding) const;
  static std::string place(const Finding &finding) { return std::to_string(finding.where.line) + ":" + std::to_string(finding.where.column); }

  const RenderInput &input;
  llvm::raw_ostream &stream;
  const std::vector<Group> groups;
  std::map<std::string, Groups> byFile;
  std::size_t opened = 0;
};

std::string_view severityClass(const Finding &finding) { return finding.severity == rules::Severity::Warning ? "warning" : "remark"; }

std::string HtmlPage::anchor(const Finding &finding) const {
  const auto &findings = input.report.findings;
  return "f" + std::to_string(&finding - findings.data());
}

void HtmlPage::head() {
  const Report::Summary &summary = input.report.summary;
  stream << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, "
            "initial-scale=1\">\n<title>fporder: order of floating-point operations</title>\n<style>"
         << htmlStyle() << "</style>\n</head>\n<body>\n<header>\n<h1>Order of floating-point operations</h1>\n<p>" << grouped(summary.warnings)
         << (summary.warnings == 1 ? " warning, " : " warnings, ") << grouped(summary.remarks) << (summary.remarks == 1 ? " remark" : " remarks");
  if (summary.suppressed)
    stream << ", " << grouped(summary.suppressed) << " suppressed";
  stream << " in " << grouped(summary.files) << (summary.files == 1 ? " file, " : " files, ") << grouped(summary.functions)
         << (summary.functions == 1 ? " function" : " functions")
         << "</p>\n<button type=\"button\" id=\"theme\" title=\"Light or dark (key t)\">Light / dark</button>\n</header>\n<main>\n";
}

void HtmlPage::index() {
  if (byFile.size() < 2)
    return;
  stream << "<nav aria-label=\"Files\"><ul class=\"index\">\n";
  std::size_t count = 0;
  for (const auto &[name, findings] : byFile)
    stream << "<li><a href=\"#file" << count++ << "\">" << htmlText(name) << "</a> " << findings.size() << "</li>\n";
  stream << "</ul></nav>\n";
}

/// The lines around findings, those of findings marked by the gravest on them.
void HtmlPage::source(const std::string &name, const Groups &found) {
  const SourceFile *text = input.sources.find(name);
  if (!text)
    return;
  std::map<std::uint32_t, std::string_view> lines; // to their class
  for (const Group *group : found)
    for (const Finding *finding : group->places) {
      const std::uint32_t first = finding->where.line > contextLines ? finding->where.line - contextLines : 1;
      for (std::uint32_t line = first; line <= std::min(finding->where.line + contextLines, text->lineCount()); ++line)
        lines.try_emplace(line, "");
      std::string_view &mark = lines[finding->where.line];
      if (mark != "warning")
        mark = severityClass(*finding);
    }
  stream << "<pre tabindex=\"0\" aria-label=\"Source\">";
  std::uint32_t last = 0;
  for (const auto &[line, mark] : lines) {
    if (last && line > last + 1)
      stream << "<span class=\"gap\" data-n=\"⋮\"></span>";
    stream << "<span data-n=\"" << line << "\"" << (mark.empty() ? "" : " class=\"") << mark << (mark.empty() ? "" : "\"") << '>'
           << htmlText(text->line(line)) << "</span>";
    last = line;
  }
  stream << "</pre>\n";
}

void HtmlPage::orders(const Finding &finding) {
  MeasuredTable table;
  bool letters = false;
  if (finding.measurement) {
    table = measuredTable(finding);
    letters = !orderName(finding, 0).starts_with('\'');
  }
  stream << "<h4>Orders" << (finding.measurement ? ", " + htmlText(table.caption) : std::string())
         << "</h4>\n<div class=\"wide\"><table>\n<thead><tr>"
         << "<th scope=\"col\">order</th>";
  for (const std::string &column : table.columns)
    stream << "<th scope=\"col\">" << htmlText(column) << "</th>";
  stream << "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < finding.orders.size(); ++i) {
    const OrderText &order = finding.orders[i];
    stream << "<tr" << (order.written ? " class=\"written\"" : "") << "><td>";
    if (finding.measurement)
      stream << "<span class=\"key s" << i % 6 << "\"></span>";
    stream << (letters ? "<b>" + orderLetter(i) + "</b> " : std::string()) << htmlText(order.expression);
    if (!order.written && !order.note.empty())
      stream << "<br><span class=\"where\">" << htmlText(order.note) << "</span>";
    stream << "</td>";
    if (finding.measurement)
      for (const std::string &cell : table.rows[i].cells)
        stream << "<td>" << htmlText(cell) << "</td>";
    stream << "</tr>\n";
  }
  stream << "</tbody></table></div>\n";
}

void HtmlPage::measurement(const Finding &finding) {
  stream << "<ul class=\"sentences\">";
  for (const std::string &sentence : measuredSentences(finding))
    stream << "<li>" << htmlText(sentence) << "</li>";
  stream << "</ul>\n<div class=\"plots\">\n";
  const auto figure = [&](const std::string &svg, const std::string &caption) {
    if (!svg.empty())
      stream << "<figure>" << svg << "<figcaption>" << caption << "</figcaption></figure>\n";
  };
  figure(errorDistributionPlot(finding), "How many samples have an error of at most so many ulps.");
  figure(errorScatterPlot(finding), "Single samples: error against the largest input.");
  figure(costPlot(finding), "Mean error against operations; filled: no order is better in both.");
  stream << "</div>\n<div class=\"plots trees\">\n";
  for (const OrderPicture &picture : orderPictures(finding))
    figure(picture.svg, htmlText(picture.caption) + "; numbers say when an operation runs, what differs is marked.");
  stream << "</div>\n";
}

void HtmlPage::notes(const Finding &finding) {
  if (finding.notes.empty() && finding.evidence.empty() && finding.assumed.empty())
    return;
  stream << "<h4>Why</h4>\n<ul class=\"sentences\">";
  if (!finding.evidence.empty())
    stream << "<li>" << htmlText(whyText(finding)) << "</li>";
  if (finding.judged && finding.judged->witness)
    stream << "<li>witness: " << htmlText(witnessText(*finding.judged->witness)) << "</li>";
  for (const std::string &reason : finding.assumed)
    stream << "<li>assumed: " << htmlText(reason) << "</li>";
  for (const Note &note : finding.notes)
    stream << "<li>" << htmlText(note.message) << " <span class=\"where\">" << htmlText(note.where.file) << ':' << note.where.line << ':'
           << note.where.column << "</span></li>";
  stream << "</ul>\n";
}

void HtmlPage::rule(const Finding &finding) {
  if (const rules::Rule *rule = input.rules.find(finding.rule))
    stream << "<h4>Rule</h4>\n<p>" << htmlText(finding.id) << " " << htmlText(rule->slug) << ": " << htmlText(rule->title)
           << " <span class=\"where\">fporder-check --explain " << htmlText(rule->slug) << "</span></p>\n";
}

void HtmlPage::values(const Finding &finding) {
  if (finding.values.empty())
    return;
  stream << "<ul class=\"sentences\">";
  for (const NamedValue &value : finding.values)
    stream << "<li><code>" << htmlText(value.name) << "</code> is <code>" << htmlText(value.expression) << "</code>"
           << (value.line ? " <span class=\"where\">line " + std::to_string(value.line) + "</span>" : std::string()) << "</li>";
  stream << "</ul>\n<p>Written out: <code>" << htmlText(finding.expression) << "</code></p>\n";
}

void HtmlPage::places(const Group &group) {
  if (group.others() == 0)
    return;
  stream << "<h4>" << grouped(group.places.size()) << " places</h4>\n<ul class=\"sentences\">";
  for (const Finding *each : group.places)
    stream << "<li><span class=\"where\">" << place(*each) << "</span> <code>" << htmlText(each->orders.front().expression) << "</code></li>";
  stream << "</ul>\n";
}

void HtmlPage::finding(const Group &group) {
  const Finding &finding = group.first();
  const bool open = finding.measurement && opened < mostOpen;
  opened += open;
  stream << "<details class=\"finding\" id=\"" << anchor(finding) << "\"" << (open ? " open" : "") << ">\n<summary><span class=\"badge "
         << severityClass(finding) << "\">" << rules::name(finding.severity) << "</span><span class=\"where\">" << place(finding) << "</span><h3>"
         << htmlText(finding.message) << "</h3></summary>\n<div class=\"body\">\n";
  orders(finding);
  values(finding);
  if (finding.measurement)
    measurement(finding);
  places(group);
  notes(finding);
  if (finding.fix && !finding.fix->edits.empty())
    stream << "<h4>Fix</h4>\n<p><code>" << htmlText(finding.fix->edits.front().text) << "</code> <span class=\"where\">"
           << (isAppliedByFix(*finding.fix) ? "--fix" : "--fix=all") << "</span></p>\n";
  rule(finding);
  stream << "</div>\n</details>\n";
}

void HtmlPage::file(const std::string &name, const Groups &found) {
  source(name, found);
  for (const Group *each : found)
    finding(*each);
}

/// Each output with the two parts in which it departs, side by side. `other`: what it is compared with.
void HtmlPage::conformance(const std::string &title, std::span<const ConformanceEntry> entries, const std::string &other) {
  stream << "<h2>" << htmlText(title) << "</h2>\n";
  for (const ConformanceEntry &entry : entries) {
    stream << "<div class=\"conformance\"><p><b>" << htmlText(entry.function) << (entry.function.empty() ? "" : ": ") << htmlText(entry.output)
           << (entry.output.empty() ? "" : ": ") << htmlText(entry.verdict) << "</b>" << (entry.difference.empty() ? "" : " (")
           << htmlText(entry.difference) << (entry.difference.empty() ? "" : ")") << ' ' << htmlText(entry.message) << "</p>\n<div class=\"plots\">";
    const auto side = [&](const std::vector<conform::MarkedNode> &tree, const Region &where, const std::string &who) {
      const std::string place = where.line ? where.file + ":" + std::to_string(where.line) : where.file;
      stream << "<figure>" << treePicture(tree, who + ", operations numbered as they run") << "<figcaption>" << htmlText(who)
             << " <span class=\"where\">" << htmlText(place) << "</span></figcaption></figure>\n";
    };
    if (entry.trees) {
      side(entry.trees->implementation, entry.where, "The implementation");
      side(entry.trees->reference, entry.reference, other);
    }
    stream << "</div></div>\n";
  }
}

void HtmlPage::conformance() {
  if (!input.conformance.empty())
    conformance("Against the reference", input.conformance, "The reference");
  if (!input.groups)
    return;
  for (const ConsistencyGroup &group : *input.groups)
    for (const ConsistencyMember &member : group.members)
      conformance(member.function + " against " + group.baseFunction, member.outputs, "The base");
}

void HtmlPage::notAnalysed() {
  if (input.report.notAnalysed.empty())
    return;
  stream << "<h2>Not analysed</h2>\n<ul class=\"sentences\">";
  for (const NotAnalysed &entry : input.report.notAnalysed)
    stream << "<li>" << htmlText(entry.what) << (entry.why.empty() ? "" : ": ") << htmlText(entry.why) << " <span class=\"where\">"
           << htmlText(entry.file) << (entry.line ? ":" + std::to_string(entry.line) : std::string()) << "</span></li>\n";
  stream << "</ul>\n";
}

void HtmlPage::print() {
  head();
  index();
  std::size_t count = 0;
  for (const auto &[name, findings] : byFile) {
    stream << "<h2 id=\"file" << count++ << "\">" << htmlText(name) << "</h2>\n";
    file(name, findings);
  }
  if (byFile.empty())
    stream << "<p>No findings.</p>\n";
  conformance();
  notAnalysed();
  stream
      << "</main>\n<footer>fporder-check " << FPORDER_VERSION
      << ". Keys: j and k next and previous finding, o open or close, t theme. Errors in ulps are against the correctly rounded result of the real "
         "expression.</footer>\n<script>"
      << htmlScript() << "</script>\n</body>\n</html>\n";
}

void renderHtml(const RenderInput &input, llvm::raw_ostream &stream) { HtmlPage(input, stream).print(); }

} // namespace

extern const Renderer htmlRenderer;
const Renderer htmlRenderer = {"html", "one self-contained page with plots for measured findings", renderHtml};

} // namespace fporder::findings
