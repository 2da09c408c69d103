#include "analyzer/frontend/loops/loop.h"

#include <algorithm>

namespace fporder::frontend {

Loop &LoopTable::of(std::uint64_t activation, const void *statement) {
  std::uint32_t &number = numbers[{activation, statement}];
  if (number == 0)
    number = ++last;
  return (*this)[number];
}

Loop &LoopTable::operator[](std::uint32_t number) {
  last = std::max(last, number);
  if (number >= loops.size())
    loops.resize(number + 1);
  if (!loops[number])
    loops[number] = std::make_unique<Loop>(number);
  return *loops[number];
}

std::vector<const Loop *> LoopTable::all() const {
  std::vector<const Loop *> found;
  for (const auto &loop : loops)
    if (loop)
      found.push_back(loop.get());
  return found;
}

void LoopTable::enter(Loop &loop) {
  loop.lastEntered = entered.size();
  entered.push_back(loop.number);
}

bool LoopTable::wasEnteredSince(std::uint32_t number, std::size_t first) const {
  const Loop *loop = find(number);
  return loop && loop->lastEntered && *loop->lastEntered >= first;
}

} // namespace fporder::frontend
