#include "analyzer/findings/config.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <doctest/doctest.h>

#include <climits>

using namespace fporder;
using namespace fporder::findings;

namespace {

Config good(std::string_view yaml) {
  ParsedConfig parsed = parseConfig(yaml, "/p/.fporder", {"mul-then-div", "sum-order"});
  if (auto *error = std::get_if<ConfigError>(&parsed))
    FAIL(error->text());
  return std::get<Config>(parsed);
}

std::string bad(std::string_view yaml) {
  ParsedConfig parsed = parseConfig(yaml, "/p/.fporder", {"mul-then-div", "sum-order"});
  auto *error = std::get_if<ConfigError>(&parsed);
  return error ? error->text() : "no error";
}

void write(const std::string &path, const std::string &text) {
  std::error_code problem;
  llvm::raw_fd_ostream stream(path, problem);
  stream << text;
}

} // namespace

TEST_CASE("config: every key") {
  Config config = good("# comment\n"
                       "rules: [\"*\", -sum-order]\n"
                       "fail-on: never\n"
                       "header-filter: '.*'\n"
                       "exclude-header-filter: third_party/\n"
                       "extra-args: [-DX=1, -Iinclude]\n"
                       "severity: {mul-then-div: warning}\n"
                       "remarks: all\n"
                       "rules-dir: ci/rules\n"
                       "report-unused-suppressions: allow\n"
                       "strict: true\n"
                       "cache: .kept\n"
                       "inherit: true\n");
  CHECK(config.rules == "*,-sum-order");
  CHECK(config.failOn == FailOn::Never);
  CHECK(config.headerFilter == ".*");
  CHECK(config.excludeHeaderFilter == "third_party/");
  CHECK(config.extraArgs == std::vector<std::string>{"-DX=1", "-Iinclude"});
  CHECK(config.severities.at("mul-then-div") == rules::Severity::Warning);
  CHECK(config.foldRemarksAfter == UINT_MAX);
  CHECK(config.rulesDirs == std::vector<std::string>{"/p/ci/rules"});
  CHECK(config.reportUnusedSuppressions == "allow");
  CHECK(config.strict == true);
  CHECK(config.cache == "/p/.kept");
  CHECK(config.inherit);
}

TEST_CASE("config: nothing is a configuration too") {
  CHECK_FALSE(good("").rules);
  CHECK_FALSE(good("# only a comment\n").rules);
  CHECK_FALSE(good("---\n").inherit);
}

TEST_CASE("config: mistakes have a place and a suggestion") {
  CHECK(bad("rules: '*'\nfial-on: warning\n") == "/p/.fporder:2:1: unknown key 'fial-on' (did you mean 'fail-on'?)");
  CHECK(bad("fail-on: warnings\n") == "/p/.fporder:1:10: expected one of warning, remark, never, found 'warnings' (did you mean 'warning'?)");
  CHECK(bad("remarks: few\n") == "/p/.fporder:1:10: expected a number or 'all', found 'few'");
  CHECK(bad("severity: {mul-than-div: warning}\n") == "/p/.fporder:1:12: no rule is called 'mul-than-div' (did you mean 'mul-then-div'?)");
  CHECK(bad("severity: warning\n").find("/p/.fporder:1:11: expected a mapping") == 0);
  for (const char *text : {"severity: {mul-then-div", "severity: {mul-then-div:", "severity: {? ", "severity: [", "rules-dir: [", "rules: {"})
    CHECK(bad(text).find("/p/.fporder:1:") == 0);
  CHECK(bad("header-filter: '('\n").find("/p/.fporder:1:16: not a regular expression") == 0);
  CHECK(bad("rules: {a: b}\n").find(": expected a single value") != std::string::npos);
  CHECK(bad("rules:\n").find("/p/.fporder:1:1: 'rules' has no value") == 0);
  CHECK(bad("- a\n- b\n").find("/p/.fporder:1:1: expected keys and values") == 0);
  CHECK(bad("rules: 'open\n").find("/p/.fporder:1:") == 0);
  CHECK(bad("strict: perhaps\n").find("expected one of true, false") != std::string::npos);
  CHECK(bad(std::string_view("a\0b", 3)) == "/p/.fporder:1:1: not a text file");
}

TEST_CASE("config: looked up upwards, inherited only when asked") {
  llvm::SmallString<128> root;
  REQUIRE_FALSE(llvm::sys::fs::createUniqueDirectory("fporder-config", root));
  std::string base = root.str().str();
  llvm::sys::fs::create_directories(base + "/a/b/c");
  write(base + "/.fporder", "rules: '*'\nextra-args: [-DOUTER]\nfail-on: remark\n");
  write(base + "/a/.fporder", "inherit: true\nrules: -sum-order\nextra-args: [-DINNER]\n");
  write(base + "/a/b/c/.fporder", "rules: lerp-form\n");
  ConfigLookup lookup;
  Config inner = std::get<Config>(lookup.forSource(base + "/a/b/x.cpp"));
  CHECK(inner.rules == "*,-sum-order");
  CHECK(inner.extraArgs == std::vector<std::string>{"-DOUTER", "-DINNER"});
  CHECK(inner.failOn == FailOn::Remark);
  CHECK(inner.files.size() == 2);
  Config alone = std::get<Config>(lookup.forSource(base + "/a/b/c/y.cpp"));
  CHECK(alone.rules == "lerp-form");
  CHECK(alone.extraArgs.empty());
  write(base + "/a/b/.fporder", "rulez: x\n");
  CHECK(std::holds_alternative<ConfigError>(ConfigLookup().forSource(base + "/a/b/x.cpp")));
  llvm::sys::fs::remove_directories(base);
}

TEST_CASE("references: rows in their order, the nearest file's first") {
  const Config near = good("reference:\n  \"kernels/*_kernel.cu\": \"golden/*.py\"\n  a.cpp: formula:x * y\n");
  REQUIRE(near.references.size() == 2);
  CHECK(near.references[0].pattern == "kernels/*_kernel.cu");
  CHECK(near.references[0].reference == "golden/*.py");
  const Config far = good("reference: {b.cpp: golden.cpp}\n");
  const Config both = overlay(far, near);
  REQUIRE(both.references.size() == 3);
  CHECK(both.references[2].pattern == "b.cpp");
}

TEST_CASE("references: what cannot be meant is refused") {
  for (const auto &[text, said] : std::vector<std::pair<std::string, std::string>>{
           {"reference: golden.py\n", "expected a mapping"},
           {"reference: {a.cpp: }\n", "expected a mapping"},
           {"reference: {a.cpp: /etc/passwd}\n", "not below"},
           {"reference: {a.cpp: golden/../../secret.py}\n", "not below"},
           {"reference: {../a.cpp: golden.py}\n", "not below"},
           {"reference: {a.cpp: \"*.py\"}\n", "more *"},
           {"reference: {\"\": golden.py}\n", "expected a path"},
           {"reference: {a.cpp: " + std::string(600, 'x') + "}\n", "longer than"},
       })
    CHECK_MESSAGE(bad(text).find(said) != std::string::npos, bad(text));
}
