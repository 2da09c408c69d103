// Findings as a JUnit report, which CI servers show as test results: a test case for each finding and for each file that could not be analysed.
//
//   <testcase classname="src/adam.cpp" name="fporder-mul-then-div at 14:23" file="src/adam.cpp" line="14"><failure type="warning" message="...">...
//
// A warning is a failure, a file that could not be analysed an error; a remark passes and says what it has to say in system-out, unless
// --warnings-as-errors names it. A report without findings holds one case that passes: some servers take an empty report for a broken one.
#include "analyzer/findings/grouping.h"
#include "analyzer/findings/render.h"
#include "runtime/text/shown_text.h"

#include "llvm/Support/raw_ostream.h"

#include <span>

namespace fporder::findings {

namespace {

/// XML 1.0 text: valid UTF-8, without control characters, which it cannot hold in any spelling.
std::string xml(std::string_view text) {
  std::string result;
  for (const char c : fporder::text::printable(text, "?"))
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    case '\n':
      result += "&#10;";
      break;
    case '\t':
      result += "&#9;"; // as it is, an attribute would have a space
      break;
    default:
      result += c;
    }
  return result;
}

std::string place(const Region &where) { return where.file + ":" + std::to_string(where.line) + ":" + std::to_string(where.column); }

std::string details(const Group &group) {
  const Finding &finding = group.first();
  std::string text = place(finding.where) + ": " + finding.message + "\norders, the written one marked:\n";
  for (const OrderText &order : finding.orders)
    text += (order.written ? "* " : "  ") + order.expression + (order.note.empty() ? "" : "  " + order.note) + "\n";
  for (const NamedValue &value : finding.values)
    text += value.name + " is '" + value.expression + "'" + (value.line ? ", line " + std::to_string(value.line) : std::string()) + "\n";
  for (const Finding *other : std::span(group.places).subspan(1))
    text += "also at " + place(other->where) + "\n";
  for (const std::string &reason : finding.assumed)
    text += "assumed: " + reason + "\n";
  for (const Note &note : finding.notes)
    text += place(note.where) + ": note: " + note.message + "\n";
  return text;
}

class JunitPrinter {
public:
  JunitPrinter(const RenderInput &given, llvm::raw_ostream &out) : input(given), stream(out) {}

  void print() {
    const std::vector<Group> groups = groupsOf(input.report);
    for (const Group &group : groups)
      if (!group.first().suppression) {
        ++cases;
        failures += fails(group.first());
      }
    for (const NotAnalysed &entry : input.report.notAnalysed)
      errors += entry.what == "file";
    cases += errors;
    stream << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    suite("testsuites");
    suite("testsuite");
    for (const NotAnalysed &entry : input.report.notAnalysed)
      if (entry.what == "file")
        stream << "<testcase classname=\"" << xml(entry.file) << "\" name=\"analysis\"><error type=\"not analysed\" message=\"" << xml(entry.why)
               << "\"/></testcase>\n";
    for (const Group &group : groups)
      if (!group.first().suppression)
        testCase(group);
    if (cases == 0)
      stream << "<testcase classname=\"fporder\" name=\"no findings\"/>\n";
    stream << "</testsuite>\n</testsuites>\n";
  }

private:
  bool fails(const Finding &finding) const {
    return finding.severity == rules::Severity::Warning || (input.options.asError && input.options.asError(finding));
  }

  void suite(std::string_view element) {
    stream << '<' << element << " name=\"fporder-check\" tests=\"" << std::max(cases, 1u) << "\" failures=\"" << failures << "\" errors=\"" << errors
           << "\">\n";
  }

  void testCase(const Group &group) {
    const Finding &finding = group.first();
    stream << "<testcase classname=\"" << xml(finding.where.file) << "\" name=\"fporder-" << xml(finding.rule) << " at " << finding.where.line << ':'
           << finding.where.column << "\" file=\"" << xml(finding.where.file) << "\" line=\"" << finding.where.line << "\">";
    if (fails(finding))
      stream << "<failure type=\"" << rules::name(finding.severity) << "\" message=\"" << xml(finding.message) << "\">" << xml(details(group))
             << "</failure>";
    else
      stream << "<system-out>" << xml(details(group)) << "</system-out>";
    stream << "</testcase>\n";
  }

  const RenderInput &input;
  llvm::raw_ostream &stream;
  unsigned cases = 0, failures = 0, errors = 0;
};

void renderJunit(const RenderInput &input, llvm::raw_ostream &stream) { JunitPrinter(input, stream).print(); }

} // namespace

extern const Renderer junitRenderer;
const Renderer junitRenderer = {"junit", "a JUnit report, for CI servers", renderJunit};

} // namespace fporder::findings
