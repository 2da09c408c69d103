#include "analyzer/conform/comments.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::conform;
using Kind = ReferenceComment::Kind;

TEST_CASE("comments name references, formulas and pairs of names") {
  const findings::SourceFile file("// fporder: reference golden.py:adam\n"
                                  "/* fporder: formula w - lr * (m / d) */\n"
                                  "//   fporder: input rate = lr\n"
                                  "// fporder: output w =\n"
                                  "// fporder: allow(mul-then-div)\n"
                                  "const char *text = \"// fporder: reference none.cpp\";\n");
  CHECK(mayHoldReferences(file.text()));
  const std::vector<ReferenceComment> found = referenceComments(file);
  REQUIRE(found.size() == 4);
  CHECK(found[0].kind == Kind::Reference);
  CHECK(found[0].text == "golden.py:adam");
  CHECK(found[1].kind == Kind::Formula);
  CHECK(found[1].text == "w - lr * (m / d)");
  CHECK(found[2].kind == Kind::Pair);
  CHECK(found[2].pair == StatedPair{"rate", "lr"});
  CHECK(found[3].kind == Kind::Malformed);
  CHECK(found[3].line == 4);
  CHECK_FALSE(mayHoldReferences("// fporder: allow(mul-then-div)\n// fporder: input a = b\n"));
}

TEST_CASE("a comment speaks of the function around it, or of the next one below") {
  const auto function = [](const char *name, std::initializer_list<std::uint32_t> lines) {
    auto procedure = std::make_shared<order::Procedure>();
    procedure->name = name;
    for (const std::uint32_t line : lines) {
      order::Place place;
      place.file = procedure->graph.addFile("/kernel.cpp");
      place.line = line;
      procedure->effects.emplace_back().place = procedure->graph.addPlace(place);
    }
    return procedure;
  };
  const std::vector<std::shared_ptr<order::Procedure>> all{function("second", {20, 25}), function("first", {5, 9})};
  CHECK(functionsAt(all, "/kernel.cpp", 1).at(0)->name == "first");
  CHECK(functionsAt(all, "/kernel.cpp", 7).at(0)->name == "first");
  CHECK(functionsAt(all, "/kernel.cpp", 12).at(0)->name == "second");
  CHECK(functionsAt(all, "/kernel.cpp", 26).empty());
  CHECK(functionsAt(all, "/other.cpp", 1).empty());
}

TEST_CASE("comments of a script begin with a hash, alone or behind code") {
  const findings::SourceFile file("# fporder: reference golden.py:adam\ndef step(w):  # fporder: formula w * 2\n    # fporder: input w = x\n");
  const std::vector<ReferenceComment> found = referenceComments(file, /*isScript=*/true);
  REQUIRE(found.size() == 3);
  CHECK(found[0].text == "golden.py:adam");
  CHECK(found[1].kind == Kind::Formula);
  CHECK(found[1].text == "w * 2");
  CHECK(found[1].line == 2);
  CHECK(found[2].pair == StatedPair{"w", "x"});
  CHECK(referenceComments(file).empty());
}

TEST_CASE("a comment speaks of all that is made of one text") {
  const auto instance = [](const char *name) {
    auto procedure = std::make_shared<order::Procedure>();
    procedure->name = name;
    order::Place place;
    place.file = procedure->graph.addFile("/kernel.cpp");
    place.line = 5;
    procedure->effects.emplace_back().place = procedure->graph.addPlace(place);
    return procedure;
  };
  const std::vector<std::shared_ptr<order::Procedure>> all{instance("gelu"), instance("gelu"), instance("other")};
  CHECK(functionsAt(all, "/kernel.cpp", 4).size() == 2);
  CHECK(functionsAt(all, "/kernel.cpp", 5).size() == 2);
}
