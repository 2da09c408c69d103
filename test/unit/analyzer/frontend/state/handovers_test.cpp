#include "analyzer/frontend/state/handovers.h"

#include <doctest/doctest.h>

using fporder::frontend::bufferOf;
using fporder::frontend::Handovers;
namespace order = fporder::order;
using Kind = order::Storage::Kind;

TEST_CASE("a storage lies in the buffer that its chain begins with") {
  order::Graph graph;
  const order::StorageId buffer = graph.addStorage({Kind::Temporary, {}, 3});
  const order::StorageId element = graph.addStorage({Kind::Element, buffer});
  CHECK(bufferOf(graph, element) == buffer);
  CHECK(bufferOf(graph, buffer) == buffer);
}

TEST_CASE("a handover is listed once, and is taken back where both are of one queue and one buffer") {
  order::Graph graph;
  const order::StorageId queue = graph.addStorage({Kind::This}), other = graph.addStorage({Kind::Temporary, {}, 1});
  const order::StorageId first = graph.addStorage({Kind::Temporary, {}, 2}), second = graph.addStorage({Kind::Temporary, {}, 3});
  Handovers handed;
  Handovers::add(handed.put, {queue, first});
  Handovers::add(handed.put, {queue, first});
  Handovers::add(handed.put, {queue, second});
  CHECK(handed.put.size() == 2);
  Handovers::add(handed.taken, {other, second});
  CHECK_FALSE(handed.isTakenBack(second));
  Handovers::add(handed.taken, {queue, first});
  CHECK(handed.isTakenBack(first));
}
