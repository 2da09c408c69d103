#include "runtime/eval/registers.h"

#include <algorithm>

namespace fporder::eval {

namespace {

constexpr std::size_t pinned = SIZE_MAX;

template <class Visit> void visitSources(Program &program, Instruction &instruction, const Visit &visit) {
  for (unsigned position = 0; position < instruction.sourceCount; ++position)
    visit(instruction.sources[position]);
  if (instruction.code != Code::Reduce && instruction.code != Code::Recur)
    return;
  Frame &nested = program.frames[instruction.payload];
  for (std::uint32_t *reg : {&nested.initial, &nested.tripRegister})
    if (*reg != UINT32_MAX)
      visit(*reg);
  for (FrameCarried &carried : nested.carried)
    visit(carried.initial);
  for (Import &import : nested.imports)
    visit(import.outer);
}

std::vector<std::size_t> lastUses(Program &program, Frame &frame, const std::vector<std::uint32_t> &kept) {
  std::vector<std::size_t> last(frame.registers, 0);
  for (std::size_t position = 0; position < frame.body.size(); ++position)
    visitSources(program, frame.body[position], [&](std::uint32_t source) { last[source] = position; });
  for (const std::uint32_t reg : kept)
    last[reg] = pinned;
  return last;
}

void assign(Program &program, Frame &frame, std::vector<std::uint32_t *> kept) {
  for (Import &import : frame.imports)
    kept.push_back(&import.inner);
  std::vector<std::uint32_t> keptRegisters;
  for (const std::uint32_t *reg : kept)
    keptRegisters.push_back(*reg);
  const std::vector<std::size_t> last = lastUses(program, frame, keptRegisters);
  std::vector<std::uint32_t> place(frame.registers, UINT32_MAX), unused;
  std::uint32_t count = 0;
  for (const Import &import : frame.imports)
    place[import.inner] = count++;
  for (std::size_t position = 0; position < frame.body.size(); ++position) {
    Instruction &instruction = frame.body[position];
    const std::uint32_t target = instruction.target;
    if (unused.empty())
      unused.push_back(count++);
    place[target] = unused.back();
    unused.pop_back();
    std::vector<std::uint32_t> ending;
    visitSources(program, instruction, [&](std::uint32_t &source) {
      if (last[source] == position && std::find(ending.begin(), ending.end(), source) == ending.end())
        ending.push_back(source);
      source = place[source];
    });
    for (const std::uint32_t source : ending)
      unused.push_back(place[source]);
    if (last[target] <= position && last[target] != pinned) // never read
      unused.push_back(place[target]);
    instruction.target = place[target];
  }
  for (std::uint32_t *reg : kept)
    *reg = place[*reg];
  frame.registers = count;
}

} // namespace

void assignRegisters(Program &program) {
  for (std::size_t index = 0; index < program.frames.size(); ++index) {
    std::vector<std::uint32_t *> kept;
    if (index == 0)
      for (std::uint32_t &reg : program.roots)
        kept.push_back(&reg);
    for (FrameTerm &term : program.frames[index].terms) {
      if (term.frame == 0)
        kept.push_back(&term.value);
      if (term.factor != UINT32_MAX)
        kept.push_back(&term.factor);
    }
    for (FrameCarried &carried : program.frames[index].carried)
      kept.push_back(&carried.next);
    if (!program.frames[index].carried.empty())
      kept.push_back(&program.frames[index].stays);
    assign(program, program.frames[index], std::move(kept));
  }
}

} // namespace fporder::eval
