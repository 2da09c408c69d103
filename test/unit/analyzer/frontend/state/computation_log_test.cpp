#include "analyzer/frontend/state/computation_log.h"

#include <doctest/doctest.h>

using fporder::frontend::ComputationLog;
using fporder::order::Computation;
using fporder::order::NodeId;

namespace {

NodeId node(std::uint32_t index) { return NodeId{index}; }

Computation at(std::uint32_t index, std::uint32_t time = 0) { return {node(index), time}; }

/// One step, of the first sum.
ComputationLog::Steps steps(std::uint32_t index) {
  ComputationLog::Steps result;
  result[index] = 0;
  return result;
}

std::string derived(const ComputationLog &log) {
  std::string text;
  for (const Computation &each : log.derive())
    text += (text.empty() ? "" : " ") + std::to_string(each.node.index) + "@" + std::to_string(each.time);
  return text;
}

} // namespace

TEST_CASE("operations are computed in the order of the log") {
  ComputationLog log;
  log.add(at(7, 1));
  log.add(at(3, 2));
  log.add(at(7, 5));
  CHECK(derived(log) == "7@1 3@2 7@5");
}

TEST_CASE("a sum stands for its steps within its loop, as of the time of the last one") {
  ComputationLog log;
  log.add(at(1, 1)); // the same operation before the loop
  const std::size_t start = log.size();
  log.add(at(1, 2));
  log.add(at(2, 3));
  log.add(at(1, 4));
  log.absorb(start, steps(1), {at(9, 6)});
  CHECK(derived(log) == "1@1 2@3 9@4");
  log.absorb(start, ComputationLog::Steps(), {at(10, 7)});
  CHECK(derived(log) == "1@1 2@3 9@4 10@7");
}

TEST_CASE("only what was computed last is dropped as such") {
  ComputationLog log;
  log.add(at(1));
  log.add(at(2));
  log.dropLast(node(1));
  CHECK(derived(log) == "1@0 2@0");
  log.dropLast(node(2));
  log.dropLast(node(1));
  CHECK(derived(log).empty());
}

TEST_CASE("the whole takes the place of the part") {
  ComputationLog log;
  log.add(at(1));
  log.add(at(2));
  log.add(at(1, 3));
  log.add(at(4));
  log.replaceLast(node(1), at(8, 9), true);
  CHECK(derived(log) == "1@0 2@0 8@3 4@0");
  log.replaceLast(node(77), at(10), false);
  CHECK(derived(log) == "1@0 2@0 8@3 4@0");
  log.replaceLast(node(77), at(11, 5), true);
  CHECK(derived(log) == "1@0 2@0 8@3 4@0 11@5");
}

TEST_CASE("a rewound log has forgotten what it found out, of earlier operations too") {
  ComputationLog log;
  log.add(at(1));
  log.add(at(2));
  const std::size_t mark = log.size();
  log.drop(0, {node(1)});
  log.add(at(3));
  log.absorb(mark, steps(3), {at(4)});
  log.replaceLast(node(2), at(5), true);
  CHECK(derived(log) == "5@0 4@0");
  log.rewind(mark);
  CHECK(derived(log) == "1@0 2@0");
  log.drop(mark, {node(1)});
  CHECK(derived(log) == "1@0 2@0");
}
