#include "analyzer/check/options.h"

#include <doctest/doctest.h>

#include <fstream>
#include <unistd.h>

using namespace fporder::check;

namespace {

ParsedCommandLine parse(std::vector<const char *> arguments) {
  arguments.insert(arguments.begin(), "fporder-check");
  return parseCommandLine(int(arguments.size()), arguments.data());
}

Options options(std::vector<const char *> arguments) {
  ParsedCommandLine parsed = parse(std::move(arguments));
  REQUIRE(parsed.options);
  return *parsed.options;
}

bool usageError(std::vector<const char *> arguments) {
  ParsedCommandLine parsed = parse(std::move(arguments));
  return !parsed.options && parsed.status == ExitStatus::UsageError;
}

} // namespace

TEST_CASE("clang-tidy's grammar") {
  Options parsed =
      options({"-p", "build", "-checks=-*,fporder-sum-order", "--header-filter=src/.*", "-extra-arg=-DX", "-extra-arg-before", "-DY",
               "--removed-arg=-Z", "--quiet", "-export-fixes=f.yaml", "-warnings-as-errors=*", "a.cpp", "b.c", "--", "-Iinclude", "-O2"});
  CHECK(parsed.buildPath == "build");
  CHECK(parsed.rules == "-*,fporder-sum-order");
  CHECK(parsed.headerFilter == "src/.*");
  CHECK(parsed.extraArgs == std::vector<std::string>{"-DX"});
  CHECK(parsed.extraArgsBefore == std::vector<std::string>{"-DY"});
  CHECK(parsed.removedArgs == std::vector<std::string>{"-Z"});
  CHECK(parsed.quiet);
  CHECK(parsed.exportFixes == "f.yaml");
  CHECK(parsed.warningsAsErrors == "*");
  CHECK(parsed.sources == std::vector<std::string>{"a.cpp", "b.c"});
  REQUIRE(parsed.fixedFlags);
  CHECK(*parsed.fixedFlags == std::vector<std::string>{"-Iinclude", "-O2"});
}

TEST_CASE("what is not given is unset") {
  Options parsed = options({"a.cpp"});
  CHECK_FALSE(parsed.fixedFlags);
  CHECK_FALSE(parsed.headerFilter);
  CHECK_FALSE(parsed.failOn);
  CHECK_FALSE(parsed.useColor);
  CHECK(parsed.fix == FixMode::None);
  CHECK(parsed.listRules == Listing::None);
  CHECK(parsed.jobs == 0);
  REQUIRE(parsed.formats.size() == 1);
  CHECK(parsed.formats[0].name == "text");
}

TEST_CASE("an empty list of flags after -- is not no list") {
  Options parsed = options({"a.cpp", "--"});
  REQUIRE(parsed.fixedFlags);
  CHECK(parsed.fixedFlags->empty());
}

TEST_CASE("fix takes an optional value and never eats a source") {
  CHECK(options({"--fix", "a.cpp"}).fix == FixMode::Evidence);
  CHECK(options({"--fix", "a.cpp"}).sources == std::vector<std::string>{"a.cpp"});
  CHECK(options({"--fix=all", "a.cpp"}).fix == FixMode::All);
  CHECK(options({"--fix-errors", "a.cpp"}).fixErrors);
  CHECK(usageError({"--fix=everything", "a.cpp"}));
}

TEST_CASE("rules accumulate, checks is the same list") {
  CHECK(options({"--rules=sum-order", "--checks=-lerp-form", "a.c"}).rules == "sum-order,-lerp-form");
}

TEST_CASE("jobs") {
  CHECK(options({"-j", "3", "a.c"}).jobs == 3);
  CHECK(options({"-j3", "a.c"}).jobs == 3);
  CHECK(usageError({"-j0", "a.c"}));
  CHECK(usageError({"-j", "many", "a.c"}));
}

TEST_CASE("formats repeat, one at most on standard output") {
  Options parsed = options({"--format=json:out.json", "--format=sarif:out.sarif", "--format=text", "a.c"});
  REQUIRE(parsed.formats.size() == 3);
  CHECK(parsed.formats[0].name == "json");
  CHECK(parsed.formats[0].file == "out.json");
  CHECK(parsed.formats[2].file.empty());
  CHECK(usageError({"--format=json", "--format=text", "a.c"}));
  CHECK(usageError({"--format=json:", "a.c"}));
  CHECK(usageError({"--format=json", "--diff", "a.c"}));
}

TEST_CASE("choices are checked") {
  CHECK(options({"--fail-on=remark", "a.c"}).failOn == FailOn::Remark);
  CHECK(options({"--fail-on=never", "a.c"}).failOn == FailOn::Never);
  CHECK(usageError({"--fail-on=error", "a.c"}));
  CHECK(usageError({"--remarks=none", "a.c"}));
  CHECK(usageError({"--list-rules=xml"}));
  CHECK(options({"--list-rules=json"}).listRules == Listing::Json);
  CHECK(options({"--list-rules"}).listRules == Listing::Text);
  CHECK(usageError({"--config={}", "--config-file=x", "a.c"}));
}

TEST_CASE("the compiler libraries' own options are not options of ours") {
  CHECK(usageError({"--debug-pass=Structure", "a.c"}));
  CHECK(usageError({"--stats", "a.c"}));
  CHECK(usageError({"--enable-misched", "a.c"}));
}

TEST_CASE("line filter") {
  Options parsed = options({"--line-filter=[{\"name\":\"a.c\",\"lines\":[[1,3],[5,7]]},{\"name\":\"b.h\"}]", "a.c"});
  REQUIRE(parsed.lineFilter.size() == 2);
  CHECK(parsed.lineFilter[0].name == "a.c");
  REQUIRE(parsed.lineFilter[0].lines.size() == 2);
  CHECK(parsed.lineFilter[0].lines[1].first == 5);
  CHECK(parsed.lineFilter[1].lines.empty());
  CHECK(usageError({"--line-filter=[", "a.c"}));
  CHECK(usageError({"--line-filter={}", "a.c"}));
  CHECK(usageError({"--line-filter=[{\"lines\":[]}]", "a.c"}));
  CHECK(usageError({"--line-filter=[{\"name\":\"a\",\"lines\":[[1]]}]", "a.c"}));
}

TEST_CASE("response files, quoted and nested, none after --") {
  std::string directory = "/tmp/fporder-options-test-" + std::to_string(getpid());
  std::ofstream(directory + ".rsp") << "--quiet \"a file.cpp\" @" << directory << ".inner\n";
  std::ofstream(directory + ".inner") << "--strict\n-- -DINSIDE\n";
  std::string argument = "@" + directory + ".rsp";
  Options parsed = options({argument.c_str()});
  CHECK(parsed.quiet);
  CHECK(parsed.strict);
  CHECK(parsed.sources == std::vector<std::string>{"a file.cpp"});
  REQUIRE(parsed.fixedFlags);
  CHECK(*parsed.fixedFlags == std::vector<std::string>{"-DINSIDE"});
  unlink((directory + ".rsp").c_str());
  unlink((directory + ".inner").c_str());
  CHECK(usageError({"@/nonexistent/file.rsp"}));
  CHECK(options({"a.c", "--", "@kept"}).fixedFlags->front() == "@kept");
}
