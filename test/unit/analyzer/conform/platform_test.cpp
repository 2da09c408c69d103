#include "analyzer/conform/platform.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::conform;

namespace {

using Words = std::vector<std::string>;

std::string_view nameOf(std::string_view source, const Words &arguments = {}, const Words &vendors = {}, bool onHost = false, bool onDevice = false) {
  order::Procedure function;
  function.onHost = onHost;
  function.onDevice = onDevice;
  return Platform::ofSource(source, arguments, vendors).of(function).name;
}

} // namespace

TEST_CASE("a source's platform is that of its vendor, its language and its flags") {
  CHECK(nameOf("a.cpp") == "cpu");
  CHECK(nameOf("a.cu") == "cuda");
  CHECK(nameOf("a.cu", {"-use_fast_math"}) == "cuda-fast-math");
  CHECK(nameOf("a.cpp", {"-x", "cuda"}) == "cuda");
  CHECK(nameOf("a.CL") == "opencl");
  CHECK(nameOf("a.h", {}, {"AscendC"}) == "ascend");
}

TEST_CASE("a source's functions that the host runs are the CPU's, unless a platform is stated") {
  CHECK(nameOf("a.cu", {"-use_fast_math"}, {}, true) == "cpu");
  order::Procedure function;
  function.onHost = true;
  CHECK(Platform::of("cuda", "a.cu", Words{}, Words{}).of(function).name == "cuda");
  CHECK(Platform::of("", "a.cu", Words{}, Words{}).of(function).name == "cpu");
}

TEST_CASE("a header's functions for a device are CUDA's") {
  CHECK(nameOf("a.h", {}, {}, false, true) == "cuda");
  CHECK(nameOf("a.cl", {}, {}, false, true) == "opencl");
  CHECK(nameOf("a.cpp", {}, {"AscendC"}, false, true) == "ascend");
  order::Procedure function;
  function.onDevice = true;
  CHECK(Platform::of("cpu", "a.h", Words{}, Words{}).of(function).name == "cpu");
}
