#include "test/unit/analyzer/frontend/accelerators/cuda_source.h"

#include <doctest/doctest.h>

using fporder::test::Translated;
using fporder::test::TranslatedCuda;

namespace {

/// How often the sums of `float f(const float *x, int n, int m)` with this body run, versions left out.
std::string counts(const std::string &body) {
  return Translated("float f(const float *x, int n, int m) { float s = 0; " + body + " return s; }").counts("f");
}

} // namespace

TEST_CASE("limits of the hardware bound a loop, and the step that it takes divides them") {
  const auto sum = [](const std::string &head) {
    return TranslatedCuda("__global__ void f(const float *x, float *y, int n) { float s = 0; for (" + head + ") s += x[i]; y[0] = s; }").counts("f");
  };
  CHECK(sum("int i = 1; i < blockDim.x / 32; ++i") == "min(blockDim.x / 32 - 1, 31) from 1");
  CHECK(sum("int i = threadIdx.x / warpSize; i < blockDim.z; i += 4") ==
        "min((blockDim.z - threadIdx.x / warpSize + 3) / 4, 16) from threadIdx.x / warpSize by 4");
  CHECK(sum("int i = threadIdx.x; i < 2048; i += warpSize") ==
        "min((2048 - threadIdx.x + (warpSize - 1)) / warpSize, 64) from threadIdx.x by warpSize");
  CHECK(sum("int i = threadIdx.x; i < n; i += blockDim.x") == "(n - threadIdx.x + (blockDim.x - 1)) / blockDim.x from threadIdx.x by blockDim.x");
  CHECK(sum("int i = n; i < blockDim.x; ++i") == "blockDim.x - n from n");
}

TEST_CASE("a loop through an array has no more iterations than the array has elements") {
  const std::string array = "float a[6]; for (int k = 0; k < 6; ++k) a[k] = x[k]; ";
  CHECK(counts(array + "for (int i = m; i < n; ++i) s += a[i] * x[i];") == "min(n - m, 6) from m");
  CHECK(counts(array + "for (int i = m; i < n; i += 2) s += a[i] * x[i];") == "min((n - m + 1) / 2, 3) from m by 2");
  CHECK(counts(array + "for (int i = m; i < n; ++i) s += *(a + i - m) * x[i];") == "min(n - m, 6) from m");
  CHECK(counts(array + "for (int i = m; i < n; ++i) s += a[2 * i] * x[i];") == "min(n - m, 6) from m");
}

TEST_CASE("elements that not every iteration uses, or several use, bound nothing") {
  const std::string array = "float a[6]; for (int k = 0; k < 6; ++k) a[k] = x[k]; ";
  CHECK(counts(array + "for (int i = m; i < n; ++i) s += i < 6 ? a[i] : x[i];") == "n - m from m");
  CHECK(counts(array + "for (int i = m; i < n; ++i) { if (i < 6) s += a[i]; }") == "n - m from m");
  CHECK(counts(array + "for (int i = m; i < n; ++i) s += a[i % 6] * x[i];") == "n - m from m");
}

TEST_CASE("rows of a table bound a loop by their own extent, one element none at all") {
  CHECK(counts("float a[4][6]; for (int i = m; i < n; ++i) s += a[1][i];") == "min(n - m, 6) from m");
  CHECK(counts("float a[4][6]; for (int i = m; i < n; ++i) s += a[i][1];") == "min(n - m, 4) from m");
  CHECK(counts("float a[1]; for (int i = m; i < n; ++i) s += a[i];") == "n - m from m"); // a member that is allocated larger
  CHECK(counts("float a[6]; for (int i = m; i < n; ++i) s += a[n];") == "n - m");        // the same element each time
}

TEST_CASE("the exact count is kept where it is a number") {
  CHECK(counts("float a[6]; for (int i = 1; i < 3; ++i) s += a[i];") == "2 from 1");
  CHECK(counts("float a[6]; for (int i = m; i < 3; ++i) s += a[i];") == "min(3 - m, 6) from m");
}

TEST_CASE("masks and remainders of limited numbers are limited") {
  const auto sum = [](const std::string &end) {
    return TranslatedCuda("__global__ void f(const float *x, float *y, int n) { float s = 0; for (int i = 1; i < " + end +
                          "; ++i) s += x[i]; y[0] = s; }")
        .counts("f");
  };
  CHECK(sum("int(threadIdx.x & 7)").find(", 6)") != std::string::npos);
  CHECK(sum("int(threadIdx.x % 12)").find(", 10)") != std::string::npos);
  CHECK(sum("int(threadIdx.x >> 5)").find(", 30)") != std::string::npos);
  CHECK(sum("n % 12").find(", 10)") != std::string::npos);        // 11 at most, -11 at least
  CHECK(sum("int(gridDim.x)").find("min(") == std::string::npos); // no limit that matters
}
