#include "analyzer/python/interpreter.h"

#include <doctest/doctest.h>

using namespace fporder::python;

namespace {

struct Failure {
  bool missing = false;
  std::string text;
};

Failure failureOf(llvm::Expected<std::string> result) {
  Failure failure;
  if (!result) {
    llvm::Error rest = llvm::handleErrors(result.takeError(), [&](const InterpreterMissing &problem) {
      failure.missing = true;
      llvm::raw_string_ostream stream(failure.text);
      problem.log(stream);
    });
    if (rest)
      failure.text = llvm::toString(std::move(rest));
  }
  return failure;
}

} // namespace

TEST_CASE("the reader prints the tree of a script that comes over a pipe") {
  llvm::Expected<std::string> tree = runReader(defaultInterpreter.str(), "x = 1\n");
  REQUIRE(tree);
  CHECK(tree->find("\"k\":\"Module\"") != std::string::npos);
  // More than a pipe holds, in both directions.
  std::string large;
  for (int line = 0; line < 12'000; ++line)
    large += "y = 1.5 + x\n";
  tree = runReader(defaultInterpreter.str(), large);
  REQUIRE(tree);
  CHECK(tree->size() > 1'000'000);
}

TEST_CASE("an interpreter that cannot be started is a matter of the configuration") {
  for (const char *path : {"/no/such/python3", "/etc/passwd", "/tmp"}) {
    const Failure failure = failureOf(runReader(path, "x = 1\n"));
    CHECK_MESSAGE(failure.missing, path);
    CHECK(failure.text.find("install the package python3") != std::string::npos);
  }
}

TEST_CASE("a program that is no interpreter gives an error and no hang") {
  for (const char *path : {"/bin/false", "/bin/cat"}) {
    const Failure failure = failureOf(runReader(path, "x = 1\n"));
    CHECK_MESSAGE(!failure.text.empty(), path);
    CHECK(!failure.missing);
  }
}
