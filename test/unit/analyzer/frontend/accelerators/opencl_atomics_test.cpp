#include "test/unit/analyzer/frontend/accelerators/opencl_source.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::test::opencl;
using fporder::test::Translated;

TEST_CASE("an addition by compare and swap has no order") {
  const std::string code = "void add(volatile global float *p, float x) {\n"
                           "  union { uint u; float f; } old, next;\n"
                           "  do { old.f = *p; next.f = old.f + x; }\n"
                           "  while (atomic_cmpxchg((volatile global uint *)p, old.u, next.u) != old.u);\n}\n";
  CHECK(source(code).reductions("add") == "unordered sum x");
}

TEST_CASE("atomic additions have no order") {
  const std::string atomic = "kernel void k(global atomic_float *t, global const float *in) { atomic_fetch_add_explicit(t, in[get_global_id(0)], "
                             "memory_order_relaxed); }";
  CHECK(source(atomic).reductions("k") == "unordered sum in[`get_global_id(0)`]");
}

TEST_CASE("an atomic subtraction joins its negated amount, and yields what lay there before") {
  const Translated taken = source("kernel void k(global atomic_float *t, float x) { atomic_fetch_sub_explicit(t, x, memory_order_relaxed); }");
  CHECK(taken.reductions("k") == "unordered sum -x");
  const Translated old = source("kernel void k(global atomic_float *t, global float *out, float x) { out[0] = atomic_fetch_add(t, x * x) / x; }");
  CHECK(old.stored("k", "out[0]") == "t[0] / x");
}

TEST_CASE("what an atomic store leaves an atomic load finds") {
  const Translated code =
      source("kernel void k(global atomic_float *t, global float *out, float x) { atomic_store(t, x * x); out[0] = atomic_load(t) / x; }");
  CHECK(code.stored("k", "out[0]") == "x * x / x");
}

TEST_CASE("an integer that is changed atomically is unknown, its neighbours are not") {
  const Translated code = source("kernel void k(global int *n, global float *out, float x) { n[0] = 3; n[1] = 5; atomic_inc(n); "
                                 "out[0] = x * n[0]; out[1] = x * n[1]; }");
  CHECK(code.stored("k", "out[0]") == "x * cast<binary32>(n[0])");
  CHECK(code.stored("k", "out[1]") == "x * 5");
}

TEST_CASE("only an addition to the old bits is a sum") {
  const auto retry = [](const std::string &next) {
    return source("void f(volatile global int *p, float x) { int old, next; do { old = *p; next = as_int(" + next +
                  "); } while (atomic_cmpxchg(p, old, next) != old); }")
        .reductions("f");
  };
  CHECK(retry("as_float(old) + x") == "unordered sum x");
  CHECK(retry("x + as_float(old)") == "unordered sum x");
  CHECK(retry("as_float(old) - x") == "unordered sum -x");
  CHECK(retry("x - as_float(old)") == "");
  CHECK(retry("as_float(old) * x") == "");
}
