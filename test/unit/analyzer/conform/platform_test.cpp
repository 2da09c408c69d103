#include "analyzer/conform/platform.h"

#include <doctest/doctest.h>

using namespace fporder::conform;

TEST_CASE("a source's platform is that of its vendor, its language and its flags") {
  using Words = std::vector<std::string>;
  CHECK(platformOf("a.cpp", Words{}, Words{}).name == "cpu");
  CHECK(platformOf("a.cu", Words{}, Words{}).name == "cuda");
  CHECK(platformOf("a.cu", Words{"-use_fast_math"}, Words{}).name == "cuda-fast-math");
  CHECK(platformOf("a.cpp", Words{"-x", "cuda"}, Words{}).name == "cuda");
  CHECK(platformOf("a.CL", Words{}, Words{}).name == "opencl");
  CHECK(platformOf("a.h", Words{}, Words{"AscendC"}).name == "ascend");
}
