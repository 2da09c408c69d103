#include "runtime/eval/compiler.h"
#include "runtime/order/recurrence.h"

#include <algorithm>

namespace fporder::eval {

using format::Format;
using order::NodeId;
using order::Op;

/// Registers of what the enclosing frame computes; which of its registers they are is known when it is emitted, until then `outer` names the node.
void Compiler::importOuter(std::size_t depth) {
  for (const NodeId node : scopes[depth].outer) {
    Import import;
    import.outer = node.index;
    import.single = formatOf(node) == Format::Binary32;
    import.inner = scope().registers++;
    frame().imports.push_back(import);
    Placed placed;
    (import.single ? placed.single : placed.wide) = import.inner;
    scope().placed.emplace(node.index, placed);
  }
}

void Compiler::emitFrame(std::size_t depth) {
  importOuter(depth);
  const std::vector<NodeId> nodes = std::move(scope().wanted);
  for (const NodeId node : nodes)
    emit(node);
  if (depth == 0)
    return;
  if (graph[frame().reduce].op == Op::Recurrence)
    emitNext(frame().reduce);
  else
    emitTerms(frame().reduce);
  frame().registers = scope().registers;
}

/// The values that an iteration joins, and the format they are added in: the accumulator's or, where terms are wider, theirs.
void Compiler::emitTerms(NodeId reduce) {
  const auto terms = order::termsOf(graph, reduce);
  const std::vector<std::uint32_t> continuing = scope().continuing;
  Frame made = frame();
  made.termFormat = made.format;
  made.singleTerms = true;
  const auto widen = [&](Format format) {
    if (!format::widensExactly(format, made.format))
      made.termFormat = format;
  };
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (continuing[i] != 0) {
      const Frame &inner = program.frames[continuing[i]];
      made.singleTerms &= inner.singleTerms;
      made.fusedTerms |= inner.fusedTerms;
      made.ragged |= inner.ragged;
      widen(inner.termFormat);
    } else if (const auto fusion = fusedTerm(graph, reduce, terms[i], options.contraction)) {
      made.singleTerms &= formatOf(fusion->left) == Format::Binary32 && formatOf(fusion->right) == Format::Binary32;
      made.fusedTerms = true;
    } else {
      made.singleTerms &= formatOf(terms[i]) == Format::Binary32;
      widen(formatOf(terms[i]));
    }
  }
  for (std::size_t i = 0; i < terms.size(); ++i) {
    FrameTerm term;
    term.frame = continuing[i];
    if (term.frame != 0) {
      emitNested(terms[i], term.frame);
    } else if (const auto fusion = fusedTerm(graph, reduce, terms[i], options.contraction)) {
      term.value = in(fusion->left, made.singleTerms);
      term.factor = in(fusion->right, made.singleTerms);
      if (fusion->negateProduct)
        term.value = negated(term.value, made.singleTerms, fusion->left);
    } else {
      term.value = in(terms[i], made.singleTerms);
    }
    made.terms.push_back(term);
  }
  Frame &target = frame();
  target.terms = std::move(made.terms);
  target.termFormat = made.termFormat;
  target.singleTerms = made.singleTerms;
  target.fusedTerms = made.fusedTerms;
  target.ragged = made.ragged;
}

/// What an iteration of a recurrence makes of the values that it carries, and whether it goes on.
void Compiler::emitNext(NodeId recurrence) {
  const order::Recurrence loop = order::recurrenceOf(graph, recurrence);
  std::vector<std::uint32_t> next;
  for (const order::RecurrenceValue &value : loop.values)
    next.push_back(in(value.next, false));
  const std::uint32_t stays = in(loop.stays, false);
  for (std::size_t i = 0; i < next.size(); ++i)
    frame().carried[i].next = next[i];
  frame().stays = stays;
}

Format Compiler::formatOf(NodeId node) const {
  const Format format = graph[node].type.format;
  return format == Format::Dependent || format == Format::Unknown ? options.dependentFormat : format;
}

/// The register of `node` in the wanted lane type; a conversion is added where it is known in the other only.
std::uint32_t Compiler::in(NodeId node, bool single) {
  Placed &placed = scope().placed.at(node.index);
  std::uint32_t &wanted = single ? placed.single : placed.wide;
  if (wanted != UINT32_MAX)
    return wanted;
  Instruction instruction;
  instruction.code = single ? Code::Narrow : Code::Widen;
  instruction.single = single;
  instruction.singleSources = !single;
  instruction.node = node;
  instruction.format = formatOf(node);
  wanted = finish(instruction, {single ? placed.wide : placed.single});
  return wanted;
}

std::uint32_t Compiler::negated(std::uint32_t source, bool single, NodeId node) {
  Instruction instruction;
  instruction.code = Code::Neg;
  instruction.single = instruction.singleSources = single;
  instruction.node = node;
  instruction.format = formatOf(node);
  return finish(instruction, {source});
}

Instruction Compiler::begin(NodeId node, Code code, Format format, Road road) const {
  Instruction instruction;
  instruction.code = code;
  instruction.road = road;
  instruction.single = format == Format::Binary32;
  instruction.singleSources = road == Road::Single;
  instruction.rounds = road != Road::Exact;
  instruction.format = format;
  instruction.conversion = options.rounding;
  instruction.node = node;
  return instruction;
}

std::uint32_t Compiler::finish(Instruction instruction, std::initializer_list<std::uint32_t> sources) {
  std::copy(sources.begin(), sources.end(), instruction.sources);
  instruction.sourceCount = static_cast<std::uint8_t>(sources.size());
  instruction.target = scope().registers++;
  frame().body.push_back(instruction);
  return instruction.target;
}

void Compiler::place(NodeId node, const Instruction &instruction, std::uint32_t target) {
  Placed placed;
  (instruction.single ? placed.single : placed.wide) = target;
  scope().placed.emplace(node.index, placed);
}

Road Compiler::roadFor(Format format, std::span<const Format> operands, Code code) const {
  if (!format::isFloatingPoint(format))
    return Road::Exact;
  const format::Conversion &rounding = options.rounding;
  if (rounding.mode != format::RoundingMode::NearestEven || rounding.saturate)
    return Road::Scalar;
  for (const Format operand : operands)
    if (!format::widensExactly(operand, format))
      return Road::Scalar;
  if (format == Format::Binary32)
    return Road::Single;
  if (format == Format::Binary64)
    return Road::Double;
  return code == Code::Fma ? Road::Scalar : Road::Small;
}

std::string Compiler::refusal(NodeId node) const {
  const order::Node described = graph[node];
  if (described.type.shape == order::Shape::Complex)
    return "complex arithmetic";
  const Format format = formatOf(node);
  if (format::isFloatingPoint(format) && !format::isHeldInDouble(format))
    return "values of " + std::string(format::name(format));
  if (described.op == Op::Call && functionNamed(graph.symbol(node), described.operandCount) == nullptr)
    return "function '" + std::string(graph.symbol(node)) + "'";
  if (described.op == Op::Recurrence)
    return recurrenceRefusal(node);
  return described.op == Op::Reduce ? chainRefusal(node, chain.size()) : std::string();
}

/// Why a recurrence is not evaluated.
std::string Compiler::recurrenceRefusal(NodeId node) const {
  if (chain.size() > deepestNesting)
    return "loops nested too deeply";
  for (const order::RecurrenceValue &value : order::recurrenceOf(graph, node).values) {
    const Format format = formatOf(value.value);
    if (format::isFloatingPoint(format) && !format::isHeldInDouble(format))
      return "values of " + std::string(format::name(format));
    if (graph[value.value].type.shape == order::Shape::Complex)
      return "complex arithmetic";
    if (formatOf(value.initial) != format || formatOf(value.next) != format)
      return "a value that a loop carries in several formats";
  }
  return "";
}

/// Why a reduction, with those that continue it, is not evaluated.
std::string Compiler::chainRefusal(NodeId reduce, std::size_t depth) const {
  if (depth > deepestNesting)
    return "reductions nested too deeply";
  const order::Reduction &reduction = graph.reduction(reduce);
  const Format accumulator = formatOf(reduce);
  Format wider = accumulator;
  bool fused = false;
  std::vector<NodeId> pending{reduce};
  for (std::size_t at = 0; at < pending.size(); ++at) {
    const auto operands = graph.operands(pending[at]);
    for (std::size_t position = order::tripsOperand; position < operands.size(); ++position)
      if (order::dependsOnLoop(graph, operands[position], graph.reduction(pending[at]).loop))
        return "a reduction whose bounds depend on its own index";
    for (const NodeId term : order::termsOf(graph, pending[at])) {
      if (order::continuesSum(graph, term)) {
        if (pending.size() + depth > deepestNesting + mostContinuing)
          return "reductions nested too deeply";
        if (graph.reduction(term).kind != reduction.kind || formatOf(term) != accumulator)
          return "a reduction that continues one of another kind";
        pending.push_back(term);
        continue;
      }
      if (fusedTerm(graph, pending[at], term, options.contraction)) {
        fused = true;
        continue;
      }
      if (graph.reduction(pending[at]).fused)
        return "a fused step that is no product";
      if (const Format format = formatOf(term); !format::widensExactly(format, accumulator) && format != wider) {
        if (wider != accumulator)
          return "a sum of terms in several formats that are wider than its own";
        wider = format;
      }
    }
  }
  return fused && wider != accumulator ? "a sum of fused products and of terms in a wider format" : "";
}

} // namespace fporder::eval
