#include "analyzer/check/sharding.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace fporder::check;

namespace {

std::vector<ShardedWork> randomWork(std::mt19937_64 &random, std::size_t size) {
  std::vector<ShardedWork> work;
  for (std::size_t i = 0; i < size; ++i)
    work.push_back({"unit " + std::to_string(i), 1 + random() % (i % 3 == 0 ? 10 : 100'000)});
  return work;
}

} // namespace

TEST_CASE("shards differ by no more than one piece of work") {
  std::mt19937_64 random(1);
  for (unsigned count = 1; count <= 9; ++count)
    for (const std::size_t size : {0, 1, 5, 40, 300}) {
      const std::vector<ShardedWork> work = randomWork(random, size);
      const std::vector<unsigned> shards = assignShards(work, count);
      REQUIRE(shards.size() == work.size());
      std::vector<std::uint64_t> loads(count, 0), lightest(count, UINT64_MAX);
      for (std::size_t i = 0; i < size; ++i) {
        REQUIRE(shards[i] < count);
        loads[shards[i]] += work[i].weight;
        lightest[shards[i]] = std::min(lightest[shards[i]], work[i].weight);
      }
      const std::uint64_t least = *std::min_element(loads.begin(), loads.end());
      for (unsigned shard = 0; shard < count; ++shard)
        CHECK((loads[shard] == 0 || loads[shard] - lightest[shard] <= least));
    }
}

TEST_CASE("a piece's shard does not depend on where it stands") {
  std::mt19937_64 random(2);
  std::vector<ShardedWork> work = randomWork(random, 100);
  for (ShardedWork &piece : work)
    piece.weight %= 7; // many of the same weight
  const std::vector<unsigned> before = assignShards(work, 6);
  std::vector<std::size_t> order(work.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  for (int round = 0; round < 20; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    std::vector<ShardedWork> shuffled;
    for (const std::size_t i : order)
      shuffled.push_back(work[i]);
    const std::vector<unsigned> after = assignShards(shuffled, 6);
    for (std::size_t i = 0; i < order.size(); ++i)
      CHECK(after[i] == before[order[i]]);
  }
}

TEST_CASE("a shard is read as it was written, and damage is seen") {
  Shard shard;
  shard.version = "1.2";
  shard.program = "program";
  shard.index = 2;
  shard.count = 3;
  shard.workingDirectory = "/src";
  shard.commandLine = {"fporder-check", "-p", "build", std::string("a\0b", 3)};
  shard.sources = {{"a.cpp", ""}, {"b.bin", "is not a text file"}};
  shard.problems = {"problem"};
  shard.faulty = true;
  shard.units = {{"a.cpp", {"/src", {"cc", "-c", "a.cpp"}, "/src/a.cpp", "a.o", {"-x"}}, "fp16", {}}};
  shard.units.front().setting.fill(7);
  shard.results = {{0, "crash", true, "record"}};
  shard.contents["/src/a.cpp"].fill(200);
  shard.contents["/src/a.h"].fill(1);
  const std::string bytes = encodeShard(shard);
  const auto read = decodeShard(bytes);
  REQUIRE(std::holds_alternative<Shard>(read));
  const Shard &same = std::get<Shard>(read);
  CHECK(encodeShard(same) == bytes);
  CHECK(same.commandLine == shard.commandLine);
  CHECK(same.sources.back().problem == "is not a text file");
  CHECK(same.units.front().command.droppedFlags == std::vector<std::string>{"-x"});
  CHECK(same.units.front().setting == shard.units.front().setting);
  CHECK(same.results.front().leftOut);
  CHECK(same.contents == shard.contents);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string bad = bytes;
    bad[i] = static_cast<char>(bad[i] ^ 4);
    CHECK(std::holds_alternative<std::string>(decodeShard(bad)));
    CHECK(std::holds_alternative<std::string>(decodeShard(std::string_view(bytes).substr(0, i))));
  }
  shard.results.front().unit = 1;
  CHECK(std::holds_alternative<std::string>(decodeShard(encodeShard(shard))));
}
