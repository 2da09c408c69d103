#include "analyzer/check/cache_entry.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

CacheEntry sample() {
  FileRead absent, special, file, directory, listed, read, printed;
  directory.kind = FileRead::Kind::Directory;
  directory.resolved = true;
  special.kind = FileRead::Kind::Special;
  file.kind = FileRead::Kind::File;
  file.size = UINT64_MAX;
  listed.kind = FileRead::Kind::Listed;
  listed.content = hashContent("names");
  read.kind = FileRead::Kind::Read;
  read.content = hashContent("text");
  read.realPath = "/elsewhere/a.h";
  read.resolved = true;
  read.size = 4000, read.length = 400, read.sameAs = 1;
  printed = read;
  printed.printed = true;
  printed.print = {1, UINT64_MAX, 3, 1763750000123456789, 5};
  return {"key",
          {{{{"/usr/include", directory},
             {"/usr/include/a.h", read},
             {"/usr/include/ab.h", printed},
             {"/usr/lib", listed},
             {"", absent},
             {"/dev/null", special},
             {"/a", file}},
            "record"},
           {{}, std::string("\0\n", 2)}}};
}

} // namespace

TEST_CASE("an entry is read as it was written") {
  const CacheEntry before = sample();
  const std::optional<CacheEntry> after = decodeEntry(encodeEntry(before), "key");
  REQUIRE(after);
  REQUIRE(after->variants.size() == 2);
  CHECK(after->variants[0].reads == before.variants[0].reads);
  CHECK(after->variants[0].record == "record");
  CHECK(after->variants[1].reads.empty());
  CHECK(after->variants[1].record == std::string("\0\n", 2));
}

TEST_CASE("every damage to an entry shows") {
  const std::string bytes = encodeEntry(sample());
  CHECK_FALSE(decodeEntry(bytes, "another key"));
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK_FALSE(decodeEntry(std::string_view(bytes).substr(0, size), "key"));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    CHECK_FALSE(decodeEntry(damaged, "key"));
  }
  CHECK_FALSE(decodeEntry(bytes + "x", "key"));
}

TEST_CASE("an entry that was written with another secret, or with none, is no entry") {
  const std::string secret(32, 's'), other(32, 't');
  CHECK(decodeEntry(encodeEntry(sample(), secret), "key", secret));
  CHECK_FALSE(decodeEntry(encodeEntry(sample(), other), "key", secret));
  CHECK_FALSE(decodeEntry(encodeEntry(sample()), "key", secret));
  CHECK_FALSE(decodeEntry(encodeEntry(sample(), secret), "key"));
}
