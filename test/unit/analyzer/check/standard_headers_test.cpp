#include "analyzer/check/standard_headers.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

std::string included(const std::string &header) { return "#if __has_include(" + header + ")\n#include " + header + "\n#endif\n"; }

UnknownNames errorsAt(const std::string &source, const std::set<std::string> &words) {
  UnknownNames unknown;
  unknown.texts["x.cpp"] = source;
  unknown.words = words;
  return unknown;
}

std::string prelude(const std::string &source, const std::set<std::string> &words) {
  StandardHeaders headers;
  const UnknownNames unknown = errorsAt(source, words);
  CHECK(headers.learn(unknown, /*cplusplus=*/true) == !headers.prelude().empty());
  CHECK_FALSE(headers.learn(unknown, true)); // nothing new
  return headers.prelude();
}

} // namespace

TEST_CASE("a name in std at the place of an error is looked up") {
  CHECK(prelude("std::vector<float> v;", {"vector"}) == included("<vector>"));
  CHECK(prelude("std::vector<float> v; std::string s;", {"vector"}) == included("<vector>"));
  CHECK(prelude("float f(float x) { return std::ranges::of_our_own(x); }", {"ranges"}).empty());
  CHECK(prelude("std::chrono::duration<float> d;", {"duration"}) == included("<chrono>"));
}

TEST_CASE("an error at std itself asks for all that it leads to") {
  CHECK(prelude("std::vector<float> v; std::string s;", {"std"}) == included("<string>") + included("<vector>"));
}

TEST_CASE("names that the library does not have, and names of others, ask for nothing") {
  CHECK(prelude("std::vektor<float> v;", {"vektor"}).empty());
  CHECK(prelude("mine::vector<float> v;", {"vector"}).empty());
  CHECK(prelude("", {"vector"}).empty());
}

TEST_CASE("names without a scope are C's") {
  UnknownNames unknown = errorsAt("uint32_t n; float f(float x) { return sqrtf(x); }", {});
  unknown.names = {{"uint32_t", "x.c"}, {"sqrtf", "x.c"}, {"mine", "x.c"}};
  StandardHeaders headers;
  CHECK(headers.learn(unknown, /*cplusplus=*/false));
  CHECK(headers.prelude() == included("<math.h>") + included("<stdint.h>"));
}

TEST_CASE("a name that its header does not declare is missing") {
  StandardHeaders headers;
  const UnknownNames unknown = errorsAt("std::span<float> v; std::vector<int> w;", {"span", "vector"});
  CHECK(headers.missing(unknown).empty()); // nothing is included yet
  CHECK(headers.learn(unknown, true));
  CHECK_FALSE(headers.missing(unknown).empty());
  CHECK(headers.missing(errorsAt("std::deque<int> w;", {"deque"})).empty());
}

TEST_CASE("the headers are reported") {
  CHECK_FALSE(StandardHeaders().report("x.cpp"));
  StandardHeaders headers;
  headers.learn(errorsAt("std::vector<float> v; std::string s;", {"std"}), true);
  const auto entry = headers.report("x.cpp");
  REQUIRE(entry);
  CHECK(entry->file == "x.cpp");
  CHECK(entry->what == "2 standard headers");
  CHECK(entry->why == "used and not included, taken for included: <string>, <vector>");
}

TEST_CASE("names of a GPU's runtime ask for its header in sources of the host") {
  UnknownNames unknown;
  unknown.texts["x.cpp"] = "__device__ float f(float x); void g(float **p) { cudaMalloc(p, 4); }";
  unknown.names = {{"__device__", "x.cpp"}, {"cudaMalloc", "x.cpp"}};
  StandardHeaders host, device;
  CHECK(host.learn(unknown, true));
  CHECK(host.prelude() == included("<cuda_runtime.h>"));
  CHECK_FALSE(device.learn(unknown, true, /*device=*/true));
  unknown.names = {{"hipMalloc", "x.cpp"}, {"cudart", "x.cpp"}, {"hippo", "x.cpp"}};
  StandardHeaders hip;
  CHECK(hip.learn(unknown, true));
  CHECK(hip.prelude() == included("<hip/hip_runtime.h>"));
}
