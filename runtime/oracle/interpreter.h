// Runs a Program for one sample, over whatever values a Machine computes with.
#pragma once

#include "runtime/eval/leaf_source.h"
#include "runtime/oracle/program.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace fporder::oracle {

/// The leaves of a block of samples, as a LeafSource gives them.
struct LeafBlock {
  struct Column {
    std::vector<std::uint32_t> loops, extents; // of the bodies the leaf depends on, outermost first
    std::size_t valuesPerSample = 1;
    std::vector<double> values;
  };

  std::vector<std::uint32_t> trips; // by body
  std::vector<Column> columns;      // by leaf

  LeafBlock(const order::Graph &graph, const Program &program, const eval::LeafSource &source);

  std::size_t valuesPerSample() const;
  void fill(const order::Graph &graph, const Program &program, const eval::LeafSource &source, std::size_t first, std::size_t count);

  /// Where in a sample's values of leaf `leaf` those of the current iterations (by body) stand.
  std::size_t offset(const Program &program, std::uint32_t leaf, const std::vector<std::uint32_t> &iterations) const {
    std::size_t result = 0;
    const Column &column = columns[leaf];
    for (std::size_t level = 0; level < column.extents.size(); ++level)
      result = result * column.extents[level] + iterations[program.leaves[leaf].bodies[level]];
    return result;
  }
};

/// How many instructions one sample takes; saturates at 2^62.
std::uint64_t instructionCount(const Program &program, const std::vector<std::uint32_t> &trips);

/// Machine: a type `Value`, movable and swappable by `swap`; `make()`; `load(Value &, double)`; `loadConstant(Value &, const order::Number &)`;
/// `count(Value &, std::uint32_t most)`, the non-negative integer that a value is, 0 for a negative one, nothing where it is not known to be an
/// integer; `forget(Value &)`, which makes a value unknown; `copy(Value &to, const Value &from)`; `apply(Action, Value &, a, b, c)`; `call(const
/// FunctionUse &, Value &, a, b)`; `isFinal(const Value &)`, true when no further term changes the value of a reduction.
template <class Machine> class Interpreter {
public:
  using Value = typename Machine::Value;

  Interpreter(const Program &code, Machine how) : program(code), machine(how), iterations(code.bodies.size()), scratch(machine.make()) {
    registers.reserve(program.registers);
    for (std::uint32_t index = 0; index < program.registers; ++index)
      registers.push_back(machine.make());
    for (const Body &body : program.bodies)
      for (const Instruction &instruction : body.code)
        if (instruction.action == Action::Constant)
          machine.loadConstant(registers[instruction.target], program.constants[instruction.detail]);
  }

  const Value &run(const LeafBlock &block, std::size_t index) {
    leaves = &block;
    sample = index;
    runBody(0);
    return registers[program.result];
  }

private:
  void runBody(std::uint32_t body) {
    for (const Instruction &instruction : program.bodies[body].code)
      step(instruction);
  }

  void step(const Instruction &instruction) {
    Value &target = registers[instruction.target];
    const Value &a = registers[instruction.a], &b = registers[instruction.b], &c = registers[instruction.c];
    switch (instruction.action) {
    case Action::Leaf: {
      const LeafBlock::Column &column = leaves->columns[instruction.detail];
      machine.load(target, column.values[sample * column.valuesPerSample + leaves->offset(program, instruction.detail, iterations)]);
      return;
    }
    case Action::Index:
      return machine.load(target, iterations[instruction.detail]);
    case Action::Constant:
      return;
    case Action::Function:
      return machine.call(program.functions[instruction.detail], target, a, b);
    case Action::Reduce:
      return reduce(instruction);
    case Action::Recur:
      return recur(instruction);
    default:
      return machine.apply(instruction.action, target, a, b, c);
    }
  }

  /// Recursion is bounded: the compiler refuses reductions nested deeper than a few.
  void reduce(const Instruction &instruction) {
    const Body &body = program.bodies[instruction.detail];
    static constexpr Action combining[]{Action::Add, Action::Mul, Action::Min, Action::Max};
    Value &target = registers[instruction.target];
    const std::optional<std::uint32_t> known = tripsOf(instruction.detail);
    if (!known)
      return machine.forget(target);
    const std::uint32_t trips = *known;
    bool empty = body.skipsInitial && trips != 0;
    if (!empty)
      machine.copy(target, registers[instruction.a]);
    for (std::uint32_t trip = 0; trip < trips; ++trip) {
      iterations[instruction.detail] = trip;
      runBody(instruction.detail);
      for (const std::uint32_t term : body.terms) {
        if (empty)
          machine.copy(target, registers[term]);
        else {
          machine.apply(combining[static_cast<int>(body.shape.kind)], scratch, target, registers[term], target);
          target.swap(scratch);
        }
        empty = false;
      }
      if (machine.isFinal(target))
        return;
    }
  }

  /// How often a loop runs; nothing where that is not known.
  std::optional<std::uint32_t> tripsOf(std::uint32_t loop) {
    const Body &body = program.bodies[loop];
    const std::uint32_t most = leaves->trips[loop];
    return body.trips == UINT32_MAX ? std::optional(most) : machine.count(registers[body.trips], most);
  }

  void recur(const Instruction &instruction) {
    const Body &body = program.bodies[instruction.detail];
    Value &target = registers[instruction.target];
    const std::optional<std::uint32_t> trips = tripsOf(instruction.detail);
    if (!trips)
      return machine.forget(target);
    std::vector<Value> next;
    for (const Carried &carried : body.carried) {
      machine.copy(registers[carried.value], registers[carried.initial]);
      next.push_back(machine.make());
    }
    for (std::uint32_t trip = 0; trip < *trips; ++trip) {
      iterations[instruction.detail] = trip;
      runBody(instruction.detail);
      const std::optional<std::uint32_t> stays = machine.count(registers[body.stays], 1);
      if (!stays) // the iteration in which the loop ends is not known
        return machine.forget(target);
      // All at once: the next value of one may be the present one of another.
      for (std::size_t i = 0; i < next.size(); ++i)
        machine.copy(next[i], registers[body.carried[i].next]);
      for (std::size_t i = 0; i < next.size(); ++i)
        registers[body.carried[i].value].swap(next[i]);
      if (*stays == 0)
        break;
    }
    machine.copy(target, registers[body.carried.front().value]);
  }

  const Program &program;
  Machine machine;
  std::vector<Value> registers;
  std::vector<std::uint32_t> iterations; // by body
  Value scratch;
  const LeafBlock *leaves = nullptr;
  std::size_t sample = 0;
};

} // namespace fporder::oracle
