#include "analyzer/check/shard_words.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace fporder::check;
using Words = std::vector<std::string>;

namespace {

MergeWords chosen(const Words &line, const std::vector<llvm::StringRef> &replaced = {}) {
  llvm::Expected<MergeWords> words = wordsForMerge(line, replaced);
  REQUIRE(words);
  return *words;
}

std::string refusal(const Words &line) {
  llvm::Expected<MergeWords> words = wordsForMerge(line, {});
  return words ? "" : llvm::toString(words.takeError());
}

} // namespace

TEST_CASE("a shard's words choose the report") {
  const MergeWords words = chosen({"fporder-check", "--format=json", "-fail-on", "remark", "a.c", "--quiet", "--", "-DX", "--fix"});
  CHECK(words.words == Words{"fporder-check", "--format=json", "--fail-on=remark", "a.c", "--quiet", "--", "-DX", "--fix"});
  CHECK(words.notices.empty());
}

TEST_CASE("a shard's words write nothing") {
  for (const Words &option : std::vector<Words>{{"--fix"},
                                                {"-fix=all"},
                                                {"--fix-notes"},
                                                {"--fix-errors"},
                                                {"--export-fixes", "x"},
                                                {"--export-fixes=x"},
                                                {"--write-baseline=x"},
                                                {"--prune-baseline"},
                                                {"--update-baseline"},
                                                {"--format=json:x"},
                                                {"-format", "sarif:x"}}) {
    Words line = {"fporder-check"};
    line.insert(line.end(), option.begin(), option.end());
    line.push_back("a.c");
    const MergeWords words = chosen(line);
    CHECK(words.words == Words{"fporder-check", "a.c"});
    CHECK(words.notices.size() == 1);
  }
}

TEST_CASE("what was about the shard's own run goes in silence") {
  const MergeWords words =
      chosen({"fporder-check", "-j4", "-j", "4", "-j=4", "--shard=1/2:x", "--cache-dir", "c", "--cache-size=1", "--no-cache", "--verbose", "a.c"});
  CHECK(words.words == Words{"fporder-check", "a.c"});
  CHECK(words.notices.empty());
}

TEST_CASE("a value is a value, whatever it looks like") {
  CHECK(chosen({"fporder-check", "--header-filter", "--fix", "a.c"}).words == Words{"fporder-check", "--header-filter=--fix", "a.c"});
  CHECK(chosen({"fporder-check", "--shard", "--fix", "a.c"}).words == Words{"fporder-check", "a.c"});
}

TEST_CASE("merge's own options take the place of a shard's") {
  const MergeWords words = chosen({"fporder-check", "--fix", "--format=json:x", "--quiet", "a.c"}, {"fix", "format"});
  CHECK(words.words == Words{"fporder-check", "--quiet", "a.c"});
  CHECK(words.notices.empty());
}

TEST_CASE("other words make the shard unusable") {
  for (const char *word : {"@more", "--measure=x.npz", "--explain=x", "--list-rules", "--manual=man", "--no-such-option", "--help", "--rules"})
    CHECK(refusal({"fporder-check", "a.c", word}).find(std::string("'") + word + "'") == 0);
}
