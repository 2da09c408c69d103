#include "analyzer/check/changed_lines.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

ChangedFiles parsed(std::string_view diff) {
  auto result = parseUnifiedDiff(diff);
  REQUIRE(std::holds_alternative<ChangedFiles>(result));
  return std::get<ChangedFiles>(std::move(result));
}

bool fails(std::string_view diff) { return std::holds_alternative<DiffError>(parseUnifiedDiff(diff)); }

} // namespace

TEST_CASE("hunks of changed, added and removed lines") {
  ChangedFiles files = parsed("diff --git a/src/a.c b/src/a.c\n"
                              "index 1..2 100644\n"
                              "--- a/src/a.c\n"
                              "+++ b/src/a.c\n"
                              "@@ -3 +3 @@ float f(float x) {\n"
                              "-  old\n"
                              "+  new\n"
                              "@@ -10,0 +11,2 @@\n"
                              "+  one\n"
                              "+  two\n"
                              "@@ -20,2 +22,0 @@\n"
                              "-  gone\n"
                              "-  gone\n");
  REQUIRE(files.size() == 1);
  const ChangedLines &lines = files.at("src/a.c");
  for (unsigned line : {3, 11, 12})
    CHECK(lines.touch(line, line));
  for (unsigned line : {2, 4, 10, 13, 22, 23})
    CHECK_FALSE(lines.touch(line, line));
  CHECK(lines.touch(1, 5));
  CHECK(lines.touch(12, 20));
  CHECK_FALSE(lines.touch(4, 10));
  // A statement from which lines were taken has changed.
  CHECK(lines.touch(22, 23));
  CHECK_FALSE(lines.touch(20, 22));
  CHECK_FALSE(lines.touch(23, 24));
}

TEST_CASE("lines that look like headers are lines") {
  ChangedFiles files =
      parsed("diff --git a/a b/a\n--- a/a\n+++ b/a\n"
             "@@ -1,2 +1,3 @@\n"
             "--- a/x\n-@@ -1 +1 @@\n"
             "+++ b/y\n+diff --git\n+@@ -9 +9 @@\n"
             "\\ No newline at end of file\n"
             "diff --git a/b b/b\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n");
  CHECK(files.size() == 2);
  CHECK(files.at("a").touch(3, 3));
  CHECK_FALSE(files.at("a").touch(9, 9));
  CHECK(files.at("b").touch(1, 1));
}

TEST_CASE("new, removed, renamed and binary files") {
  ChangedFiles files = parsed("diff --git a/new.c b/new.c\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/new.c\n@@ -0,0 +1,2 @@\n+a\n+b\n"
                              "diff --git a/gone.c b/gone.c\ndeleted file mode 100644\n--- a/gone.c\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n"
                              "diff --git a/from.c b/to.c\nsimilarity index 100%\nrename from from.c\nrename to to.c\n"
                              "diff --git a/x.bin b/x.bin\nBinary files a/x.bin and b/x.bin differ\n"
                              "diff --git a/old.c b/moved.c\nsimilarity index 90%\nrename from old.c\nrename to moved.c\n--- a/old.c\n+++ b/moved.c\n"
                              "@@ -5 +5 @@\n-a\n+b\n");
  CHECK(files.size() == 2);
  CHECK(files.at("new.c").touch(1, 2));
  CHECK(files.at("moved.c").touch(5, 5));
  CHECK_FALSE(files.at("moved.c").touch(1, 4));
}

TEST_CASE("unusual names") {
  const char *hunk = "@@ -1 +1 @@\n-a\n+b\n";
  CHECK(parsed("--- a/x\n+++ b/with blank.c\t\n" + std::string(hunk)).contains("with blank.c"));
  CHECK(parsed("--- a/x\n+++ \"b/quote\\\"back\\\\slash\\ttab\\303\\244.c\"\n" + std::string(hunk)).contains("quote\"back\\slash\ttab\xc3\xa4.c"));
  CHECK(parsed("--- a/x\n+++ b/b/b\n" + std::string(hunk)).contains("b/b"));
}

TEST_CASE("what is no diff is an error, and an empty one is none") {
  CHECK(parsed("").empty());
  CHECK(fails("+++ c/x\n"));
  CHECK(fails("+++ \"b/x\n"));
  CHECK(fails("+++ \"b/\\q\"\n"));
  CHECK(fails("+++ b/x\n@@ -1 +1\n"));
  CHECK(fails("+++ b/x\n@@ -1 +x @@\n"));
  CHECK(fails("+++ b/x\n@@ -1,2 +1,2 @@\n-a\n"));
  CHECK(fails("+++ b/x\n@@ -1,99999999999 +1 @@\n"));
}
