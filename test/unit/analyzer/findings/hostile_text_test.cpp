// Hostile names and texts through every renderer. What is printed is parsed by python's own parsers in test/cli/hostile_names_test.py as well; here,
// the properties that need no parser, over many more texts than a process can be started for.
#include "runtime/text/shown_text.h"
#include "test/unit/analyzer/findings/report_fixture.h"
#include "test/unit/runtime/order/random_expressions.h"

#include "analyzer/findings/apply.h"
#include "analyzer/findings/coverage.h"

#include <doctest/doctest.h>

#include <random>

using namespace fporder;
using namespace fporder::findings;

namespace {

/// Random texts of pieces that terminals, CI servers and parsers act on.
class HostileTexts {
public:
  explicit HostileTexts(std::uint64_t seed) : random(seed) {}

  std::string next() {
    static const std::string pieces[] = {"::error::pwn",
                                         "\n::error file=x::y",
                                         "\r",
                                         "\n",
                                         "\x1b[31m",
                                         "\x1b]0;title\x07",
                                         "\xc2\x9b"
                                         "31m",
                                         "\x7f",
                                         "\xff\xfe",
                                         "\xe2\x80\xae",
                                         "\xe2\x81\xa6",
                                         "\xed\xa0\x80",
                                         "\xef\xbf\xbf",
                                         "\xe2\x80\xa8",
                                         "%0A",
                                         "<script>",
                                         "]]>",
                                         "&amp;",
                                         "\"",
                                         "'",
                                         "\\",
                                         ",title=x",
                                         "##[error]x",
                                         "\t",
                                         "{0}",
                                         "](http://x)",
                                         "a",
                                         " ",
                                         "../",
                                         "\xf0\x9f\x98\x80",
                                         "-->",
                                         "</pre>",
                                         "%",
                                         "b/c",
                                         "\x01",
                                         "\x08\x08"};
    std::string text;
    for (std::size_t count = 1 + random() % 6; count > 0; --count)
      text += random() % 8 == 0 ? std::string(1, static_cast<char>(random())) : pieces[random() % std::size(pieces)];
    return text;
  }

private:
  std::mt19937_64 random;
};

Finding hostileFinding(HostileTexts &texts, unsigned index) {
  Finding finding;
  finding.rule = "mul-then-div";
  finding.id = index % 3 ? "FPO101" : "";
  finding.family = "ordering";
  finding.severity = index % 2 ? rules::Severity::Warning : rules::Severity::Remark;
  finding.where = finding.range = {texts.next(), 1 + index, 3, 1 + index, 4};
  finding.function = texts.next();
  finding.expression = texts.next();
  finding.values = {{texts.next(), texts.next(), 1}};
  finding.shape = index % 4 ? "" : texts.next();
  finding.message = texts.next();
  finding.orders = {{texts.next(), "", true}, {texts.next(), texts.next(), false}};
  finding.notes = {Note{finding.where, texts.next()}, Note{{texts.next(), 2, 2, 2, 3}, texts.next()}};
  finding.evidence = {rules::Evidence{texts.next(), texts.next(), {}}};
  finding.fix = Fix{"evidence", {{finding.where, 0, 1, texts.next()}}, texts.next()};
  finding.fingerprint = "f";
  return finding;
}

Report hostileReport(HostileTexts &texts) {
  Report report;
  for (unsigned i = 0; i < 24; ++i) // more than GitHub annotates
    report.findings.push_back(hostileFinding(texts, i));
  report.notAnalysed = {{texts.next(), 1, 1, texts.next(), texts.next(), true}, {texts.next(), 0, 0, "file", texts.next()}};
  report.coverage = {{texts.next(), 3, {{1, 1, texts.next()}}}};
  return report;
}

/// Why a document is not fit to be shown on a terminal or in a log; empty when it is. Only `commands` may begin lines with "::".
std::string problemOf(std::string_view document, bool commands) {
  bool lineStart = true;
  for (std::string_view rest = document; !rest.empty();) {
    const text::Character character = text::firstCharacter(rest);
    if (!character.valid)
      return "invalid UTF-8";
    if (text::isControl(character.code) && character.code != '\n' && character.code != '\t')
      return "control character " + std::to_string(static_cast<unsigned>(character.code));
    if (lineStart && rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size())).starts_with("::") && !commands)
      return "a line is a command";
    lineStart = character.code == '\n';
    rest.remove_prefix(character.bytes.size());
  }
  return "";
}

} // namespace

TEST_CASE("no hostile name or text gets through a renderer") {
  const unsigned rounds = order::propertyCases(4000, 60);
  for (unsigned round = 0; round < rounds; ++round) {
    HostileTexts texts(round);
    const Report report = hostileReport(texts);
    SourceFiles sources;
    for (const Finding &finding : report.findings)
      sources.set(finding.where.file, texts.next() + "\n" + texts.next() + "\n" + texts.next() + "\n");
    for (const Renderer *renderer : renderers()) {
      RenderOptions options;
      options.workingDirectory = "/tree";
      options.foldAfter = round % 2 ? std::optional<unsigned>() : 2;
      const std::string document = rendered(std::string(renderer->name), report, sources, options);
      const bool github = renderer->name == "github", markup = renderer->name == "html" || renderer->name == "junit";
      // Markup is not read line by line; a log that shows it as it is has been given a page.
      INFO(renderer->name << ", round " << round);
      CHECK(problemOf(document, github || markup) == "");
      if (!github)
        continue;
      for (std::size_t at = 0; at < document.size(); at = document.find('\n', at) + 1) {
        const std::string_view line = std::string_view(document).substr(at, document.find('\n', at) - at);
        const bool own = line.starts_with("::error file=") || line.starts_with("::warning file=") || line.starts_with("::notice file=");
        CHECK((own || (line.find("##[") == std::string_view::npos && line.find_first_of(":") != 0)));
      }
    }
    std::string exported;
    llvm::raw_string_ostream stream(exported);
    exportFixes(report, sources, FixSelection::All, stream);
    CHECK(problemOf(exported, true) == "");
    CHECK(problemOf(text::shownLines(coverageTable(report.coverage)), false) == "");
  }
}
