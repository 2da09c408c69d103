#include "analyzer/check/source_language.h"

#include <doctest/doctest.h>

using namespace fporder::check;

TEST_CASE("header names") {
  for (const char *name : {"a.h", "b.hpp", "c.HH", "x/y.inl", "z.tpp"})
    CHECK(isHeaderName(name));
  for (const char *name : {"a.c", "b.cpp", "h", "x.h/y"})
    CHECK_FALSE(isHeaderName(name));
}

TEST_CASE("C++ is told from C by what only one of them has") {
  CHECK(looksLikeCxx("#include <vector>\nfloat f(float);\n"));
  CHECK(looksLikeCxx("#pragma once\ntemplate <class T> T f(T x) { return x; }\n"));
  CHECK(looksLikeCxx("inline double g(double x) { return std::sqrt(x); }\n"));
  CHECK(looksLikeCxx("namespace a {\n}\n"));
  CHECK_FALSE(looksLikeCxx("#include <math.h>\nstatic inline float f(float x) { return x; }\n"));
  CHECK_FALSE(looksLikeCxx("// a class of its own::\n/* template\nnamespace x\n*/\nstruct s { float class_; };\n"));
  CHECK_FALSE(looksLikeCxx(""));
}

TEST_CASE("a header with functions for a device is CUDA's") {
  CHECK(holdsDeviceCode("struct f {\n  __device__ float operator()(float x) const;\n};\n"));
  CHECK(holdsDeviceCode("template <class T>\n__global__ void k(T *x);\n"));
  CHECK_FALSE(holdsDeviceCode("#define DEVICE __device__\nDEVICE float f(float);\n"));
  CHECK_FALSE(holdsDeviceCode("// for __device__ code\nfloat f(float);\n"));
}

TEST_CASE("default flags") {
  CHECK(defaultFlags("/x/a.c") == std::vector<std::string>{"clang", "-std=gnu17"});
  CHECK(defaultFlags("/x/a.cc") == std::vector<std::string>{"clang++", "-std=gnu++20"});
  CHECK(defaultFlags("/x/a.hpp") == std::vector<std::string>{"clang++", "-std=gnu++20", "-xc++"});
}
