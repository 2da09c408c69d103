#include "analyzer/check/tidy_call.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Allocator.h"

#include <doctest/doctest.h>

#include <fstream>
#include <string>
#include <unistd.h>

using namespace fporder::check;

namespace {

bool isTidy(std::vector<const char *> arguments, const char *program = "/usr/bin/fporder-check") { return isTidyCall(program, arguments); }

std::string adapted(std::vector<const char *> given, std::size_t notices = 0) {
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  llvm::SmallVector<const char *, 8> arguments(given.begin(), given.end());
  CHECK(adaptTidyArguments(arguments, saver).size() == notices);
  return llvm::join(arguments, " ");
}

Options configured(const std::string &config) {
  Options options;
  options.config = config;
  CHECK_FALSE(applyTidyConfiguration(options));
  return options;
}

} // namespace

TEST_CASE("clang-tidy's clients are known by what only they write") {
  CHECK(isTidy({"-checks=-*,fporder-*", "a.c"}));
  CHECK(isTidy({"--checks", "fporder-*", "a.c"}));
  CHECK(isTidy({"-list-checks", "-"}));
  CHECK(isTidy({"-p=build", "a.c"}));
  CHECK(isTidy({"--load=x.so", "a.c"}));
  CHECK(isTidy({"--extra-arg-before=--driver-mode=g++", "a.c"}));
  CHECK(isTidy({"a.c"}, "/opt/bin/fporder-clang-tidy"));
}

TEST_CASE("everything else is a call of its own") {
  CHECK_FALSE(isTidy({"a.c"}));
  CHECK_FALSE(isTidy({"-p", "build", "--quiet", "--fix", "a.c"}));
  CHECK_FALSE(isTidy({"--rules=-*,sum-order", "--header-filter=.*", "--extra-arg-before=-DX", "a.c"}));
  CHECK_FALSE(isTidy({"checks", "p=x", "-", "--", "-j8"}));
  CHECK_FALSE(isTidy({"a.c"}, "/clang-tidy/bin/fporder-check"));
}

TEST_CASE("options without a meaning here are taken out and named") {
  CHECK(adapted({"f", "-load", "x.so", "a.c"}, 1) == "f a.c");
  CHECK(adapted({"f", "--load=x.so", "--system-headers", "--format-style=file", "a.c"}, 3) == "f a.c");
  CHECK(adapted({"f", "--enable-check-profile", "--store-check-profile=d", "a.c"}, 2) == "f a.c");
  CHECK(adapted({"f", "a.c", "-load"}, 1) == "f a.c");
  CHECK(adapted({"f", "--loader", "-p", "build", "load", "a.c"}) == "f --loader -p build load a.c");
}

TEST_CASE("options with another name here") {
  CHECK(adapted({"f", "--fix-notes", "a.c"}) == "f --fix=all a.c");
  CHECK(adapted({"f", "--vfsoverlay=o.yaml", "a.c"}) == "f --extra-arg=-ivfsoverlay --extra-arg=o.yaml a.c");
  CHECK(adapted({"f", "-vfsoverlay", "o.yaml", "a.c"}) == "f --extra-arg=-ivfsoverlay --extra-arg=o.yaml a.c");
}

TEST_CASE("a configuration for clang-tidy says what it says of fporder's checks") {
  Options options =
      configured("Checks: '-*,bugprone-*,fporder-*,-fporder-sum-order'\nWarningsAsErrors: ['misc-*', 'fporder-*']\nHeaderFilterRegex: src/.*\n"
                 "ExtraArgs: [-DX, -DY]\nFormatStyle: file\nCheckOptions: {misc-x.Y: '1', fporder-lerp-form.Severity: warning}\n");
  CHECK(options.rules == "-*,bugprone-*,fporder-*,-fporder-sum-order");
  CHECK(options.warningsAsErrors == "misc-*,fporder-*");
  CHECK(options.headerFilter == "src/.*");
  CHECK(options.extraArgs == std::vector<std::string>{"-DX", "-DY"});
  CHECK(options.config == "severity: {lerp-form: warning}");
}

TEST_CASE("globs that do not name fporder's checks are none of its business") {
  CHECK(configured("Checks: '-*,bugprone-*'").rules.empty());
  CHECK(configured("WarningsAsErrors: 'bugprone-*'").warningsAsErrors.empty());
  CHECK(configured("WarningsAsErrors: '*'").warningsAsErrors == "*");
  CHECK(configured("{}").config.empty());
}

TEST_CASE("check options as a list of keys and values") {
  CHECK(configured("CheckOptions:\n  - key: fporder-sum-order.Severity\n    value: remark\n  - {key: a.B, value: c}\n").config ==
        "severity: {sum-order: remark}");
}

TEST_CASE("what the command line says comes last") {
  Options options;
  options.config = "{Checks: 'fporder-*', WarningsAsErrors: 'fporder-*', HeaderFilterRegex: x}";
  options.rules = "-fporder-sum-order";
  options.warningsAsErrors = "fporder-lerp-form";
  options.headerFilter = "y";
  CHECK_FALSE(applyTidyConfiguration(options));
  CHECK(options.rules == "fporder-*,-fporder-sum-order");
  CHECK(options.warningsAsErrors == "fporder-lerp-form");
  CHECK(options.headerFilter == "y");
}

TEST_CASE("a configuration of its own, or none, is left to its own reader") {
  for (const char *text : {"severity: {sum-order: warning}", "rules: '*'", "Checks: [", "just text", "Cheks: '*'"})
    CHECK(configured(text).config == text);
}

TEST_CASE("a configuration file") {
  const std::string path = "/tmp/fporder-tidy-config-" + std::to_string(getpid());
  std::ofstream(path) << "Checks: 'fporder-*'\n";
  Options options;
  options.configFile = path;
  CHECK_FALSE(applyTidyConfiguration(options));
  CHECK(options.rules == "fporder-*");
  CHECK(options.configFile.empty());
  unlink(path.c_str());
  options.configFile = path;
  CHECK(applyTidyConfiguration(options)->find("cannot read it") != std::string::npos);
}
