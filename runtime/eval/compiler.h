// From ordering graph to program: which frame computes what (program.cpp), registers and roads (emission.cpp), one instruction or a few for each
// operation (instructions.cpp).
#pragma once

#include "runtime/eval/fusion.h"
#include "runtime/eval/program.h"
#include "runtime/order/traversal.h"

#include <initializer_list>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fporder::eval {

/// A node's value inside a frame: its register, once in each lane type it is wanted in.
struct Placed {
  std::uint32_t wide = UINT32_MAX, single = UINT32_MAX;
};

class Compiler {
public:
  Compiler(Program &target, const order::Graph &source) : program(target), graph(source), options(target.options) {}
  void run(std::span<const order::NodeId> roots);

private:
  struct Scope {
    std::unordered_map<std::uint32_t, Placed> placed;
    std::uint32_t registers = 0;
    std::vector<order::NodeId> wanted; // work list
    std::unordered_set<std::uint32_t> seen;
    std::vector<order::NodeId> outer;                        // what an enclosing frame computes
    std::unordered_map<std::uint32_t, std::uint32_t> nested; // Reduce or Recurrence node to frame
    std::vector<std::uint32_t> continuing;                   // by term of the frame's reduction: the frame that continues it, or 0
  };

  const std::vector<std::uint32_t> &freeLoops(order::NodeId node);
  std::span<const order::NodeId> boundsOf(order::NodeId node) const;
  bool isBoundIndex(order::NodeId node);
  bool isBoundValue(order::NodeId node);
  std::size_t homeDepth(order::NodeId node);
  void dependencies(order::NodeId node, std::vector<order::NodeId> &out);
  void discover(std::size_t depth);
  std::uint32_t openReduction(order::NodeId node, std::size_t depth, bool continues);
  std::uint32_t openRecurrence(order::NodeId node, std::size_t depth);
  std::uint32_t openFrame(order::NodeId node, std::uint32_t loop);
  void closeFrame(std::size_t depth);
  void wantTerms(order::NodeId reduce, std::size_t depth);
  void describe(Frame &frame, order::NodeId node);
  std::optional<std::uint32_t> statedTrips(order::NodeId node) const;
  void emitFrame(std::size_t depth);
  void importOuter(std::size_t depth);

  void emit(order::NodeId node);
  void emitLeaf(order::NodeId node);
  void emitArithmetic(order::NodeId node, Code code);
  void emitFused(order::NodeId node, const Fusion &fusion);
  void emitDivision(order::NodeId node);
  void emitSquareRoot(order::NodeId node);
  void emitExact(order::NodeId node, Code code);
  void emitConversion(order::NodeId node);
  void emitCall(order::NodeId node);
  void emitCompare(order::NodeId node);
  void emitLogic(order::NodeId node, Code code);
  void emitReduce(order::NodeId node);
  void emitNested(order::NodeId node, std::uint32_t inner);
  void connect(order::NodeId node, std::uint32_t inner);
  void emitTerms(order::NodeId reduce);
  void emitRecurrence(order::NodeId node);
  void emitCarried(order::NodeId node);
  void emitNext(order::NodeId recurrence);
  std::uint32_t emitLoopIndex(order::NodeId node);
  void emitInvalid(order::NodeId node, std::string why);
  std::string refusal(order::NodeId node) const;
  std::string recurrenceRefusal(order::NodeId node) const;
  std::string chainRefusal(order::NodeId reduce, std::size_t depth) const;

  format::Format formatOf(order::NodeId node) const;
  Road roadFor(format::Format format, std::span<const format::Format> operands, Code code) const;
  std::uint32_t in(order::NodeId node, bool single);
  std::uint32_t negated(std::uint32_t source, bool single, order::NodeId node);
  void limit(Instruction &instruction, order::NodeId node, Check check) const;
  Instruction begin(order::NodeId node, Code code, format::Format format, Road road) const;
  std::uint32_t finish(Instruction instruction, std::initializer_list<std::uint32_t> sources);
  void place(order::NodeId node, const Instruction &instruction, std::uint32_t target);
  Scope &scope() { return scopes.back(); }
  Frame &frame() { return program.frames[chain.back()]; }

  Program &program;
  const order::Graph &graph;
  const EvaluationOptions &options;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> loopsOf;
  order::LoopBounds bounds;
  std::vector<std::uint32_t> chain; // frames, outermost first
  std::vector<Scope> scopes;        // beside `chain`
};

} // namespace fporder::eval
