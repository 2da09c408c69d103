#include "analyzer/check/guesses/define_guessing.h"

#include "analyzer/check/guesses/guessed_meanings.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

/// What the source is parsed with after one round that met these names.
std::string guessed(const std::string &source, std::vector<std::string> names) {
  UnknownNames unknown;
  unknown.errors = unsigned(names.size());
  unknown.texts["k.cl"] = source;
  for (const std::string &name : names)
    unknown.names.push_back({name, "k.cl"});
  DefineGuesser guesser;
  guesser.learn(unknown);
  return guesser.prelude();
}

} // namespace

TEST_CASE("types by the word in the name and the digits at its end") {
  CHECK(guessedType("FLOAT4").said == "float4");
  CHECK(guessedType("FLOAT").said == "float");
  CHECK(guessedType("COMPUTE_HALF8").said == "half8");
  CHECK(guessedType("INT4").said == "int4");
  CHECK(guessedType("UCHAR16").said == "uchar16");
  CHECK(guessedType("DATA_TYPE").said == "float");
  CHECK(guessedType("POINT2").said == "float2");
  CHECK(guessedType("FP16").said == "half");
  CHECK(guessedType("float32").said == "32 lanes of float");
}

TEST_CASE("a name before a declared name is a type, one before a whole declaration nothing") {
  CHECK(guessed("__kernel void f(__global const FLOAT *a) { FLOAT4 x = (FLOAT4)(0); }", {"FLOAT4"}) == "#define FLOAT4 float4\n");
  CHECK(guessed("__kernel void f(__global const FLOAT *a) { }", {"FLOAT"}) == "#define FLOAT float\n");
  CHECK(guessed("__kernel void f(DIMS __global float *a) { }", {"DIMS"}) == "#define DIMS\n");
  CHECK(guessed("__kernel void f(DIMS __read_only image2d_t in) { }", {"DIMS"}) == "#define DIMS\n");
  CHECK(guessed("SIZE_64\nkernel void f(global float *a) { }", {"SIZE_64"}) == "#define SIZE_64\n");
  CHECK(guessed("ATTRIBUTE(16, 1) kernel void f(global float *a) { }", {"ATTRIBUTE"}) == "#define ATTRIBUTE(...)\n");
  CHECK(guessed("KERNEL(f)(global float *a) { }", {"KERNEL"}) == "#define KERNEL(name) __kernel void name\n");
}

TEST_CASE("calls by where they stand and what they are given") {
  const std::string head = "kernel void f(read_only image2d_t in, write_only image2d_t out, global float *a) { ";
  CHECK(guessed(head + "CHECK_BOUNDS(a, 3); }", {"CHECK_BOUNDS"}) == "#define CHECK_BOUNDS(...)\n");
  CHECK(guessed(head + "float4 x = RI_F(in, S, p); }", {"RI_F"}) == "#define RI_F(...) read_imagef(__VA_ARGS__)\n");
  CHECK(guessed(head + "WI_F(out, p, x); }", {"WI_F"}) == "#define WI_F(...) write_imagef(__VA_ARGS__)\n");
  CHECK(guessed(head + "a[0] = CONVERT_FLOAT4(x).y; }", {"CONVERT_FLOAT4"}) == "#define CONVERT_FLOAT4(x) convert_float4(x)\n");
  CHECK(guessed(head + "a[0] = ACTIVATE(x); }", {"ACTIVATE"}) ==
        "#define ACTIVATE(a, ...) ({ __typeof__((a) + 0) ACTIVATE; ((void)(a, ##__VA_ARGS__)); ACTIVATE; })\n");
  CHECK(guessed(head + "STORE(a, x * y); }", {"STORE"}) == "#define STORE(...) ((void)(__VA_ARGS__))\n");
}

TEST_CASE("numbers: constants where a constant must stand, unknown values elsewhere") {
  CHECK(guessed("kernel void f() { float t[TILE]; }", {"TILE"}) == "#define TILE 4\n");
  CHECK(guessed("kernel void f(global float *a) { a[0] *= SCALE; }", {"SCALE"}) == "extern __constant float SCALE;\n#define SCALE SCALE\n");
  CHECK(guessed("kernel void f(global float *a) { if (width > 3) a[0] = 1; }", {"width"}) == "extern __constant int width;\n#define width width\n");
  CHECK(guessed("kernel void f(global float *a) { for (int i = 0; i < COUNT; ++i) a[i] = 1; }", {"COUNT"}) ==
        "extern __constant int COUNT;\n#define COUNT COUNT\n");
}

TEST_CASE("types come first: what they declare is unknown only as their consequence") {
  CHECK(guessed("kernel void f(global float *a) { FLOAT4 x = 0; a[0] = x.y + BIAS; }", {"FLOAT4", "x", "BIAS"}) == "#define FLOAT4 float4\n");
}

TEST_CASE("a meaning that leads to errors gives way to the next") {
  UnknownNames unknown;
  unknown.errors = 1;
  unknown.texts["k.cl"] = "kernel void f(global float *a) { STORE(a, x * y); }";
  unknown.names.push_back({"STORE", "k.cl"});
  DefineGuesser guesser;
  CHECK(guesser.learn(unknown));
  UnknownNames after;
  after.errors = 1;
  after.macros.insert("STORE");
  CHECK(guesser.learn(after));
  CHECK(guesser.prelude() == "#define STORE(...)\n");
  CHECK_FALSE(guesser.learn(after));
}

TEST_CASE("a number is known by its line, other meanings are no numbers") {
  UnknownNames unknown;
  unknown.errors = 2;
  unknown.texts["k.cl"] = "kernel void f(global float *a) { float t[TILE]; a[0] *= SCALE; a[1] = t[DEPTH]; }";
  for (const char *name : {"SCALE", "TILE", "DEPTH"})
    unknown.names.push_back({name, "k.cl"});
  DefineGuesser guesser;
  CHECK(guesser.learn(unknown));
  CHECK(guesser.prelude() == "extern __constant float SCALE;\n#define SCALE SCALE\n#define TILE 4\n#define DEPTH 4\n");
  CHECK(guesser.numberIn(1) == "");
  CHECK(guesser.numberIn(2) == "");
  CHECK(guesser.numberIn(3) == "TILE");
  CHECK(guesser.numberIn(4) == "DEPTH");
  CHECK(guesser.numberIn(5) == "");
}

TEST_CASE("leaves of guessed names, and of variables with guessed types, rest on the guess") {
  UnknownNames unknown;
  unknown.errors = 2;
  unknown.texts["k.cl"] = "kernel void f(__global const FLOAT *p, float y) { FLOAT x = p[0], z = x; }";
  unknown.names.push_back({"FLOAT", "k.cl"});
  DefineGuesser guesser;
  CHECK(guesser.learn(unknown));
  fporder::order::Procedure procedure;
  const fporder::order::ValueType single{fporder::format::Format::Binary32};
  for (const char *name : {"p[0].s1", "x", "y", "z", "xy"})
    procedure.graph.input(name, single);
  using fporder::order::NodeId;
  using fporder::order::Op;
  const NodeId guessed = procedure.graph.binary(Op::Mul, {0}, {1}, single), proven = procedure.graph.binary(Op::Mul, {0}, {2}, single);
  guesser.mark(procedure, "/prelude.h", 1);
  CHECK(procedure.assumedNodes.contains(guessed.index));
  CHECK_FALSE(procedure.assumedNodes.contains(proven.index)); // y is a float, and so is the product
  REQUIRE(procedure.assumptions.size() == 1);
  CHECK(procedure.assumptions[0].kind == fporder::order::Assumption::Kind::Name);
  CHECK(procedure.assumptions[0].reason == "'FLOAT' is taken for 'float' by its name");
  CHECK(procedure.assumedNodes.size() == 4);
  for (const std::uint32_t known : {2u, 4u})
    CHECK_FALSE(procedure.assumedNodes.contains(known));
}

TEST_CASE("no errors, nothing to learn, what was guessed is said at its first use") {
  DefineGuesser guesser;
  CHECK_FALSE(guesser.learn({}));
  CHECK_FALSE(guesser.report("k.cl", "/k.cl"));
  UnknownNames unknown;
  unknown.errors = 1;
  unknown.texts["/k.cl"] = "\n  kernel void f(global FLOAT *a) { }";
  unknown.names.push_back({"FLOAT", "/k.cl"});
  CHECK(guesser.learn(unknown));
  const auto entry = guesser.report("k.cl", "/k.cl");
  REQUIRE(entry);
  CHECK(entry->file == "k.cl");
  CHECK(entry->line == 2);
  CHECK(entry->column == 24);
  CHECK(entry->what == "an undefined name");
  CHECK(entry->why == "guessed: FLOAT = float");
}
