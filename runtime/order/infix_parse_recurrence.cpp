// recurrence(k, v = 0, m = 1; v + m * x[k], m * t; n; v < 9): the index, what is carried with what it starts from, what an iteration makes of it, how
// often at most, and while what holds.
#include "runtime/order/infix_parser.h"

namespace fporder::order::infix {

using format::Format;
using order::booleanType;
using order::integerType;

namespace {

enum Part : std::uint8_t { Initials, Nexts, Trips, Stays };

} // namespace

bool Parser::openRecurrence() {
  Entry entry;
  entry.kind = Entry::Kind::Recurrence;
  entry.offset = token.offset;
  entry.pending = static_cast<std::uint32_t>(names.size() - 1);
  if (!open(entry))
    return false;
  PendingRecurrence &recurrence = recurrences.emplace_back();
  if (!boundName(recurrence.symbols.emplace_back(), recurrence.keys.emplace_back(), "a loop index"))
    return false;
  if (!isSymbol(","))
    return fail(token.offset, "expected ',' after the loop index, found " + describe());
  return advance() && carriedName();
}

/// v =
bool Parser::carriedName() {
  PendingRecurrence &recurrence = recurrences.back();
  if (!boundName(recurrence.symbols.emplace_back(), recurrence.keys.emplace_back(), "a carried value"))
    return false;
  if (!isSymbol("="))
    return fail(token.offset, "expected '=' after the name of a carried value, found " + describe());
  state = State::Operand;
  return advance();
}

/// Behind a comma.
bool Parser::nextCarried() {
  const std::size_t part = recurrences.back().part;
  if (part > Part::Nexts)
    return fail(token.offset, "unexpected ','");
  state = State::Operand;
  return advance() && (part == Part::Nexts || carriedName());
}

void Parser::bindCarried(PendingRecurrence &recurrence) {
  if (recurrence.leaves.empty()) {
    recurrence.loop = graph.freshLoop();
    const NodeId index = graph.intern({.op = Op::LoopIndex, .type = integerType, .symbol = recurrence.symbols.front(), .version = recurrence.loop});
    recurrence.leaves.push_back(index);
    for (std::size_t i = 1; i < recurrence.symbols.size(); ++i)
      recurrence.leaves.push_back(
          graph.intern({.op = Op::LoopValue, .type = type, .operands = {&index, 1}, .symbol = recurrence.symbols[i], .version = recurrence.loop}));
  }
  for (std::size_t i = 0; i < recurrence.keys.size(); ++i)
    bound[recurrence.keys[i]].push_back(recurrence.leaves[i]);
}

void Parser::unbindCarried(PendingRecurrence &recurrence) {
  for (const std::string &key : recurrence.keys)
    bound[key].pop_back();
}

/// Behind a semicolon.
bool Parser::nextPart() {
  PendingRecurrence &recurrence = recurrences.back();
  const std::size_t read = values.size() - entries.back().base, carried = recurrence.keys.size() - 1;
  switch (recurrence.part++) {
  case Part::Initials:
    bindCarried(recurrence);
    break;
  case Part::Nexts:
    if (read != 2 * carried)
      return fail(token.offset,
                  "a recurrence of " + std::to_string(carried) + " values computes as many in an iteration, not " + std::to_string(read - carried));
    unbindCarried(recurrence);
    type = integerType;
    break;
  case Part::Trips:
    bindCarried(recurrence);
    type = entries.back().outerType;
    break;
  default:
    return fail(token.offset, "unexpected ';'");
  }
  state = State::Operand;
  return advance();
}

bool Parser::finishRecurrence(const Entry &entry) {
  PendingRecurrence recurrence = std::move(recurrences.back());
  recurrences.pop_back();
  if (recurrence.part < Part::Trips)
    return fail(entry.offset, "a recurrence takes an index, values with what they start from, what an iteration makes of them, and a trip count");
  if (recurrence.part == Part::Stays)
    unbindCarried(recurrence);
  const std::vector<NodeId> arguments(values.begin() + static_cast<std::ptrdiff_t>(entry.base), values.end());
  const std::size_t carried = recurrence.keys.size() - 1;
  Recurrence made;
  made.trips = arguments[2 * carried];
  made.stays = recurrence.part == Part::Stays ? arguments.back() : graph.constant(Number::fromInteger(1), booleanType);
  for (std::size_t i = 0; i < carried; ++i)
    made.values.push_back({arguments[i], arguments[carried + i], recurrence.leaves[i + 1]});
  values.resize(entry.base);
  push(internRecurrence(graph, recurrence.loop, made));
  return true;
}

} // namespace fporder::order::infix
