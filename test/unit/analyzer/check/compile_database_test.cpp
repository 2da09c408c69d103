#include "analyzer/check/compile_database.h"

#include "llvm/ADT/STLExtras.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

std::unique_ptr<Database> database(const char *text) {
  llvm::Expected<std::unique_ptr<Database>> parsed = Database::parseJson(text, "/project/build/compile_commands.json");
  if (!parsed)
    FAIL(llvm::toString(parsed.takeError()));
  return std::move(*parsed);
}

std::string problem(const char *text) {
  llvm::Expected<std::unique_ptr<Database>> parsed = Database::parseJson(text, "/project/build/compile_commands.json");
  return parsed ? "" : llvm::toString(parsed.takeError());
}

bool has(const CompileCommand &command, const char *argument) { return llvm::is_contained(command.arguments, argument); }

} // namespace

TEST_CASE("both forms of an entry, the source is taken out however it is spelled") {
  auto db = database(R"([
    {"directory": "/project/build", "command": "c++ -DNAME=\"a b\" -c ../src/x.cpp -o x.o", "file": "../src/x.cpp"},
    {"directory": "/project/build", "arguments": ["cc", "-DY", "-c", "/project/src/y.c"], "file": "/project/src/y.c"}])");
  std::vector<CompileCommand> x = db->commandsFor("/project/src/x.cpp");
  REQUIRE(x.size() == 1);
  CHECK(x[0].directory == "/project/build");
  CHECK(has(x[0], "-DNAME=a b"));
  CHECK_FALSE(has(x[0], "../src/x.cpp"));
  std::vector<CompileCommand> y = db->commandsFor("/project/src/y.c");
  REQUIRE(y.size() == 1);
  CHECK(has(y[0], "-DY"));
  CHECK_FALSE(has(y[0], "/project/src/y.c"));
}

TEST_CASE("a source compiled twice with the same meaning is one command, with different macros two") {
  auto db = database(R"([
    {"directory": "/p", "command": "c++ -c a.cpp -o static/a.o", "file": "a.cpp"},
    {"directory": "/p", "command": "c++ -fPIC -c a.cpp -o shared/a.o", "file": "a.cpp"},
    {"directory": "/p", "command": "c++ -DHALF -c a.cpp -o half/a.o", "file": "a.cpp"}])");
  CHECK(db->size() == 3);
  std::vector<CompileCommand> commands = db->commandsFor("/p/a.cpp");
  REQUIRE(commands.size() == 2);
  CHECK(has(commands[1], "-DHALF"));
}

TEST_CASE("a file without an entry takes the flags of its nearest neighbour") {
  auto db = database(R"([
    {"directory": "/p", "command": "c++ -DKERNELS -std=c++17 -c kernels/adam.cpp", "file": "kernels/adam.cpp"},
    {"directory": "/p", "command": "c++ -DTOOLS -c tools/main.cpp", "file": "tools/main.cpp"}])");
  CHECK_FALSE(db->lists("/p/kernels/adam.h"));
  std::vector<CompileCommand> header = db->commandsFor("/p/kernels/adam.h");
  REQUIRE(header.size() == 1);
  CHECK(has(header[0], "-DKERNELS"));
  CHECK_FALSE(has(header[0], "kernels/adam.cpp"));
  CHECK(has(db->commandsFor("/p/tools/other.cpp").front(), "-DTOOLS"));
}

TEST_CASE("a file without an entry takes no floating-point flags of another processor's neighbour") {
  auto db = database(R"([
    {"directory": "/p", "command": "c++ -DX -Ofast -ffp-contract=off -frounding-math -Iinc -c kernels/adam.cpp", "file": "kernels/adam.cpp"},
    {"directory": "/q", "command": "clang++ -x cuda -DX -ffast-math -Iinc -c kernels/adam.cc", "file": "kernels/adam.cc"}])");
  const auto computes = [](const CompileCommand &command) {
    return has(command, "-ffp-contract=off") || has(command, "-Ofast") || has(command, "-frounding-math") || has(command, "-ffast-math");
  };
  for (const auto &[source, borrows] :
       {std::pair("/p/kernels/lamb.cpp", true), std::pair("/p/kernels/lamb.c", true), std::pair("/p/kernels/adam.h", true),
        std::pair("/p/kernels/adam.cu", false), std::pair("/p/kernels/adam.cuh", false), std::pair("/p/kernels/adam.cl", false),
        std::pair("/p/kernels/adam.hip", false), std::pair("/p/kernels/adam.cce", false), std::pair("/q/kernels/lamb.cu", true),
        std::pair("/q/kernels/lamb.cpp", false)}) {
    const std::string name = source;
    CAPTURE(name);
    const std::vector<CompileCommand> commands = db->commandsFor(source);
    REQUIRE(commands.size() == 1);
    CHECK(has(commands[0], "-DX"));
    CHECK(has(commands[0], "-Iinc"));
    CHECK(computes(commands[0]) == borrows);
  }
}

TEST_CASE("launchers are not compilers") {
  auto db = database(R"([{"directory": "/p", "command": "ccache /usr/bin/g++ -c a.cpp", "file": "a.cpp"}])");
  CHECK(db->commandsFor("/p/a.cpp").front().arguments.front() == "/usr/bin/g++");
}

TEST_CASE("an empty database has no commands") { CHECK(database("[]")->commandsFor("/p/a.cpp").empty()); }

TEST_CASE("mistakes are named with their place") {
  CHECK(problem("[{\"file\": \"a.cpp\",\n  oops}]").find("/project/build/compile_commands.json:2:") == 0);
  CHECK(problem("") == "/project/build/compile_commands.json:1:1: error: Unexpected EOF");
  CHECK(problem("{}").find("is a JSON array of objects") != std::string::npos);
  CHECK(problem("[1]").find("entry 0 is not an object") != std::string::npos);
  CHECK(problem(R"([{"directory": "/p"}])").find("entry 0 has no \"file\"") != std::string::npos);
  CHECK(problem(R"([{"directory": "/p", "file": "a.cpp"}])").find("neither \"arguments\" nor \"command\"") != std::string::npos);
  CHECK(problem(R"([{"file": "a.cpp", "command": ""}])").find("empty command") != std::string::npos);
  CHECK(problem(R"([{"file": "a.cpp", "arguments": [1]}])").find("not a string") != std::string::npos);
}

TEST_CASE("a missing database is an error with its path") {
  llvm::Expected<std::unique_ptr<Database>> loaded = Database::load("/nonexistent/compile_commands.json");
  REQUIRE_FALSE(loaded);
  CHECK(llvm::toString(loaded.takeError()).find("cannot read '/nonexistent/compile_commands.json'") == 0);
}

TEST_CASE("flags about outputs, precompiled headers and plugins go, all else stays") {
  std::vector<std::string> kept =
      withoutOutputFlags({"g++", "-DA", "-o", "x.o", "-MD", "-MF", "x.d", "-Iinc", "-c", "-Xclang", "-include-pch", "-Xclang", "p.pch", "-Xclang",
                          "-fallow-half-arguments-and-returns", "-fplugin=x.so", "-O2", "-std=c++20"});
  CHECK(kept == std::vector<std::string>{"g++", "-DA", "-Iinc", "-Xclang", "-fallow-half-arguments-and-returns", "-O2", "-std=c++20"});
}

TEST_CASE("damaged text is an error or a database, never a crash") {
  const std::string good = R"([{"directory": "/p", "command": "c++ -DA=\"x y\" -c a.cpp -o a.o", "file": "a.cpp", "output": "a.o"},
    {"directory": "/p", "arguments": ["cc", "-Xclang", "-include-pch", "-Xclang", "x", "-c", "b.c"], "file": "b.c"}])";
  std::uint32_t state = 1;
  auto random = [&](std::size_t bound) {
    state = state * 1664525u + 1013904223u;
    return std::size_t(state >> 8) % bound;
  };
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (std::size_t edits = 1 + random(4); edits > 0; --edits) {
      std::size_t at = random(text.size());
      switch (random(4)) {
      case 0:
        text.erase(at, 1 + random(12));
        break;
      case 1:
        text[at] = char(random(256));
        break;
      case 2:
        text.insert(at, text.substr(random(text.size()), random(20)));
        break;
      default:
        text[at] = "[]{}\",:\\"[random(8)];
      }
      if (text.empty())
        text = "[";
    }
    llvm::Expected<std::unique_ptr<Database>> parsed = Database::parseJson(text, "/project/compile_commands.json");
    if (!parsed) {
      CHECK(llvm::toString(parsed.takeError()).starts_with("/project/compile_commands.json:"));
      continue;
    }
    for (const char *source : {"/p/a.cpp", "/p/b.c", "/p/other.h"})
      for (const CompileCommand &command : (*parsed)->commandsFor(source))
        CHECK_FALSE(withoutOutputFlags(command.arguments).empty());
  }
}
