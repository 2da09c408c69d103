#include "analyzer/check/language_standard.h"

#include "clang/Basic/LangOptions.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

CompileCommand command(bool assumed = true) {
  CompileCommand given;
  given.arguments = {"c++", "-c", "x.cpp"};
  given.standardAssumed = assumed;
  return given;
}

clang::LangOptions language(bool cplusplus) {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus17 = cplusplus;
  return options;
}

UnknownNames errorsAt(const std::set<std::string> &words) {
  UnknownNames unknown;
  unknown.texts["x.cpp"] = "concept C = true;";
  unknown.words = words;
  return unknown;
}

} // namespace

TEST_CASE("a word of a newer standard at the place of an error raises the standard once") {
  LanguageStandard standard(command());
  CHECK(standard.learn(errorsAt({"concept", "x"}), {}, language(true)));
  CHECK(standard.current().arguments == std::vector<std::string>{"c++", "-c", "x.cpp", "-std=gnu++23"});
  CHECK_FALSE(standard.learn(errorsAt({"concept"}), {}, language(true)));
  const auto entry = standard.report("x.cpp");
  REQUIRE(entry);
  CHECK(entry->why.find("'concept'") != std::string::npos);
}

TEST_CASE("C has a standard of its own") {
  LanguageStandard standard(command());
  CHECK(standard.learn(errorsAt({"nullptr"}), {}, language(false)));
  CHECK(standard.current().arguments.back() == "-std=gnu23");
}

TEST_CASE("a standard that somebody named stays") {
  LanguageStandard standard(command(/*assumed=*/false));
  CHECK_FALSE(standard.learn(errorsAt({"concept"}), {}, language(true)));
  CHECK(standard.current().arguments.size() == 3);
  CHECK_FALSE(standard.report("x.cpp"));
}

TEST_CASE("other words, and words of the standard at hand, raise nothing") {
  LanguageStandard standard(command());
  CHECK_FALSE(standard.learn(errorsAt({"x", "vector"}), {}, language(true)));
  clang::LangOptions modern = language(true);
  modern.CPlusPlus20 = modern.CPlusPlus23 = true;
  CHECK_FALSE(standard.learn(errorsAt({"concept"}), {}, modern));
}

TEST_CASE("so does a name that its standard header does not declare") {
  UnknownNames unknown;
  unknown.texts["x.cpp"] = "float f(std::span<float> x);";
  unknown.words = {"span"};
  StandardHeaders headers;
  CHECK(headers.learn(unknown, true));
  LanguageStandard standard(command());
  CHECK(standard.learn(unknown, headers, language(true)));
}

TEST_CASE("a name of its own that 2017's library took is of a source of before") {
  UnknownNames unknown = errorsAt({"byte"});
  unknown.texts["x.cpp"] = "using namespace std; typedef unsigned char byte; byte f(byte b);";
  LanguageStandard unambiguous(command());
  CHECK_FALSE(unambiguous.learn(unknown, {}, language(true)));
  unknown.ambiguous = {"byte"};
  LanguageStandard standard(command());
  CHECK(standard.learn(unknown, {}, language(true)));
  CHECK(standard.current().arguments.back() == "-std=gnu++14");
  CHECK(standard.report("x.cpp")->why == "taken for that of 2014, as no flag names one and the source has a 'byte' of its own");
  CHECK_FALSE(LanguageStandard(command(/*assumed=*/false)).learn(unknown, {}, language(true)));
  unknown.texts["x.cpp"] += " // optional: a variant";
  CHECK(LanguageStandard(command()).learn(unknown, {}, language(true)));
  unknown.texts["x.cpp"] += "\n#include <string_view>\n";
  CHECK_FALSE(LanguageStandard(command()).learn(unknown, {}, language(true)));
  unknown.texts["x.cpp"] = "typedef unsigned char byte;"; // what is ambiguous is no name of the library
  CHECK_FALSE(LanguageStandard(command()).learn(unknown, {}, language(true)));
}
