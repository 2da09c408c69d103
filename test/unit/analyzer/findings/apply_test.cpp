#include "analyzer/findings/apply.h"

#include "test/unit/analyzer/findings/report_fixture.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::findings;

namespace {

Finding fixed(SourceFiles &sources, const std::string &file, const std::string &range, const std::string &text, const std::string &fixClass) {
  Finding finding = findingAt(sources, file, range, range.substr(0, 1), "r");
  finding.severity = rules::Severity::Warning;
  auto begin = static_cast<std::uint32_t>(sources.find(file)->text().find(range));
  finding.fix =
      Fix{fixClass, {{finding.range, begin, begin + static_cast<std::uint32_t>(range.size()), text}}, contentHash(sources.find(file)->text())};
  return finding;
}

std::string contentOf(const std::string &path) { return (*llvm::MemoryBuffer::getFile(path))->getBuffer().str(); }

/// A directory that goes away with the test.
struct TemporaryDirectory {
  TemporaryDirectory() {
    llvm::SmallString<128> made;
    REQUIRE_FALSE(llvm::sys::fs::createUniqueDirectory("fporder-apply", made));
    path = made.str().str();
  }
  ~TemporaryDirectory() { llvm::sys::fs::remove_directories(path); }
  void write(const std::string &name, const std::string &text) const {
    std::error_code problem;
    llvm::raw_fd_ostream stream(path + "/" + name, problem);
    stream << text;
  }
  std::string path;
};

} // namespace

TEST_CASE("fixes: classes, suppressed ones, overlap") {
  SourceFiles sources;
  sources.set("a.c", "x = a*b/c;\ny = p*q/r;\nz = u*v/w;\n");
  Report report;
  report.findings = {fixed(sources, "a.c", "a*b/c", "a * (b / c)", "evidence"), fixed(sources, "a.c", "p*q/r", "p * (q / r)", "on-demand"),
                     fixed(sources, "a.c", "u*v/w", "u * (v / w)", "evidence")};
  report.findings[2].suppression = Suppression{"NOLINT", ""};
  auto some = planFixes(report, sources, FixSelection::Evidence);
  REQUIRE(some.size() == 1);
  CHECK(some[0].after == "x = a * (b / c);\ny = p*q/r;\nz = u*v/w;\n");
  auto all = planFixes(report, sources, FixSelection::All);
  CHECK(all[0].after == "x = a * (b / c);\ny = p * (q / r);\nz = u*v/w;\n");
  CHECK(all[0].applied == 2);
  report.findings.push_back(fixed(sources, "a.c", "b/c;\ny", "nonsense", "on-demand"));
  auto overlapping = planFixes(report, sources, FixSelection::All);
  CHECK(overlapping[0].after == all[0].after);
  CHECK(overlapping[0].skipped == 1);
  CHECK(some[0].settled == std::vector<std::size_t>{0});
  CHECK(overlapping[0].settled == std::vector<std::size_t>{0, 1}); // the overlapping finding stays
}

TEST_CASE("fixes: a fix is for the bytes that were analysed") {
  SourceFiles sources;
  sources.set("a.c", "x = a*b/c;\n");
  Report report;
  report.findings = {fixed(sources, "a.c", "a*b/c", "a * (b / c)", "evidence")};
  sources.set("a.c", "y = p*q/r;\n"); // the same places, another statement
  std::vector<std::string> changed;
  CHECK(planFixes(report, sources, FixSelection::All, &changed).empty());
  CHECK(changed == std::vector<std::string>{"a.c"});
}

TEST_CASE("fixes: a header seen under two names is edited once") {
  TemporaryDirectory directory;
  directory.write("h.h", "x = a*b/c;\n");
  REQUIRE_FALSE(llvm::sys::fs::create_link("h.h", directory.path + "/link.h"));
  SourceFiles sources;
  Report report;
  report.findings = {fixed(sources, directory.path + "/h.h", "a*b/c", "a * (b / c)", "evidence"),
                     fixed(sources, directory.path + "/link.h", "a*b/c", "a * (b / c)", "evidence")};
  auto files = planFixes(report, sources, FixSelection::Evidence);
  REQUIRE(files.size() == 1);
  CHECK(files[0].applied == 1);
  CHECK(files[0].skipped == 0);
  CHECK(applyFixes(files, SourceTree({directory.path + "/h.h"})).problems.empty());
  CHECK(contentOf(directory.path + "/link.h") == "x = a * (b / c);\n");
}

TEST_CASE("fixes: line ends stay, a changed file is left alone") {
  TemporaryDirectory directory;
  directory.write("a.c", "x = a*b/c;\r\ny = 1;\r\n");
  std::string path = directory.path + "/a.c";
  SourceFiles sources;
  Report report;
  report.findings = {fixed(sources, path, "a*b/c", "a * (b / c)", "evidence")};
  auto files = planFixes(report, sources, FixSelection::Evidence);
  const SourceTree tree({path});
  ApplyResult done = applyFixes(files, tree);
  CHECK(done.fixes == 1);
  CHECK(contentOf(path) == "x = a * (b / c);\r\ny = 1;\r\n");
  ApplyResult again = applyFixes(files, tree);
  CHECK(again.fixes == 0);
  CHECK(again.problems == std::vector<std::string>{path + ": changed since it was analysed; not fixed"});
}

TEST_CASE("diff: hunks with three lines of context") {
  std::string before, after;
  for (int i = 1; i <= 20; ++i) {
    before += "line " + std::to_string(i) + "\n";
    after += i == 2 || i == 15 ? "new " + std::to_string(i) + "\n" : "line " + std::to_string(i) + "\n";
  }
  CHECK(unifiedDiff({"a.c", "", before, after, 2, 0}) ==
        "--- a/a.c\n+++ b/a.c\n"
        "@@ -1,5 +1,5 @@\n line 1\n-line 2\n+new 2\n line 3\n line 4\n line 5\n"
        "@@ -12,7 +12,7 @@\n line 12\n line 13\n line 14\n-line 15\n+new 15\n line 16\n line 17\n line 18\n");
  CHECK(unifiedDiff({"a.c", "", "a\nb", "a\nc", 1, 0}) ==
        "--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n");
  CHECK(unifiedDiff({"a.c", "", "a\nb\nc\n", "a\nc\n", 1, 0}) == "--- a/a.c\n+++ b/a.c\n@@ -1,3 +1,2 @@\n a\n-b\n c\n");
  CHECK(unifiedDiff({"a.c", "", "same\n", "same\n", 0, 0}).empty());
}

TEST_CASE("export: clang-apply-replacements' YAML") {
  SourceFiles sources;
  sources.set("/nowhere/a.c", "x = a*b/c;\n");
  Report report;
  report.findings = {fixed(sources, "/nowhere/a.c", "a*b/c", "a * (b / c)", "evidence")};
  std::string yaml;
  llvm::raw_string_ostream stream(yaml);
  exportFixes(report, sources, FixSelection::Evidence, stream);
  CHECK(yaml.find("DiagnosticName:  fporder-r") != std::string::npos);
  CHECK(yaml.find("ReplacementText: 'a * (b / c)'") != std::string::npos);
  CHECK(yaml.find("Offset:          4") != std::string::npos);
}
