// Findings as workflow commands of GitHub Actions, which show them beside the lines of a pull request:
//
//   ::warning file=src/adam.cpp,line=14,endLine=14,col=11,endColumn=33,title=fporder-mul-then-div::product formed before the division: ...
//
// GitHub shows ten annotations of each level in a step and drops the others without a word. Warnings are annotated first come, remarks likewise as
// notices; what is beyond ten is printed as plain lines, which the step's log keeps, with a line that says so. Paths are relative to the repository:
// $GITHUB_WORKSPACE where it is set, the working directory elsewhere.
#include "analyzer/findings/grouping.h"
#include "analyzer/findings/render.h"
#include "runtime/text/shown_text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <map>

namespace fporder::findings {

namespace {

constexpr unsigned shownPerLevel = 10;

/// As the runner unescapes it; what is not printable becomes U+FFFD.
std::string escaped(std::string_view text, bool property) {
  std::string result;
  for (const char c : fporder::text::printable(text, "\xEF\xBF\xBD"))
    if (c == '%')
      result += "%25";
    else if (c == '\n')
      result += "%0A";
    else if (property && c == ':')
      result += "%3A";
    else if (property && c == ',')
      result += "%2C";
    else
      result += c;
  return result;
}

/// A line of the log that is no command: neither "::" at its start nor the runner's older form, "##[" anywhere.
std::string plainLine(std::string_view text) {
  std::string line = fporder::text::shownLine(text);
  for (std::size_t at = line.find("##["); at != std::string::npos; at = line.find("##[", at))
    line.insert(at + 2, 1, '\\');
  return line;
}

class GithubPrinter {
public:
  GithubPrinter(const RenderInput &given, llvm::raw_ostream &out) : input(given), stream(out), root(given.options.workingDirectory) {
    if (const char *workspace = std::getenv("GITHUB_WORKSPACE"); workspace && *workspace)
      root = workspace;
  }

  void print() {
    for (const NotAnalysed &entry : input.report.notAnalysed)
      if (entry.what == "file") // could not be analysed at all
        annotation("error", {entry.file, 0, 0, 0, 0}, "not analysed", entry.why);
    for (const Group &group : groupsOf(input.report))
      if (const Finding &finding = group.first(); !finding.suppression)
        annotation(level(finding), finding.range, "fporder-" + finding.rule, text(group));
    for (const std::string &line : beyond)
      stream << line << '\n';
    if (!beyond.empty())
      stream << beyond.size() << " more without an annotation: GitHub shows " << shownPerLevel << " of a level in a step\n";
  }

private:
  std::string_view level(const Finding &finding) const {
    if (input.options.asError && input.options.asError(finding))
      return "error";
    return finding.severity == rules::Severity::Warning ? "warning" : "notice";
  }

  static std::string text(const Group &group) {
    const Finding &finding = group.first();
    std::string all = finding.message;
    for (const NamedValue &value : finding.values)
      all += "\n" + value.name + " is '" + value.expression + "'" + (value.line ? ", line " + std::to_string(value.line) : std::string());
    if (group.others() > 0)
      all += "\n" + otherPlaces(group);
    for (const OrderText &order : finding.orders)
      if (!order.written)
        all += "\nanother order: " + order.expression + (order.note.empty() ? "" : ": " + order.note);
    for (const std::string &reason : finding.assumed)
      all += "\nassumed: " + reason;
    for (const Note &note : finding.notes)
      all += "\nline " + std::to_string(note.where.line) + ": " + note.message;
    return all;
  }

  std::string pathInRepository(const std::string &file) const {
    llvm::SmallString<256> path;
    if (!llvm::sys::path::is_absolute(file))
      path = input.options.workingDirectory;
    llvm::sys::path::append(path, file);
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    llvm::StringRef relative = path;
    if (!root.empty() && relative.consume_front(root) && (relative.consume_front("/") || llvm::StringRef(root).ends_with("/")))
      return relative.str();
    return file;
  }

  void annotation(std::string_view level, const Region &where, const std::string &title, const std::string &message) {
    const std::string path = pathInRepository(where.file);
    if (++shown[level] > shownPerLevel) {
      const std::string place = path + (where.line ? ":" + std::to_string(where.line) + ":" + std::to_string(where.column) : "");
      beyond.push_back(plainLine(place + ": " + std::string(level) + ": " + message.substr(0, message.find('\n')) + " [" + title + "]"));
      return;
    }
    stream << "::" << level << " file=" << escaped(path, true);
    if (where.line)
      stream << ",line=" << where.line << ",endLine=" << where.endLine << ",col=" << where.column << ",endColumn=" << where.endColumn;
    stream << ",title=" << escaped(title, true) << "::" << escaped(message, false) << '\n';
  }

  const RenderInput &input;
  llvm::raw_ostream &stream;
  std::string root;
  std::map<std::string_view, unsigned> shown;
  std::vector<std::string> beyond;
};

void renderGithub(const RenderInput &input, llvm::raw_ostream &stream) { GithubPrinter(input, stream).print(); }

} // namespace

extern const Renderer githubRenderer;
const Renderer githubRenderer = {"github", "annotations for GitHub Actions", renderGithub};

} // namespace fporder::findings
