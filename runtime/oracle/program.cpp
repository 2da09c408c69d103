#include "runtime/oracle/program.h"

#include "runtime/order/integer_operators.h"
#include "runtime/order/recurrence.h"
#include "runtime/order/traversal.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace fporder::oracle {

namespace {

using format::Format;
using order::Graph;
using order::NodeId;
using order::Op;
using Loops = std::vector<std::uint32_t>;

constexpr unsigned deepestReduction = 32;

/// For every node under the root that mentions a loop, the loops its value depends on from outside, ascending.
std::unordered_map<std::uint32_t, Loops> freeLoops(const Graph &graph, NodeId root) {
  std::unordered_map<std::uint32_t, Loops> result;
  const order::LoopBounds bounds = order::loopBounds(graph, {&root, 1});
  // Where a loop begins depends on the loops around it; their own expressions come first.
  const auto ofBounds = [&](std::uint32_t loop) {
    Loops loops;
    std::vector<std::uint32_t> pending{loop};
    for (std::size_t at = 0; at < pending.size(); ++at)
      if (const auto found = bounds.find(pending[at]); found != bounds.end())
        for (const NodeId bound : found->second)
          for (const NodeId node : order::reachable(graph, bound, [&](NodeId reached) { return !graph.mentionsLoop(reached); }))
            if (graph[node].op == Op::LoopIndex && std::find(pending.begin(), pending.end(), graph[node].version) == pending.end())
              pending.push_back(graph[node].version);
    loops.assign(pending.begin() + 1, pending.end());
    return loops;
  };
  for (const NodeId node : order::reachable(graph, root, [&](NodeId reached) { return !graph.mentionsLoop(reached); })) {
    if (!graph.mentionsLoop(node))
      continue;
    Loops loops;
    const auto operands = graph.operands(node);
    for (std::size_t position = 0; position < operands.size(); ++position) {
      const auto found = result.find(operands[position].index);
      if (found == result.end())
        continue;
      const bool inside = order::isInsideLoop(graph, node, position);
      for (const std::uint32_t loop : found->second)
        if (!inside || loop != order::boundLoop(graph, node))
          loops.push_back(loop);
    }
    if (graph[node].op == Op::LoopIndex) {
      loops = ofBounds(graph[node].version);
      loops.push_back(graph[node].version);
    }
    std::sort(loops.begin(), loops.end());
    loops.erase(std::unique(loops.begin(), loops.end()), loops.end());
    result.emplace(node.index, std::move(loops));
  }
  return result;
}

std::optional<Action> plainAction(Op op) {
  switch (op) {
  case Op::Add:
    return Action::Add;
  case Op::Sub:
    return Action::Sub;
  case Op::Mul:
    return Action::Mul;
  case Op::Div:
    return Action::Div;
  case Op::Sqrt:
    return Action::Sqrt;
  case Op::Fma:
    return Action::Fma;
  case Op::Neg:
    return Action::Negate;
  case Op::Abs:
    return Action::Absolute;
  case Op::CopySign:
    return Action::CopySign;
  case Op::Min:
    return Action::Min;
  case Op::Max:
    return Action::Max;
  case Op::Select:
    return Action::Select;
  case Op::And:
    return Action::And;
  case Op::Or:
    return Action::Or;
  case Op::Not:
    return Action::Not;
  default:
    return std::nullopt;
  }
}

/// Functions that are operations here.
std::optional<Action> actionNamed(std::string_view name) {
  static const std::unordered_map<std::string_view, Action> table{
      {"fabs", Action::Absolute},       {"abs", Action::Absolute},        {"sqrt", Action::Sqrt},       {"floor", Action::Floor},
      {"ceil", Action::Ceiling},        {"trunc", Action::Truncate},      {"round", Action::RoundAway}, {"rint", Action::RoundEven},
      {"nearbyint", Action::RoundEven}, {"roundeven", Action::RoundEven},
  };
  const auto found = table.find(name);
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

class Compiler {
public:
  Compiler(const Graph &source, NodeId root) : graph(source), loops(freeLoops(source, root)) { program.bodies.emplace_back(); }

  Program run(NodeId root);

private:
  struct Pending {
    NodeId node;
    std::uint32_t body;
  };

  bool dependsOnBody(NodeId node, std::uint32_t body) const;
  std::uint32_t bodyOf(NodeId node, std::uint32_t within) const;
  std::uint64_t key(NodeId node, std::uint32_t body) const { return std::uint64_t{body} << 32 | graph.value(node).index; }
  std::uint32_t at(NodeId node, std::uint32_t within) const { return registers.at(key(node, bodyOf(node, within))); }
  bool isBoundIndex(NodeId node, std::uint32_t body) const {
    return body != 0 && graph[node].op == Op::LoopIndex && graph[node].version == program.bodies[body].shape.loop;
  }
  unsigned depth(std::uint32_t body) const;
  bool needs(NodeId node, std::uint32_t within);
  bool operandsReady(const Pending &at);
  bool reductionReady(const Pending &at);
  bool recurrenceReady(const Pending &at);
  bool operandReady(NodeId operand, std::uint32_t within) { return !operand || !needs(operand, within); }
  void emit(const Pending &at);
  std::uint32_t emitLeaf(NodeId node, std::uint32_t body);
  std::uint32_t emitComparison(NodeId node, std::uint32_t body);
  std::uint32_t emitCast(NodeId node, std::uint32_t body);
  std::uint32_t emitCall(NodeId node, std::uint32_t body);
  std::uint32_t emitReduce(NodeId node, std::uint32_t body);
  std::uint32_t emitRecurrence(NodeId node, std::uint32_t body);
  std::uint32_t emitConstant(const order::Number &number, std::uint32_t body);
  std::uint32_t append(std::uint32_t body, Instruction instruction);
  std::uint32_t fail(std::string why);

  const Graph &graph;
  std::unordered_map<std::uint32_t, Loops> loops;
  std::unordered_map<std::uint64_t, std::uint32_t> registers;
  std::unordered_map<std::uint64_t, std::uint32_t> reductionBodies;
  std::vector<Pending> pending;
  Program program;
};

bool Compiler::dependsOnBody(NodeId node, std::uint32_t body) const {
  const auto found = loops.find(node.index);
  return body != 0 && found != loops.end() && std::binary_search(found->second.begin(), found->second.end(), program.bodies[body].shape.loop);
}

/// The outermost body that `node`, used within `within`, can be computed in.
std::uint32_t Compiler::bodyOf(NodeId node, std::uint32_t within) const {
  if (!graph.mentionsLoop(node))
    return 0;
  while (within != 0 && !dependsOnBody(node, within))
    within = program.bodies[within].parent;
  return within;
}

std::uint32_t Compiler::append(std::uint32_t body, Instruction instruction) {
  instruction.target = program.registers++;
  program.bodies[body].code.push_back(instruction);
  return instruction.target;
}

std::uint32_t Compiler::fail(std::string why) {
  if (program.unsupported.empty())
    program.unsupported = std::move(why);
  return 0;
}

unsigned Compiler::depth(std::uint32_t body) const {
  unsigned result = 0;
  for (; body != 0; body = program.bodies[body].parent)
    ++result;
  return result;
}

bool Compiler::needs(NodeId node, std::uint32_t within) {
  const std::uint32_t body = bodyOf(node, within);
  if (registers.contains(key(node, body)))
    return false;
  pending.push_back({node, body});
  return true;
}

bool Compiler::operandsReady(const Pending &at) {
  const auto operands = graph.operands(at.node);
  const Op op = graph[at.node].op;
  if (isBoundIndex(at.node, at.body)) {
    const order::ReduceOperands loop = order::reduceOperands(graph, program.bodies[at.body].reduce);
    const bool first = operandReady(loop.first, at.body);
    return operandReady(loop.step, at.body) && first;
  }
  if (order::isLeaf(op))
    return true;
  if (op == Op::Reduce)
    return reductionReady(at);
  if (op == Op::Recurrence)
    return recurrenceReady(at);
  bool ready = true;
  for (const NodeId operand : operands)
    ready = !needs(operand, at.body) && ready;
  return ready;
}

bool Compiler::reductionReady(const Pending &at) {
  const order::ReduceOperands operands = order::reduceOperands(graph, at.node);
  for (const NodeId bound : {operands.trips, operands.first, operands.step})
    if (bound && order::dependsOnLoop(graph, bound, graph.reduction(at.node).loop))
      fail("a reduction whose bounds depend on its own index");
  const auto [entry, added] = reductionBodies.try_emplace(key(at.node, at.body), static_cast<std::uint32_t>(program.bodies.size()));
  if (added && depth(at.body) >= deepestReduction)
    fail("reductions nested deeper than " + std::to_string(deepestReduction));
  if (added)
    program.bodies.push_back({.parent = at.body, .reduce = at.node, .shape = graph.reduction(at.node), .code = {}});
  const std::uint32_t body = entry->second;
  bool ready = operandReady(operands.initial, at.body);
  if (operands.trips && graph.mentionsLoop(operands.trips))
    ready = operandReady(operands.trips, at.body) && ready;
  for (const NodeId term : order::termsOf(graph, at.node))
    ready = !needs(term, body) && ready;
  return ready;
}

bool Compiler::recurrenceReady(const Pending &at) {
  const order::Recurrence loop = order::recurrenceOf(graph, at.node);
  const auto [entry, added] = reductionBodies.try_emplace(key(at.node, at.body), static_cast<std::uint32_t>(program.bodies.size()));
  const std::uint32_t body = entry->second;
  if (added && depth(at.body) >= deepestReduction)
    fail("loops nested deeper than " + std::to_string(deepestReduction));
  if (added) {
    program.bodies.push_back({.parent = at.body, .reduce = at.node, .shape = {.loop = *order::boundLoop(graph, at.node)}, .code = {}});
    program.rational = false; // numbers that grow from one iteration to the next
    for (const order::RecurrenceValue &value : loop.values)
      registers.emplace(key(value.value, body), program.registers++);
  }
  bool ready = true;
  for (const order::RecurrenceValue &value : loop.values) {
    ready = !needs(value.initial, at.body) && ready;
    ready = !needs(value.next, body) && ready;
  }
  if (graph.mentionsLoop(loop.trips))
    ready = !needs(loop.trips, at.body) && ready;
  return !needs(loop.stays, body) && ready;
}

Program Compiler::run(NodeId root) {
  needs(root, 0);
  while (!pending.empty() && program.unsupported.empty()) {
    const Pending next = pending.back();
    if (registers.contains(key(next.node, next.body))) {
      pending.pop_back();
      continue;
    }
    if (!operandsReady(next) || !program.unsupported.empty())
      continue;
    emit(next);
    pending.pop_back();
  }
  if (program.unsupported.empty())
    program.result = registers.at(key(root, 0));
  return std::move(program);
}

void Compiler::emit(const Pending &at) {
  const auto [node, body] = at;
  const Op op = graph[node].op;
  std::uint32_t target = 0;
  if (graph[node].type.shape == order::Shape::Complex)
    target = fail("complex arithmetic");
  else if (op == Op::Constant)
    target = emitConstant(graph.number(node), body);
  else if (order::isLeaf(op))
    target = emitLeaf(node, body);
  else if (op == Op::Compare)
    target = emitComparison(node, body);
  else if (op == Op::Cast)
    target = emitCast(node, body);
  else if (op == Op::Call)
    target = emitCall(node, body);
  else if (op == Op::Reduce)
    target = emitReduce(node, body);
  else if (op == Op::Recurrence)
    target = emitRecurrence(node, body);
  else if (const auto action = plainAction(op)) {
    Instruction instruction{*action, 0};
    std::uint32_t *const places[]{&instruction.a, &instruction.b, &instruction.c};
    for (unsigned position = 0; position < std::size(places) && position < graph[node].operandCount; ++position)
      *places[position] = this->at(graph.operand(node, position), body);
    program.rational = program.rational && op != Op::Sqrt;
    target = append(body, instruction);
    if (op == Op::Div && graph[node].type.format == Format::Integer)
      target = append(body, {Action::Truncate, 0, target});
  } else
    target = fail("operation " + std::string(name(op)));
  registers.emplace(key(node, body), target);
}

std::uint32_t Compiler::emitConstant(const order::Number &number, std::uint32_t body) {
  program.constants.push_back(number);
  return append(body, {Action::Constant, 0, 0, 0, 0, static_cast<std::uint32_t>(program.constants.size() - 1)});
}

std::uint32_t Compiler::emitLeaf(NodeId node, std::uint32_t body) {
  if (isBoundIndex(node, body)) {
    const order::ReduceOperands loop = order::reduceOperands(graph, program.bodies[body].reduce);
    std::uint32_t index = append(body, {Action::Index, 0, 0, 0, 0, body});
    if (loop.step)
      index = append(body, {Action::Mul, 0, index, at(loop.step, body)});
    return loop.first ? append(body, {Action::Add, 0, index, at(loop.first, body)}) : index;
  }
  LeafUse use{node, {}};
  Loops open;
  if (const auto found = loops.find(node.index); found != loops.end())
    open = found->second;
  for (std::uint32_t outer = body; outer != 0; outer = program.bodies[outer].parent)
    if (const auto bound = std::find(open.begin(), open.end(), program.bodies[outer].shape.loop); bound != open.end()) {
      use.bodies.push_back(outer);
      open.erase(bound);
    }
  std::reverse(use.bodies.begin(), use.bodies.end());
  program.leaves.push_back(std::move(use));
  return append(body, {Action::Leaf, 0, 0, 0, 0, static_cast<std::uint32_t>(program.leaves.size() - 1)});
}

std::uint32_t Compiler::emitComparison(NodeId node, std::uint32_t body) {
  const std::string_view symbol = graph.symbol(node);
  const std::uint32_t a = at(graph.operand(node, 0), body), b = at(graph.operand(node, 1), body);
  if (symbol == "<")
    return append(body, {Action::Less, 0, a, b});
  if (symbol == "<=")
    return append(body, {Action::LessEqual, 0, a, b});
  if (symbol == ">")
    return append(body, {Action::Less, 0, b, a});
  if (symbol == ">=")
    return append(body, {Action::LessEqual, 0, b, a});
  const std::uint32_t equal = append(body, {Action::Equal, 0, a, b});
  return symbol == "==" ? equal : append(body, {Action::Not, 0, equal});
}

std::uint32_t Compiler::emitCast(NodeId node, std::uint32_t body) {
  const NodeId operand = graph.operand(node, 0);
  const Format to = graph[node].type.format, from = graph[operand].type.format;
  const std::uint32_t source = at(operand, body);
  if (to == Format::Boolean)
    return from == Format::Boolean ? source : append(body, {Action::Truth, 0, source});
  if (to != Format::Integer || from == Format::Integer || from == Format::Boolean)
    return source;
  switch (graph[node].rounding) {
  case order::Rounding::Up:
    return append(body, {Action::Ceiling, 0, source});
  case order::Rounding::Down:
    return append(body, {Action::Floor, 0, source});
  case order::Rounding::NearestAway:
    return append(body, {Action::RoundAway, 0, source});
  default: // C converts toward zero; the default rounding of a Cast node says nothing about integers
    return append(body, {Action::Truncate, 0, source});
  }
}

std::uint32_t Compiler::emitCall(NodeId node, std::uint32_t body) {
  const std::string_view function = graph.symbol(node);
  const unsigned count = graph[node].operandCount;
  const auto argument = [&](unsigned position) { return at(graph.operand(node, position), body); };
  if (const auto action = actionNamed(function); action && count == 1) {
    program.rational = program.rational && *action != Action::Sqrt;
    return append(body, {*action, 0, argument(0)});
  }
  if (function == "rcp" && count == 1)
    return append(body, {Action::Div, 0, emitConstant(order::Number::fromInteger(1), body), argument(0)});
  if (function == "fdim" && count == 2)
    return append(body, {Action::Max, 0, append(body, {Action::Sub, 0, argument(0), argument(1)}), emitConstant(order::Number(), body)});
  mpfr_t scratch;
  mpfr_init2(scratch, 64);
  const bool known = count == 0   ? elementary::namedConstant(function, scratch)
                     : count == 1 ? elementary::unaryNamed(function) != nullptr
                                  : count == 2 && elementary::binaryNamed(function) != nullptr;
  const bool ofIntegers = order::isIntegerOperator(function, count);
  mpfr_clear(scratch);
  if (!known && !ofIntegers)
    return fail("function " + std::string(function));
  program.rational = false;
  program.functions.push_back({function, count});
  return append(body, {Action::Function, 0, count > 0 ? argument(0) : 0, count > 1 ? argument(1) : 0, 0,
                       static_cast<std::uint32_t>(program.functions.size() - 1)});
}

std::uint32_t Compiler::emitReduce(NodeId node, std::uint32_t body) {
  const std::uint32_t inner = reductionBodies.at(key(node, body));
  const auto [initial, term, trips, first, step] = order::reduceOperands(graph, node);
  Body &made = program.bodies[inner];
  for (const NodeId each : order::termsOf(graph, node))
    made.terms.push_back(at(each, inner));
  made.skipsInitial =
      graph[initial].op == Op::Constant && !graph.number(initial).isFinite() && graph.number(initial) == order::identity(made.shape.kind);
  if (trips && graph.mentionsLoop(trips))
    made.trips = at(trips, body);
  return append(body, {Action::Reduce, 0, at(initial, body), 0, 0, inner});
}

std::uint32_t Compiler::emitRecurrence(NodeId node, std::uint32_t body) {
  const std::uint32_t inner = reductionBodies.at(key(node, body));
  const order::Recurrence loop = order::recurrenceOf(graph, node);
  Body &made = program.bodies[inner];
  for (const order::RecurrenceValue &value : loop.values)
    made.carried.push_back({at(value.initial, body), registers.at(key(value.value, inner)), at(value.next, inner)});
  made.stays = at(loop.stays, inner);
  if (graph.mentionsLoop(loop.trips))
    made.trips = at(loop.trips, body);
  return append(body, {Action::Recur, 0, 0, 0, 0, inner});
}

} // namespace

Program compile(const Graph &graph, NodeId root) { return Compiler(graph, root).run(root); }

} // namespace fporder::oracle
