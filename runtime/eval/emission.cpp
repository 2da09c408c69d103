#include "runtime/eval/compiler.h"

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
  const NodeId reduce = frame().reduce;
  const std::vector<NodeId> terms = termsOf(reduce);
  frame().termFormat = formatOf(terms[0]);
  frame().singleTerms = true;
  for (const NodeId term : terms)
    frame().singleTerms &= formatOf(term) == Format::Binary32;
  for (const NodeId term : terms)
    frame().terms.push_back(in(term, frame().singleTerms));
  const auto fusion = fusedTerm(graph, reduce, options.contraction);
  if (fusion)
    frame().termFormat = frame().format;
  if (fusion && fusion->negateProduct)
    frame().terms[0] = negated(frame().terms[0], frame().singleTerms, terms[0]);
  frame().registers = scope().registers;
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
  if (described.op == Op::Reduce && chain.size() > deepestNesting)
    return "reductions nested too deeply";
  return {};
}

} // namespace fporder::eval
