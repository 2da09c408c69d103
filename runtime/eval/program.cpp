#include "runtime/eval/program.h"

#include "runtime/eval/constant_value.h"
#include "runtime/eval/fusion.h"
#include "runtime/eval/kernels.h"
#include "runtime/eval/registers.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace fporder::eval {

namespace {

using format::Format;
using order::Graph;
using order::Node;
using order::NodeId;
using order::Op;

/// A node's value inside a frame: its register, once in each lane type it is wanted in.
struct Placed {
  std::uint32_t wide = UINT32_MAX, single = UINT32_MAX;
};

class Compiler {
public:
  Compiler(Program &target, const Graph &source) : program(target), graph(source), options(target.options) {}
  void run(std::span<const NodeId> roots);

private:
  struct Scope {
    std::unordered_map<std::uint32_t, Placed> placed;
    std::uint32_t registers = 0;
    std::vector<NodeId> wanted; // work list
    std::unordered_set<std::uint32_t> seen;
    std::vector<NodeId> outer;                               // what an enclosing frame computes
    std::unordered_map<std::uint32_t, std::uint32_t> nested; // Reduce node to frame
  };

  const std::vector<std::uint32_t> &freeLoops(NodeId node);
  std::size_t homeDepth(NodeId node);
  void dependencies(NodeId node, std::vector<NodeId> &out);
  void discover(std::size_t depth);
  void openReduction(NodeId node, std::size_t depth);
  void describe(Frame &frame, NodeId node);
  std::vector<NodeId> termsOf(NodeId reduce) const;
  void emitFrame(std::size_t depth);
  void importOuter(std::size_t depth);

  void emit(NodeId node);
  void emitLeaf(NodeId node);
  void emitArithmetic(NodeId node, Code code);
  void emitFused(NodeId node, const Fusion &fusion);
  void emitDivision(NodeId node);
  void emitSquareRoot(NodeId node);
  void emitExact(NodeId node, Code code);
  void emitConversion(NodeId node);
  void emitCall(NodeId node);
  void emitCompare(NodeId node);
  void emitLogic(NodeId node, Code code);
  void emitReduce(NodeId node);
  void emitInvalid(NodeId node, std::string why);
  std::string refusal(NodeId node) const;

  Format formatOf(NodeId node) const;
  Road roadFor(Format format, std::span<const Format> operands, Code code) const;
  std::uint32_t in(NodeId node, bool single);
  std::uint32_t negated(std::uint32_t source, bool single, NodeId node);
  Instruction begin(NodeId node, Code code, Format format, Road road) const;
  std::uint32_t finish(Instruction instruction, std::initializer_list<std::uint32_t> sources);
  void place(NodeId node, const Instruction &instruction, std::uint32_t target);
  Scope &scope() { return scopes.back(); }
  Frame &frame() { return program.frames[chain.back()]; }

  Program &program;
  const Graph &graph;
  const EvaluationOptions &options;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> loopsOf;
  std::vector<std::uint32_t> chain; // frames, outermost first
  std::vector<Scope> scopes;        // beside `chain`
};

// ---------------------------------------------------------------------------------------------------------------- what belongs where

/// The loops whose index `node` depends on and does not bind itself. The nodes below have been asked before wherever `node` mentions a loop.
const std::vector<std::uint32_t> &Compiler::freeLoops(NodeId node) {
  static const std::vector<std::uint32_t> none;
  if (!graph.mentionsLoop(node))
    return none;
  std::vector<NodeId> work{node};
  while (!work.empty()) {
    const NodeId current = work.back();
    if (!graph.mentionsLoop(current) || loopsOf.contains(current.index)) {
      work.pop_back();
      continue;
    }
    const auto operands = graph.operands(current);
    const std::size_t before = work.size();
    for (const NodeId operand : operands)
      if (graph.mentionsLoop(operand) && !loopsOf.contains(operand.index))
        work.push_back(operand);
    if (work.size() > before)
      continue;
    std::vector<std::uint32_t> loops;
    if (graph[current].op == Op::LoopIndex)
      loops.push_back(graph[current].version);
    for (std::size_t position = 0; position < operands.size(); ++position)
      if (graph.mentionsLoop(operands[position]))
        for (const std::uint32_t loop : loopsOf.at(operands[position].index))
          if (!(graph[current].op == Op::Reduce && position == 1 && graph.reduction(current).loop == loop))
            loops.push_back(loop);
    std::sort(loops.begin(), loops.end());
    loops.erase(std::unique(loops.begin(), loops.end()), loops.end());
    loopsOf.emplace(current.index, std::move(loops));
    work.pop_back();
  }
  return loopsOf.at(node.index);
}

/// The innermost frame of the chain whose loop `node` depends on.
std::size_t Compiler::homeDepth(NodeId node) {
  std::size_t home = 0;
  for (const std::uint32_t loop : freeLoops(node))
    for (std::size_t depth = chain.size() - 1; depth > home; --depth)
      if (program.frames[chain[depth]].loop == loop)
        home = depth;
  return home;
}

std::vector<NodeId> Compiler::termsOf(NodeId reduce) const {
  if (const auto fusion = fusedTerm(graph, reduce, options.contraction))
    return {fusion->left, fusion->right};
  return {graph.operand(reduce, 1)};
}

void Compiler::dependencies(NodeId node, std::vector<NodeId> &out) {
  const Op op = graph[node].op;
  if (order::isLeaf(op) || !refusal(node).empty())
    return;
  if (op == Op::Reduce)
    out.push_back(graph.operand(node, 0));
  else if (const auto fusion = fusionOf(graph, node, options.contraction))
    out.insert(out.end(), {fusion->left, fusion->right, fusion->addend});
  else
    out.insert(out.end(), graph.operands(node).begin(), graph.operands(node).end());
}

/// Finds what the frame at `depth` computes, opening the frames of its reductions.
void Compiler::discover(std::size_t depth) {
  std::vector<NodeId> found;
  while (!scopes[depth].wanted.empty()) {
    const NodeId node = scopes[depth].wanted.back();
    scopes[depth].wanted.pop_back();
    if (!scopes[depth].seen.insert(node.index).second)
      continue;
    if (homeDepth(node) < depth) {
      scopes[depth].outer.push_back(node);
      continue;
    }
    if (graph[node].op == Op::Reduce && refusal(node).empty())
      openReduction(node, depth);
    found.push_back(node);
    dependencies(node, scopes[depth].wanted);
  }
  std::sort(found.begin(), found.end());
  scopes[depth].wanted = std::move(found);
}

void Compiler::openReduction(NodeId node, std::size_t depth) {
  const auto index = static_cast<std::uint32_t>(program.frames.size());
  program.frames.emplace_back();
  describe(program.frames.back(), node);
  program.frames.back().parent = chain.back();
  frame().children.push_back(index);
  scopes[depth].nested.emplace(node.index, index);
  chain.push_back(index);
  scopes.emplace_back();
  scope().wanted = termsOf(node);
  discover(depth + 1);
  emitFrame(depth + 1);
  const std::vector<NodeId> needed = std::move(scope().outer);
  scopes.pop_back();
  chain.pop_back();
  scopes[depth].wanted.insert(scopes[depth].wanted.end(), needed.begin(), needed.end());
}

void Compiler::describe(Frame &target, NodeId node) {
  const order::Reduction &reduction = graph.reduction(node);
  target.reduce = node;
  target.loop = reduction.loop;
  target.kind = reduction.kind;
  target.format = formatOf(node);
  target.summation = options.summation.value_or(summationOf(reduction));
  for (const auto &[which, summation] : options.summations)
    if (which == node)
      target.summation = summation;
  if (graph[node].operandCount > 2 && graph[graph.operand(node, 2)].op == Op::Constant) {
    const double count = graph.number(graph.operand(node, 2)).approximate();
    target.trips = count > 0 && count < UINT32_MAX ? static_cast<std::uint32_t>(count) : 0;
  }
}

// ---------------------------------------------------------------------------------------------------------------- emission

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
  const Node described = graph[node];
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
  default:
    return emitReduce(node);
  }
}

void Compiler::emitLeaf(NodeId node) {
  const Op op = graph[node].op;
  Instruction instruction = begin(node, Code::Leaf, formatOf(node), Road::Exact);
  if (op == Op::Constant) {
    instruction.code = Code::Constant;
    // Compilers round literals to nearest whatever the mode.
    instruction.constant =
        constantValue(graph.number(node), instruction.format, {format::RoundingMode::NearestEven, options.rounding.flushSubnormals});
  } else if (op == Op::LoopIndex && chain.size() > 1 && homeDepth(node) > 0) {
    instruction.code = Code::LoopIndex;
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

void Compiler::emitArithmetic(NodeId node, Code code) {
  const NodeId a = graph.operand(node, 0), b = graph.operand(node, 1);
  const std::array operands{formatOf(a), formatOf(b)};
  const Instruction instruction = begin(node, code, formatOf(node), roadFor(formatOf(node), operands, code));
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
  place(node, instruction, finish(instruction, {in(a, instruction.singleSources), in(b, instruction.singleSources)}));
}

void Compiler::emitLogic(NodeId node, Code code) {
  const auto operands = graph.operands(node);
  Instruction instruction = begin(node, code, code == Code::Select ? formatOf(node) : Format::Boolean, Road::Exact);
  if (code == Code::Select) {
    instruction.singleSources = instruction.single;
    return place(node, instruction,
                 finish(instruction, {in(operands[0], false), in(operands[1], instruction.single), in(operands[2], instruction.single)}));
  }
  if (code == Code::Not)
    return place(node, instruction, finish(instruction, {in(operands[0], false)}));
  place(node, instruction, finish(instruction, {in(operands[0], false), in(operands[1], false)}));
}

void Compiler::emitReduce(NodeId node) {
  const std::uint32_t inner = scope().nested.at(node.index);
  const NodeId initial = graph.operand(node, 0);
  Frame &nested = program.frames[inner];
  std::vector<std::pair<NodeId, bool>> wanted;
  for (const Import &import : nested.imports)
    wanted.emplace_back(NodeId{import.outer}, import.single);
  for (std::size_t index = 0; index < wanted.size(); ++index) {
    const std::uint32_t from = in(wanted[index].first, wanted[index].second);
    program.frames[inner].imports[index].outer = from;
  }
  const std::uint32_t start = in(initial, false);
  program.frames[inner].initial = start;
  Instruction instruction = begin(node, Code::Reduce, formatOf(node), Road::Exact);
  instruction.payload = inner;
  place(node, instruction, finish(instruction, {start}));
}

void Compiler::run(std::span<const NodeId> roots) {
  program.frames.emplace_back();
  chain.push_back(0);
  scopes.emplace_back();
  scope().wanted.assign(roots.begin(), roots.end());
  discover(0);
  emitFrame(0);
  for (const NodeId root : roots) {
    const bool single = formatOf(root) == Format::Binary32;
    program.singleRoots.push_back(single);
    program.roots.push_back(in(root, single));
  }
  frame().registers = scope().registers;
}

} // namespace

Summation summationOf(const order::Reduction &reduction) {
  Summation summation;
  summation.width = reduction.width;
  switch (reduction.schedule) {
  case order::Schedule::Reverse:
    summation.kind = Summation::Kind::Reverse;
    break;
  case order::Schedule::Pairwise:
    summation.kind = Summation::Kind::Pairwise;
    break;
  case order::Schedule::Lanes:
    summation.kind = Summation::Kind::Lanes;
    break;
  case order::Schedule::Tree:
    summation.kind = Summation::Kind::Tree;
    break;
  case order::Schedule::SplitK:
    summation.kind = Summation::Kind::SplitK;
    break;
  case order::Schedule::Compensated:
    summation.kind = Summation::Kind::Neumaier;
    break;
  case order::Schedule::Sequential:
  case order::Schedule::Unordered:
  case order::Schedule::Unspecified:
    break;
  }
  return summation;
}

Program compile(const Graph &graph, std::span<const NodeId> roots, const EvaluationOptions &options) {
  Program program;
  program.graph = &graph;
  program.options = options;
  Compiler(program, graph).run(roots);
  assignRegisters(program);
  return program;
}

} // namespace fporder::eval
