#include "analyzer/check/translation_unit.h"

#include "analyzer/check/resource_directory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <doctest/doctest.h>

using namespace fporder;
using check::ParseResult;

namespace {

/// `code` as a source whose name ends in `suffix`, parsed; stopped at the headers of which `stopsAt` says so.
ParseResult parsed(const std::string &code, const char *suffix, const std::function<bool(const findings::NotAnalysed &)> &stopsAt = {}) {
  llvm::SmallString<128> file;
  int descriptor = 0;
  REQUIRE(!llvm::sys::fs::createTemporaryFile("source", suffix, descriptor, file));
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << code;
  const std::string source = file.str().str();
  const check::CompileCommand command{"/", {"clang", "--", source}, source, ""};
  auto resources = check::resolveResourceDirectory("");
  REQUIRE(bool(resources));
  check::ParseRequest request{&command, "the source", *resources};
  request.stopsAt = stopsAt;
  ParseResult result = check::parseTranslationUnit(request, [](clang::ASTContext &) {});
  llvm::sys::fs::remove(file);
  return result;
}

} // namespace

TEST_CASE("translation unit: a parse stops at a header that is not found where that is wanted") {
  const std::string code = "#include <absent/one.h>\nfloat f(float x) { return x * x; }\n#include <absent/two.h>\nfloat g(float x) { return y; }\n";
  const ParseResult whole = parsed(code, "cpp");
  CHECK(whole.parsed);
  CHECK(whole.missingHeaders == 2);
  CHECK(whole.errors == 1);
  const ParseResult first = parsed(code, "cpp", [](const findings::NotAnalysed &) { return true; });
  CHECK(!first.parsed);
  CHECK(first.failure == "it needs header <absent/one.h>");
  CHECK(first.missingHeaders == 1);
  CHECK(first.errors == 0);
  const ParseResult second = parsed(code, "cpp", [](const findings::NotAnalysed &header) { return header.what == "header <absent/two.h>"; });
  CHECK(!second.parsed);
  CHECK(second.missingHeaders == 2);
  CHECK(second.notAnalysed.back().line == 3);
  CHECK(second.errors == 0);
  const ParseResult last = parsed("float f(float x) { return x * x; }\n#include <absent/one.h>\n", "cpp", [](const auto &) { return true; });
  CHECK(!last.parsed);
}

TEST_CASE("translation unit: what Clang takes all the same is no syntax error, an int that it assumes is one") {
  const ParseResult accepted = parsed(R"(
    struct Pair { int first, second; };
    Pair narrowed(double x) { return {x, 2}; }
    int twice(int x) { register int y = x; return y + y; }
    template <class T> struct Base { template <class U> void call(U); };
    template <class T> struct Derived : Base<T> { void run() { this->template call(2); } };
  )",
                                      "cpp");
  CHECK(accepted.errors == 0);
  CHECK(llvm::none_of(accepted.notAnalysed, [](const findings::NotAnalysed &entry) { return entry.what == "syntax error"; }));
  CHECK(parsed("int f(int x) { int *p = x; return *p; }\n", "c").errors == 0);
  CHECK(parsed("double f(double x) { return unseen(x); }\n", "c").errors == 1);
  CHECK(parsed("double f(x) double y; { return 1; }\n", "c").errors > 0);
}
