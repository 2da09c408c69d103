#include "analyzer/check/file_filter.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

FileFilter filter(const std::string &include, const std::string &exclude, std::vector<LineFilterEntry> lines = {}) {
  llvm::Expected<FileFilter> made = FileFilter::create(include, exclude, std::move(lines), "/home/u/project");
  if (!made)
    FAIL(llvm::toString(made.takeError()));
  return *made;
}

} // namespace

TEST_CASE("headers are accepted by default") { CHECK(filter("", "").acceptsHeader("/anywhere/x.h")); }

TEST_CASE("patterns are searched in the real path and in the path relative to the working directory") {
  CHECK(filter("^src/", "").acceptsHeader("/home/u/project/src/x.h"));
  CHECK_FALSE(filter("^src/", "").acceptsHeader("/home/u/other/src/x.h"));
  CHECK(filter("/src/", "").acceptsHeader("/home/u/other/src/x.h"));
}

TEST_CASE("exclusion wins") {
  FileFilter both = filter(".*", "third_party");
  CHECK(both.acceptsHeader("/home/u/project/a.h"));
  CHECK_FALSE(both.acceptsHeader("/home/u/project/third_party/a.h"));
  CHECK_FALSE(filter(".*", ".*").acceptsHeader("/home/u/project/a.h"));
}

TEST_CASE("an invalid expression is an error that names the option") {
  llvm::Expected<FileFilter> made = FileFilter::create("(", "", {}, "/");
  REQUIRE_FALSE(made);
  CHECK(llvm::toString(made.takeError()).find("'(' for --header-filter") != std::string::npos);
}

TEST_CASE("line filter") {
  FileFilter lines = filter("", "", {{"a.cpp", {{1, 3}, {5, 7}}}, {"b.h", {}}});
  CHECK(lines.acceptsLine("src/a.cpp", 3));
  CHECK_FALSE(lines.acceptsLine("src/a.cpp", 4));
  CHECK(lines.acceptsLine("src/a.cpp", 5));
  CHECK(lines.acceptsLine("/x/b.h", 1000));
  CHECK_FALSE(lines.acceptsLine("c.cpp", 1));
  CHECK(filter("", "").acceptsLine("c.cpp", 1));
}
