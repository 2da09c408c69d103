#include "runtime/eval/compiler.h"
#include "runtime/eval/constant_value.h"
#include "runtime/order/integer_operators.h"
#include "runtime/order/recurrence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fporder::eval {

using format::Format;
using order::NodeId;
using order::Op;

void Compiler::emitInvalid(NodeId node, std::string why) {
  program.notEvaluated.push_back({node, std::move(why)});
  const Instruction instruction = begin(node, Code::Invalid, formatOf(node), Road::Exact);
  place(node, instruction, finish(instruction, {}));
}

void Compiler::emit(NodeId node) {
  static constexpr std::array<std::pair<Op, Code>, 3> rounding{{{Op::Add, Code::Add}, {Op::Sub, Code::Sub}, {Op::Mul, Code::Mul}}};
  static constexpr std::array<std::pair<Op, Code>, 5> exact{
      {{Op::Neg, Code::Neg}, {Op::Abs, Code::Abs}, {Op::CopySign, Code::CopySign}, {Op::Min, Code::Min}, {Op::Max, Code::Max}}};
  static constexpr std::array<std::pair<Op, Code>, 4> logic{
      {{Op::And, Code::And}, {Op::Or, Code::Or}, {Op::Not, Code::Not}, {Op::Select, Code::Select}}};
  if (auto why = refusal(node); !why.empty())
    return emitInvalid(node, std::move(why));
  const Op op = graph[node].op;
  if (order::isLeaf(op))
    return emitLeaf(node);
  if (const auto fusion = fusionOf(graph, node, options.contraction))
    return emitFused(node, *fusion);
  for (const auto &[operation, code] : rounding)
    if (operation == op)
      return emitArithmetic(node, code);
  for (const auto &[operation, code] : exact)
    if (operation == op)
      return emitExact(node, code);
  for (const auto &[operation, code] : logic)
    if (operation == op)
      return emitLogic(node, code);
  switch (op) {
  case Op::Div:
    return emitDivision(node);
  case Op::Sqrt:
    return emitSquareRoot(node);
  case Op::Fma:
    return emitFused(node, {graph.operand(node, 0), graph.operand(node, 1), graph.operand(node, 2)});
  case Op::Cast:
    return emitConversion(node);
  case Op::Call:
    return emitCall(node);
  case Op::Compare:
    return emitCompare(node);
  case Op::Recurrence:
    return emitRecurrence(node);
  default:
    return emitReduce(node);
  }
}

/// What integers are looked at by: `check`, of operands only where their type is known.
void Compiler::limit(Instruction &instruction, NodeId node, Check check) const {
  const auto limits = order::integerLimits(graph, node);
  if (limits)
    instruction.limits = *limits;
  instruction.check = check == Check::Operands && !limits ? Check::None : check;
}

void Compiler::emitLeaf(NodeId node) {
  const Op op = graph[node].op;
  Instruction instruction = begin(node, Code::Leaf, formatOf(node), Road::Exact);
  if (op == Op::Constant) {
    instruction.code = Code::Constant;
    // Compilers round literals to nearest whatever the mode.
    instruction.constant =
        constantValue(graph.number(node), instruction.format, {format::RoundingMode::NearestEven, options.rounding.flushSubnormals});
    if (instruction.format == Format::Integer && std::fabs(instruction.constant) > 0x1p53) {
      instruction.constant = std::numeric_limits<double>::quiet_NaN(); // binary64 holds it by chance
      instruction.check = Check::Result;
    }
  } else if (isBoundIndex(node)) {
    return place(node, instruction, emitLoopIndex(node));
  } else if (isBoundValue(node)) {
    return emitCarried(node);
  } else {
    FrameLeaf leaf;
    leaf.node = node;
    for (std::size_t depth = 1; depth < chain.size(); ++depth) {
      const std::uint32_t loop = program.frames[chain[depth]].loop;
      const bool shadowed = std::any_of(chain.begin() + static_cast<std::ptrdiff_t>(depth) + 1, chain.end(),
                                        [&](std::uint32_t f) { return program.frames[f].loop == loop; });
      const auto &loops = freeLoops(node);
      if (!shadowed && std::binary_search(loops.begin(), loops.end(), loop)) {
        leaf.loops.push_back(loop);
        leaf.frames.push_back(chain[depth]);
      }
    }
    instruction.payload = static_cast<std::uint32_t>(frame().leaves.size());
    frame().leaves.push_back(std::move(leaf));
  }
  place(node, instruction, finish(instruction, {}));
}

/// A value that the loop of this frame carries.
void Compiler::emitCarried(NodeId node) {
  const order::Recurrence loop = order::recurrenceOf(graph, frame().reduce);
  const auto found = std::ranges::find_if(loop.values, [&](const order::RecurrenceValue &value) { return graph.sameValue(value.value, node); });
  if (found == loop.values.end())
    return emitInvalid(node, "'" + std::string(graph.symbol(node)) + "' carries a value from one iteration to the next");
  Instruction instruction = begin(node, Code::Carried, formatOf(node), Road::Exact);
  instruction.payload = static_cast<std::uint32_t>(found - loop.values.begin());
  place(node, instruction, finish(instruction, {}));
}

/// The induction variable: its first value and so many steps.
std::uint32_t Compiler::emitLoopIndex(NodeId node) {
  std::uint32_t value = finish(begin(node, Code::LoopIndex, Format::Integer, Road::Exact), {});
  const order::ReduceOperands loop = order::reduceOperands(graph, frame().reduce);
  if (loop.step)
    value = finish(begin(node, Code::Mul, Format::Integer, Road::Exact), {value, in(loop.step, false)});
  if (loop.first)
    value = finish(begin(node, Code::Add, Format::Integer, Road::Exact), {value, in(loop.first, false)});
  return value;
}

void Compiler::emitArithmetic(NodeId node, Code code) {
  const NodeId a = graph.operand(node, 0), b = graph.operand(node, 1);
  const std::array operands{formatOf(a), formatOf(b)};
  Instruction instruction = begin(node, code, formatOf(node), roadFor(formatOf(node), operands, code));
  if (instruction.format == Format::Integer)
    limit(instruction, node, Check::Result);
  place(node, instruction, finish(instruction, {in(a, instruction.singleSources), in(b, instruction.singleSources)}));
}

void Compiler::emitFused(NodeId node, const Fusion &fusion) {
  const std::array operands{formatOf(fusion.left), formatOf(fusion.right), formatOf(fusion.addend)};
  const Instruction instruction = begin(node, Code::Fma, formatOf(node), roadFor(formatOf(node), operands, Code::Fma));
  const bool single = instruction.singleSources;
  std::uint32_t left = in(fusion.left, single), addend = in(fusion.addend, single);
  const std::uint32_t right = in(fusion.right, single);
  if (fusion.negateProduct)
    left = negated(left, single, fusion.left);
  if (fusion.negateAddend)
    addend = negated(addend, single, fusion.addend);
  place(node, instruction, finish(instruction, {left, right, addend}));
}

void Compiler::emitDivision(NodeId node) {
  const NodeId a = graph.operand(node, 0), b = graph.operand(node, 1);
  const Format format = formatOf(node);
  const std::array operands{formatOf(a), formatOf(b)};
  Instruction instruction = begin(node, Code::Div, format, roadFor(format, operands, Code::Div));
  if (format == Format::Integer)
    limit(instruction, node, Check::Both);
  if (!format::isFloatingPoint(format) || options.division == DivisionModel::CorrectlyRounded)
    return place(node, instruction, finish(instruction, {in(a, instruction.singleSources), in(b, instruction.singleSources)}));
  if (options.division == DivisionModel::OneUlp) {
    instruction.code = Code::FaithfulDiv;
    instruction.road = Road::Scalar;
    instruction.singleSources = false;
    return place(node, instruction, finish(instruction, {in(a, false), in(b, false)}));
  }
  const bool single = instruction.singleSources;
  Instruction unit = begin(node, Code::Constant, format, Road::Exact);
  unit.single = single;
  unit.constant = 1;
  const std::uint32_t one = finish(unit, {});
  std::uint32_t reciprocal = finish(instruction, {one, in(b, single)});
  if (instruction.single && !single) { // the scalar road reads binary64 lanes
    Instruction widen = begin(node, Code::Widen, format, Road::Exact);
    widen.single = false;
    widen.singleSources = true;
    reciprocal = finish(widen, {reciprocal});
  }
  instruction.code = Code::Mul;
  place(node, instruction, finish(instruction, {in(a, single), reciprocal}));
}

void Compiler::emitSquareRoot(NodeId node) {
  const NodeId a = graph.operand(node, 0);
  const Format format = formatOf(node);
  const std::array operands{formatOf(a)};
  Instruction instruction = begin(node, Code::Sqrt, format, roadFor(format, operands, Code::Sqrt));
  if (options.squareRoot != SquareRootModel::CorrectlyRounded && format::isFloatingPoint(format)) {
    instruction.code = options.squareRoot == SquareRootModel::OneUlp ? Code::FaithfulSqrt : Code::ReciprocalSqrt;
    instruction.road = Road::Scalar;
    instruction.singleSources = false;
  }
  place(node, instruction, finish(instruction, {in(a, instruction.singleSources)}));
}

/// Negation and the like: in the lanes of the result, to which the operands widen; a mixed one goes by binary64 lanes.
void Compiler::emitExact(NodeId node, Code code) {
  const auto operands = graph.operands(node);
  const Format format = formatOf(node);
  Instruction instruction = begin(node, code, format, Road::Exact);
  bool fits = true;
  for (const NodeId operand : operands)
    fits &= format::widensExactly(formatOf(operand), format);
  if (!fits && format::isFloatingPoint(format))
    instruction.road = Road::Scalar;
  instruction.singleSources = instruction.single && instruction.road == Road::Exact;
  const bool single = instruction.singleSources;
  if (format == Format::Integer)
    limit(instruction, node, code == Code::Neg ? Check::Result : Check::Both);
  else if (code == Code::Min || code == Code::Max)
    instruction.check = Check::Ties;
  if (operands.size() == 1)
    return place(node, instruction, finish(instruction, {in(operands[0], single)}));
  place(node, instruction, finish(instruction, {in(operands[0], single), in(operands[1], single)}));
}

void Compiler::emitConversion(NodeId node) {
  const NodeId a = graph.operand(node, 0);
  const Format from = formatOf(a), to = formatOf(node);
  Instruction instruction = begin(node, Code::Convert, to, Road::Exact);
  if (graph[node].rounding != order::Rounding::NearestEven)
    instruction.conversion.mode = graph[node].rounding;
  if (to == Format::Integer || from == Format::Integer)
    limit(instruction, node, to == Format::Integer ? Check::Result : Check::Operands);
  if (to == Format::Integer)
    instruction.code = Code::ToInteger;
  else if (to == Format::Boolean)
    instruction.code = Code::ToBoolean;
  else if (!format::widensExactly(from, to)) {
    const bool plain = instruction.conversion.mode == format::RoundingMode::NearestEven && !instruction.conversion.saturate;
    instruction.road = !plain ? Road::Scalar : to == Format::Binary32 ? Road::Single : to == Format::Binary64 ? Road::Double : Road::Small;
    instruction.rounds = true;
  }
  instruction.conversion.mode = to == Format::Integer ? graph[node].rounding : instruction.conversion.mode;
  instruction.singleSources = instruction.single && instruction.road == Road::Exact && from == Format::Binary32;
  place(node, instruction, finish(instruction, {in(a, instruction.singleSources)}));
}

void Compiler::emitCall(NodeId node) {
  const auto operands = graph.operands(node);
  const Format format = formatOf(node);
  Instruction instruction = begin(node, Code::Call, format, format::isFloatingPoint(format) ? Road::Scalar : Road::Exact);
  instruction.singleSources = false;
  instruction.function = functionNamed(graph.symbol(node), operands.size());
  if (format == Format::Integer)
    limit(instruction, node,
          order::isIntegerOperator(graph.symbol(node), static_cast<unsigned>(operands.size())) && !order::isModular(Op::Call, graph.symbol(node))
              ? Check::Both
              : Check::Result);
  std::uint32_t sources[3] = {};
  for (std::size_t position = 0; position < operands.size(); ++position)
    sources[position] = in(operands[position], false);
  const std::uint32_t target = finish(instruction, {sources[0], sources[1], sources[2]});
  frame().body.back().sourceCount = static_cast<std::uint8_t>(operands.size());
  place(node, instruction, target);
}

void Compiler::emitCompare(NodeId node) {
  static constexpr std::array<std::string_view, 6> symbols{"<", "<=", ">", ">=", "==", "!="};
  const NodeId a = graph.operand(node, 0), b = graph.operand(node, 1);
  Instruction instruction = begin(node, Code::Compare, Format::Boolean, Road::Exact);
  const auto found = std::find(symbols.begin(), symbols.end(), graph.symbol(node));
  instruction.relation = static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(found - symbols.begin(), 5));
  instruction.singleSources = formatOf(a) == Format::Binary32 && formatOf(b) == Format::Binary32;
  if (formatOf(a) == Format::Integer || formatOf(b) == Format::Integer)
    limit(instruction, node, Check::Operands);
  place(node, instruction, finish(instruction, {in(a, instruction.singleSources), in(b, instruction.singleSources)}));
}

void Compiler::emitLogic(NodeId node, Code code) {
  const auto operands = graph.operands(node);
  Instruction instruction = begin(node, code, code == Code::Select ? formatOf(node) : Format::Boolean, Road::Exact);
  if (code == Code::Select) {
    instruction.singleSources = instruction.single;
    if (instruction.format == Format::Integer && order::integerLimits(graph, node))
      limit(instruction, node, Check::Result);
    return place(node, instruction,
                 finish(instruction, {in(operands[0], false), in(operands[1], instruction.single), in(operands[2], instruction.single)}));
  }
  if (code == Code::Not)
    return place(node, instruction, finish(instruction, {in(operands[0], false)}));
  place(node, instruction, finish(instruction, {in(operands[0], false), in(operands[1], false)}));
}

void Compiler::emitReduce(NodeId node) { emitNested(node, scope().nested.at(node.index)); }

/// Where frame `inner`, inside the present one, takes what is computed outside of it from.
void Compiler::connect(NodeId node, std::uint32_t inner) {
  std::vector<std::pair<NodeId, bool>> wanted;
  for (const Import &import : program.frames[inner].imports)
    wanted.emplace_back(NodeId{import.outer}, import.single);
  for (std::size_t index = 0; index < wanted.size(); ++index) {
    const std::uint32_t from = in(wanted[index].first, wanted[index].second);
    program.frames[inner].imports[index].outer = from;
  }
  if (const NodeId trips = order::reduceOperands(graph, node).trips; trips && graph.mentionsLoop(trips))
    program.frames[inner].tripRegister = in(trips, false);
}

/// The instruction that runs frame `inner` inside the present one; of one that continues it, it collects the terms.
void Compiler::emitNested(NodeId node, std::uint32_t inner) {
  connect(node, inner);
  Instruction instruction = begin(node, Code::Reduce, formatOf(node), Road::Exact);
  instruction.payload = inner;
  if (instruction.format == Format::Integer)
    limit(instruction, node, Check::None);
  if (program.frames[inner].continues) {
    finish(instruction, {});
    return;
  }
  const std::uint32_t start = in(order::reduceOperands(graph, node).initial, false);
  program.frames[inner].initial = start;
  place(node, instruction, finish(instruction, {start}));
}

void Compiler::emitRecurrence(NodeId node) {
  const std::uint32_t inner = scope().nested.at(node.index);
  connect(node, inner);
  const order::Recurrence loop = order::recurrenceOf(graph, node);
  for (std::size_t i = 0; i < loop.values.size(); ++i) {
    const std::uint32_t initial = in(loop.values[i].initial, false);
    program.frames[inner].carried[i].initial = initial;
  }
  Instruction instruction = begin(node, Code::Recur, formatOf(node), Road::Exact);
  instruction.payload = inner;
  place(node, instruction, finish(instruction, {}));
}

} // namespace fporder::eval
