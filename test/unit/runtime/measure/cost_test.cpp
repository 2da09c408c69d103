#include "runtime/measure/cost.h"
#include "runtime/measure/machine_text.h"
#include "runtime/order/infix.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::measure;
using order::Graph;
using order::NodeId;
using order::Op;
using order::Schedule;

namespace {

struct Fixture {
  Graph graph;

  NodeId parse(std::string_view text, format::Format format = format::Format::Binary32) {
    const auto parsed = order::parseInfix(text, graph, {format, order::Shape::Scalar});
    REQUIRE(std::holds_alternative<NodeId>(parsed));
    return std::get<NodeId>(parsed);
  }

  NodeId withSchedule(NodeId reduce, Schedule schedule, std::uint32_t width) {
    order::Reduction reduction = graph.reduction(reduce);
    reduction.schedule = schedule;
    reduction.width = width;
    return graph.intern({.op = Op::Reduce, .type = graph[reduce].type, .operands = graph.operands(reduce), .reduction = &reduction});
  }
};

constexpr const char *sample = "machine toy\ntitle a toy\nsource invented\n"
                               "values binary32 4\nbinary32 add 3 0.5\nbinary32 mul 5 1\nbinary32 div 10 4\nvalues any 1\nany cast 2 2\n";

} // namespace

TEST_CASE_FIXTURE(Fixture, "operations are counted once a value") {
  const OperationCounts counts = countOperations(graph, parse("(a * b + c) / (a * b - c) + sqrt(x) * fma(a, b, x) + exp(x)"));
  CHECK(counts[CostKind::Mul] == 2); // a * b is one
  CHECK(counts[CostKind::Add] == 4);
  CHECK(counts[CostKind::Div] == 1);
  CHECK(counts[CostKind::Sqrt] == 1);
  CHECK(counts[CostKind::Fma] == 1);
  CHECK(counts[CostKind::Call] == 1);
  CHECK(counts.total() == 10);
  CHECK(counts.depth == 5); // product, sum, quotient, two sums
}

TEST_CASE_FIXTURE(Fixture, "what costs nothing, and what is not what it looks like") {
  CHECK(countOperations(graph, parse("x")).total() == 0);
  CHECK(countOperations(graph, parse("-abs(x)")).total() == 0);
  CHECK(countOperations(graph, parse("x + 1.5 * 2.5"))[CostKind::Mul] == 0);
  CHECK(countOperations(graph, parse("x / 8"))[CostKind::Mul] == 1);
  CHECK(countOperations(graph, parse("x / 8"))[CostKind::Div] == 0);
  CHECK(countOperations(graph, parse("x / 3"))[CostKind::Div] == 1);
  CHECK(countOperations(graph, parse("cast<binary16>(x)"))[CostKind::Cast] == 1);
  CHECK(countOperations(graph, parse("max(x, y)"))[CostKind::Select] == 1);
}

TEST_CASE_FIXTURE(Fixture, "inside a loop what depends on it is counted once a term, the rest once") {
  const OperationCounts counts = countOperations(graph, parse("sum(i, (a * b) * x[i] / y[i])"), {.tripCount = 100});
  CHECK(counts[CostKind::Mul] == 101);
  CHECK(counts[CostKind::Div] == 100);
  CHECK(counts[CostKind::Add] == 100);
  CHECK(counts.depth == 103);
  CHECK(countOperations(graph, parse("sum(i, x[i] * x[i], 0, 7)"))[CostKind::Mul] == 7);
  const OperationCounts nested = countOperations(graph, parse("sum(i, sum(j, x[i] * y[j] + z[j], 0, 5), 0, 3)"));
  CHECK(nested[CostKind::Mul] == 15);
  CHECK(nested[CostKind::Add] == 3 + 3 * 5 + 15);
}

TEST_CASE_FIXTURE(Fixture, "a schedule decides how many combinations wait for each other") {
  const NodeId sum = parse("sum(i, x[i], 0, 1000)");
  const auto depth = [&](Schedule schedule, std::uint32_t width) { return countOperations(graph, withSchedule(sum, schedule, width)).depth; };
  CHECK(depth(Schedule::Sequential, 0) == 1000);
  CHECK(depth(Schedule::Reverse, 0) == 1000);
  CHECK(depth(Schedule::Pairwise, 0) == 10);
  CHECK(depth(Schedule::Lanes, 8) == 125 + 3);
  CHECK(depth(Schedule::Tree, 32) == 32 + 5);
  CHECK(depth(Schedule::Compensated, 0) == 4000);
  CHECK(countOperations(graph, withSchedule(sum, Schedule::Compensated, 0))[CostKind::Add] == 4000);
}

TEST_CASE_FIXTURE(Fixture, "a chain has all its additions on one path, a fused step is one operation") {
  const OperationCounts two = countOperations(graph, parse("sum(i, x[i]; y[i], 0, 100)"));
  CHECK(two[CostKind::Add] == 200);
  CHECK(two.depth == 200);
  const OperationCounts nest = countOperations(graph, parse("sum(i, sum<continues>(j, x[i] * y[j], 0, 5); z[i], 0, 3)"));
  CHECK(nest[CostKind::Add] == 3 * (5 + 1));
  CHECK(nest[CostKind::Mul] == 15);
  CHECK(nest.depth == 1 + 18);
  CHECK(countOperations(graph, parse("sum(i, sum<continues>(j, x[j], 0, 5), 0, 3)"))[CostKind::Add] == 15); // whatever the terms depend on
  const OperationCounts fused = countOperations(graph, parse("sum<fused>(i, x[i] * y[i], 0, 100)"));
  CHECK(fused[CostKind::Fma] == 100);
  CHECK(fused[CostKind::Mul] == 0);
  CHECK(fused[CostKind::Add] == 0);
  CHECK(countOperations(graph, parse("sum<kahan>(i, x[i], 0, 100)"))[CostKind::Add] == 400);
  const OperationCounts compensated = countOperations(graph, parse("sum<compensated fused>(i, x[i] * y[i], 0, 100)")); // multiplied out
  CHECK(compensated[CostKind::Add] == 400);
  CHECK(compensated[CostKind::Mul] == 100);
  CHECK(compensated[CostKind::Fma] == 0);
  CHECK(countOperations(graph, parse("sum<pairwise>(i, sum<continues>(j, x[i] * y[j], 0, 8), 0, 8)")).depth == 1 + 6);
}

TEST_CASE_FIXTURE(Fixture, "time on a machine: the longest path, and the sum of what is issued") {
  const Result<Machine> toy = parseMachine(sample, "toy.txt");
  REQUIRE(toy.ok());
  const MachineCost cost = costOn(*toy, graph, parse("(a * b) / c + (a * b)"));
  CHECK(cost.latency == 5 + 10 + 3);
  CHECK(cost.throughput == doctest::Approx((1 + 4 + 0.5) / 4));
  CHECK(cost.unpriced.empty());
  const MachineCost partly = costOn(*toy, graph, parse("exp(a) + sqrt(b) + cast<binary16>(c)"));
  CHECK(partly.unpriced == std::vector<std::string>{"call exp", "sqrt in binary32"});
  CHECK(partly.latency == 3 + 3); // two sums; what is not priced takes no time
}

TEST_CASE_FIXTURE(Fixture, "a reciprocal pays where it is shared") {
  const Machine *machine = findMachine("skylake-avx2");
  REQUIRE(machine != nullptr);
  const double quotients = costOn(*machine, graph, parse("a / d + b / d + c / d")).throughput;
  const double reciprocal = costOn(*machine, graph, parse("a * (1 / d) + b * (1 / d) + c * (1 / d)")).throughput;
  CHECK(reciprocal < quotients);
}

TEST_CASE("every machine that is built in can be read, and says where its figures come from") {
  CHECK(machines().size() == machineTexts().size());
  for (const auto &[file, text] : machineTexts()) {
    const Result<Machine> machine = parseMachine(text, file);
    CAPTURE(std::string(file));
    REQUIRE(machine.ok());
    CHECK(std::string(file) == machine->name + ".txt");
    CHECK(machine->source.size() > 10);
    for (const CostKind kind : {CostKind::Add, CostKind::Mul, CostKind::Div, CostKind::Sqrt, CostKind::Fma})
      CHECK(machine->cost(format::Format::Binary32, kind));
    const double add = machine->cost(format::Format::Binary32, CostKind::Add)->latency;
    CHECK(machine->cost(format::Format::Binary32, CostKind::Div)->latency > add);
  }
  CHECK(findMachine("generic") != nullptr);
  CHECK(findMachine("none such") == nullptr);
}

TEST_CASE("mistakes in a machine file are named with their line") {
  const auto message = [](std::string_view text) {
    const Result<Machine> machine = parseMachine(text, "m.txt");
    return machine.ok() ? std::string() : machine.error().message;
  };
  CHECK(message("machine a\ntitle b\n") == "m.txt: a machine needs a name, a title and a source");
  CHECK(message("machine a\nbinary32 add 1 1\n") == "m.txt:2: no 'values' line for binary32 above");
  CHECK(message("values binary33 1\n") == "m.txt:1: expected 'values FORMAT COUNT'");
  CHECK(message("values binary32 1\nbinary32 sub 1 1\n") == "m.txt:2: unknown operation 'sub'");
  CHECK(message("values binary32 1\nbinary32 add -1 1\n") == "m.txt:2: latency and throughput must be positive numbers");
  CHECK(message("values binary32 1\nbinary32 add 1 1\nbinary32 add 1 1\n") == "m.txt:3: stated twice");
  CHECK(message("machine a\nmachine b\n") == "m.txt:2: 'machine' needs a text, once");
  CHECK(message("# a comment\n\nfoo\n") == "m.txt:3: expected 'FORMAT OPERATION LATENCY THROUGHPUT'");
}
