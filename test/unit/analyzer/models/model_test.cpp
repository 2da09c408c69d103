#include "analyzer/models/model.h"
#include "analyzer/models/names.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <set>

using namespace fporder;
using models::Effect;

namespace {

/// The document's first mistake as "line:column: message"; "" when there is none.
std::string mistakeIn(const std::string &text) {
  std::vector<rules::DocumentError> errors;
  if (models::readVendor(text, "made-up.yaml", errors))
    return "";
  REQUIRE(!errors.empty());
  CHECK(errors.front().place.file == "made-up.yaml");
  return std::to_string(errors.front().place.line) + ":" + std::to_string(errors.front().place.column) + ": " + errors.front().message;
}

std::unique_ptr<models::Vendor> vendor(const std::string &text) {
  static std::vector<std::unique_ptr<std::string>> kept; // a vendor refers to its text
  kept.push_back(std::make_unique<std::string>(text));
  std::vector<rules::DocumentError> errors;
  auto read = models::readVendor(*kept.back(), "made-up.yaml", errors);
  for (const rules::DocumentError &error : errors)
    FAIL(error.place.line << ": " << error.message);
  return read;
}

} // namespace

TEST_CASE("an empty document is a mistake, also when its text points nowhere") {
  CHECK(mistakeIn("") == "1:1: the front matter is empty");
  std::vector<rules::DocumentError> errors;
  CHECK_FALSE(models::readVendor(std::string_view(), "made-up.yaml", errors));
  REQUIRE(errors.size() == 1);
}

TEST_CASE("every embedded document reads without a mistake") {
  const auto models = models::Models::builtIn();
  REQUIRE(!models->vendors().empty());
  for (const auto &known : models->vendors()) {
    std::vector<rules::DocumentError> errors;
    known->readBody(errors);
    for (const rules::DocumentError &error : errors)
      FAIL_CHECK(error.place.file << ':' << error.place.line << ':' << error.place.column << ": " << error.message);
    CHECK(known->callCount() > 0);
  }
}

TEST_CASE("names stand for families of calls") {
  const models::Tables tables{{"P", {{"ps", "binary32"}, {"pd", "binary64"}}}, {"W", {{"", ""}, {"256", "256"}}}};
  const auto names = std::get<std::vector<models::ExpandedName>>(models::expandName("_mm{W}_{add,sub}_{P}", tables));
  std::set<std::string> texts;
  for (const models::ExpandedName &name : names)
    texts.insert(name.text);
  CHECK(texts == std::set<std::string>{"_mm_add_ps", "_mm_add_pd", "_mm_sub_ps", "_mm_sub_pd", "_mm256_add_ps", "_mm256_add_pd", "_mm256_sub_ps",
                                       "_mm256_sub_pd"});
  for (const models::ExpandedName &name : names)
    CHECK(name.chosen.at("P") == (name.text.ends_with("ps") ? "binary32" : "binary64"));
  // A table used twice takes one row.
  CHECK(std::get<std::vector<models::ExpandedName>>(models::expandName("cvt{P}_{P}", tables)).size() == 2);
  CHECK(std::get<std::string>(models::expandName("a{b", tables)).starts_with("unbalanced"));
  CHECK(std::get<std::string>(models::expandName("a{Q}", tables)) == "no table 'Q'");
  CHECK(models::globMatches("v*_f32", "vmulq_f32"));
  CHECK(!models::globMatches("v*_f32", "vmulq_f16"));
}

TEST_CASE("a document says what calls do") {
  const auto api = vendor("vendor: V\n"
                          "headers: [v.h]\n"
                          "buffers: [Tensor]\n"
                          "rounding-modes: {RM_ZERO: toward-zero}\n"
                          "calls:\n"
                          "  fma_(dst, a, b, n): dst = a * b + dst\n"
                          "  Tensor::slice(offset): \"return &this[offset]\"\n"
                          "  convert(dst, src, mode, ...): {does: dst = cast(src), rounding: mode, quality: 2 ulp, format: half}\n"
                          "  swap(a, b): [a = b, b = a]\n"
                          "  barrier(...): nothing\n"
                          "  Tensor::operator*(b): return this * b\n");
  CHECK(api->isBuffer("Tensor"));
  CHECK(!api->isBuffer("Tensors"));
  CHECK(api->namesHeader("vendor/v.h"));
  const auto only = [&](const char *name) {
    const auto found = api->find(name);
    REQUIRE(found.size() == 1);
    return found.front();
  };
  const models::CallModel *fused = only("fma_");
  CHECK(fused->takes(4));
  CHECK(!fused->takes(5));
  REQUIRE(fused->effects.size() == 1);
  CHECK(fused->effects[0].target == Effect::Target::Value);
  CHECK(fused->effects[0].name == "dst");
  CHECK(order::printInfix(api->graph(), fused->effects[0].formula) == "a * b + dst");
  const models::CallModel *slice = only("slice");
  CHECK(slice->scope == "Tensor");
  CHECK(slice->effects[0].source == Effect::Source::Buffer);
  CHECK(slice->effects[0].formula);
  const models::CallModel *convert = only("convert");
  CHECK(convert->takes(9));
  CHECK(convert->roundingParameter == "mode");
  CHECK(convert->format == format::Format::Binary16);
  CHECK(convert->quality.kind == models::Quality::Kind::Ulps);
  CHECK(convert->quality.bound == 2);
  CHECK(only("swap")->effects.size() == 2);
  CHECK(only("barrier")->effects.empty());
  CHECK(only("operator*")->scope == "Tensor");
  CHECK(api->find("operator=").empty()); // a star in an operator's name stands for itself
  CHECK(api->enumerators.at("RM_ZERO") == order::Rounding::TowardZero);
}

TEST_CASE("a vendor concerns the sources that show its name") {
  const auto api = vendor("vendor: V\nheaders: [v.h, \"v/*.h\"]\nwords: [__v__]\nextensions: [.vpu]\n");
  CHECK(api->appliesTo({"a.cpp", "", {"v.h"}}));
  CHECK(api->appliesTo({"a.cpp", "", {"v/math.h"}}));
  CHECK(api->appliesTo({"a.cpp", "__v__ void f();", {}}));
  CHECK(api->appliesTo({"a.vpu", "", {}}));
  CHECK(!api->appliesTo({"a.cpp", "int __v__x;", {"w.h"}}));
  CHECK(vendor("vendor: V\n")->appliesTo({"a.cpp", "", {}}));
}

TEST_CASE("mistakes have a place and a reason") {
  CHECK(mistakeIn("headers: [v.h]\n") == "1:1: the key 'vendor' is missing");
  CHECK(mistakeIn("vendor: V\nheadrs: [v.h]\n") == "2:1: unknown key 'headrs' (did you mean 'headers'?)");
  CHECK(mistakeIn("vendor: V\ncalls:\n  f(a, b): dst = a * b\n") == "3:12: 'dst' is no parameter of this call");
  CHECK(mistakeIn("vendor: V\ncalls:\n  f(dst, a, b): dst = a * c\n").starts_with("3:27: 'c' is no parameter of this call"));
  CHECK(mistakeIn("vendor: V\ncalls:\n  f(dst, a): dst = a *\n").starts_with("3:"));
  CHECK(mistakeIn("vendor: V\ncalls:\n  f(dst, a): dst\n") == "3:14: expected 'return ...', '... = ...' or 'nothing'");
  CHECK(mistakeIn("vendor: V\ncalls:\n  f(a, a): nothing\n") == "3:3: two parameters are called 'a'");
  CHECK(mistakeIn("vendor: V\ncalls:\n  f: nothing\n").starts_with("3:3: expected NAME(parameters)"));
  CHECK(mistakeIn("vendor: V\ncalls:\n  f(a): {does: return a, format: binary23}\n").starts_with("3:34: unknown format 'binary23'"));
  CHECK(mistakeIn("vendor: V\ncalls:\n  f(a): {does: return a, rounding: sideways}\n").starts_with("3:36: unknown rounding 'sideways'"));
  CHECK(mistakeIn("vendor: V\ncalls:\n  f(a, m): {does: return cast(a), rounding: m}\n").find("'rounding-modes' names no enumerator") !=
        std::string::npos);
  CHECK(mistakeIn("vendor: V\ncalls:\n  f(a): {does: return a, quality: good}\n").find("unknown quality 'good'") != std::string::npos);
  CHECK(mistakeIn("vendor: V\ncalls:\n  f(a): {dose: return a}\n").find("unknown key 'dose' (did you mean 'does'?)") != std::string::npos);
  CHECK(mistakeIn("vendor: V\ncalls:\n  f(this_, a): \"&this_ = a + 1\"\n").find("a handle is wanted here") != std::string::npos);
  CHECK(mistakeIn("vendor: V\ncalls: {}\nbuffers: [T]\n").find("must stand before") != std::string::npos);
}
