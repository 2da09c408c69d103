// Variables that advance by the same amount in every iteration. One of them is the loop's index and has a LoopIndex node for its value; the others
// are what they must be while it has that: with i from s in steps of c, a variable that starts at t and advances by d is t + (i - s) / c * d. Steps
// that are unknown are taken not to be nought.
#include "analyzer/frontend/walk/evaluator.h"

#include "clang/AST/ExprCXX.h"

#include <cstdlib>
#include <limits>
#include <numeric>
#include <tuple>

namespace fporder::frontend {

using format::Format;
using order::integerType;
using order::NodeId;
using order::Op;
using order::Shape;
using order::ValueType;

namespace {

bool isIntegral(ValueType type) { return type.format == Format::Integer || type.format == Format::Boolean; }

/// A variable that a loop's increment expression advances, upwards or downwards, by an expression or by one.
struct Advance {
  const clang::Expr *variable = nullptr;
  const clang::Expr *by = nullptr;
  bool upwards = true;
};

void collectAdvances(const clang::Expr *increment, llvm::SmallVectorImpl<Advance> &found) {
  const clang::Expr *expression = increment->IgnoreParenImpCasts();
  if (const auto *full = llvm::dyn_cast<clang::FullExpr>(expression))
    expression = full->getSubExpr()->IgnoreParenImpCasts();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression); unary && unary->isIncrementDecrementOp()) {
    found.push_back({unary->getSubExpr(), nullptr, unary->isIncrementOp()});
  } else if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    if (operation->getOpcode() == clang::BO_Comma) {
      collectAdvances(operation->getLHS(), found);
      collectAdvances(operation->getRHS(), found);
    } else if (operation->getOpcode() == clang::BO_AddAssign || operation->getOpcode() == clang::BO_SubAssign) {
      found.push_back({operation->getLHS(), operation->getRHS(), operation->getOpcode() == clang::BO_AddAssign});
    }
  } else if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression)) {
    if ((call->getOperator() == clang::OO_PlusPlus || call->getOperator() == clang::OO_MinusMinus) && call->getNumArgs() >= 1)
      found.push_back({call->getArg(0), nullptr, call->getOperator() == clang::OO_PlusPlus});
  }
}

/// The index of the element that a pointer points to.
NodeId indexAt(const Memory &memory, const Value &pointer) {
  return pointer.isPointer() && pointer.location && memory[pointer.location].kind == Location::Kind::Index ? memory[pointer.location].index
                                                                                                           : NodeId{};
}

} // namespace

/// What the increment says of variables; whether it holds is seen after an iteration.
void Evaluator::seedInductions(Loop &loop, const clang::Expr *increment) {
  llvm::SmallVector<Advance, 4> advances;
  if (increment)
    collectAdvances(increment, advances);
  for (const Advance &advance : advances) {
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(advance.variable->IgnoreParenImpCasts());
    const auto *object = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (!object || object->getType()->isReferenceType() || types.isFloating(object->getType()))
      continue;
    const LocationId where = variable(object);
    if (loop.inductions.rejected.contains(where))
      continue;
    const TypeInfo &info = types.info(object->getType());
    if (info.kind == TypeClass::Pointer || info.kind == TypeClass::Record)
      pointerVariables.insert(where);
    NodeId step = integer(1);
    if (advance.by)
      step = advance.by->HasSideEffects(unit.context) ? NodeId{} : number(advance.by);
    if (step && !advance.upwards)
      step = integerOperation(clang::BO_Sub, integer(0), step);
    loop.inductions.steps.try_emplace(where, step);
  }
}

/// A pointer or an iterator.
bool Evaluator::isPointerVariable(const LoopRun &run, LocationId location) const {
  const auto sample = memory.peek(run.before.store, location);
  return sample ? sample->isPointer() : pointerVariables.contains(location);
}

/// The variable that the others are expressed by: what the loop's test looks at, else what counts upwards, by as little as possible.
LocationId Evaluator::indexVariable(const LoopRun &run) {
  const Inductions &known = run.loop.inductions;
  std::tuple<int, long long, LocationId> best{std::numeric_limits<int>::max(), 0, {}};
  for (const auto &[location, step] : known.steps) {
    const auto constant = wholeNumber(graph, step);
    const bool counts = !step || (constant && *constant > 0), pointer = isPointerVariable(run, location);
    int rank = 6;
    if (location == known.tested)
      rank = !constant || *constant > 0 ? 0 : 5;
    else if (counts || !constant)
      rank = (counts ? 1 : 3) + (pointer ? 1 : 0);
    best = std::min(best, {rank, constant ? std::llabs(*constant) : 0, location});
  }
  return std::get<LocationId>(best);
}

/// How far the index has come since the loop began, in steps of `step`; invalid when that is not known.
NodeId Evaluator::advanceOf(const LoopRun &run, NodeId step) {
  const Inductions &known = run.loop.inductions;
  const NodeId own = known.counted ? integer(1) : run.index ? known.steps.at(run.index) : NodeId{}, start = startOf(run);
  if (!own || !step || !start || !isFixed(run, own, {}) || !isFixed(run, step, {}))
    return {};
  const auto by = wholeNumber(graph, own), wanted = wholeNumber(graph, step);
  const bool same = graph.sameValue(own, step);
  const auto since = [&](NodeId factor) { // factor * (index - start)
    const NodeId now = integerOperation(clang::BO_Mul, run.leaf, factor);
    const bool fromNought = graph[start].op == Op::Constant && graph.number(start).isZero();
    return fromNought ? now : integerOperation(clang::BO_Sub, now, integerOperation(clang::BO_Mul, start, factor));
  };
  if (same || (by && wanted)) {
    const long long shared = same ? 0 : std::gcd(*by, *wanted), ratio = same ? 1 : *wanted / shared, parts = same ? 1 : *by / shared;
    if (ratio == -parts)
      return integerOperation(clang::BO_Sub, start, run.leaf);
    if (parts == 1 || parts == -1)
      return since(integer(ratio * parts));
    return integerOperation(clang::BO_Mul, integerOperation(clang::BO_Div, since(integer(1)), integer(parts)), integer(ratio));
  }
  if (by == 1)
    return since(step);
  return integerOperation(clang::BO_Mul, integerOperation(clang::BO_Div, since(integer(1)), own), step);
}

/// What the loop's index is in the first iteration; a pointer's counts from where the pointer starts.
NodeId Evaluator::startOf(const LoopRun &run) {
  if (!run.index || isPointerVariable(run, run.index))
    return integer(0);
  ReadType type;
  type.number = integerType;
  const Value start = memory.read(run.before.store, run.index, type);
  return start.isNumber() ? start.node : NodeId{};
}

/// Downwards by one from a value that is not known: what is accumulated goes through the indices in reverse.
bool Evaluator::isReversed(const LoopRun &run) {
  const bool byOne = run.loop.step == -1 && run.index;
  return byOne && (isPointerVariable(run, run.index) || !wholeNumber(graph, startOf(run)));
}

/// What the index counts from and by and how often, where that is known.
void Evaluator::noteOrigin(const LoopRun &run) {
  procedure.loopOrigins.erase(run.id);
  order::LoopOrigin origin;
  if (const std::optional<long long> step = run.loop.step) {
    const bool reversed = isReversed(run), ofPointer = run.index && isPointerVariable(run, run.index);
    origin.step = reversed ? 1 : *step;
    const auto first = wholeNumber(graph, reversed ? run.lowest : startOf(run));
    const bool known = reversed ? static_cast<bool>(run.lowest) : first && (!ofPointer || origin.step > 0);
    if (!known)
      return;
    origin.first = first.value_or(0);
    if (const auto span = wholeNumber(graph, run.span); span && *step != 0 && run.breaks.empty())
      origin.trips = std::max(0LL, (*span + std::llabs(*step) - 1) / std::llabs(*step));
    origin.count = countOf(run);
  } else if (run.loop.inductions.counted) {
    origin.count = countOf(run);
  }
  if (origin.count && !origin.trips)
    origin.trips = wholeNumber(graph, origin.count);
  if (origin.first != 0 || origin.step != 1 || origin.count)
    procedure.loopOrigins[run.id] = origin;
}

/// The value of a variable that advances, at the start of an iteration; nothing for a pointer that the index does not tell.
std::optional<Value> Evaluator::inductionValue(const LoopRun &run, LocationId location, NodeId step) {
  const bool isIndex = location == run.index;
  const NodeId advance = isIndex ? run.leaf : advanceOf(run, step);
  ReadType type;
  if (isPointerVariable(run, location)) {
    type.kind = ReadType::Kind::Pointer;
    type.reachesScalar = true;
    const Value start = memory.read(run.before.store, location, type);
    if (!advance || !start.isPointer() || !start.location)
      return std::nullopt;
    return Value::pointer(memory.advance(start.location, advance));
  }
  type.number = integerType;
  const Value start = memory.read(run.before.store, location, type);
  if (isIndex)
    return Value::number(run.leaf);
  if (advance && start.isNumber()) {
    const bool downwards = graph[advance].op == Op::Sub && wholeNumber(graph, graph.operand(advance, 0)) == 0; // 0 - i
    return Value::number(downwards ? integerOperation(clang::BO_Sub, start.node, graph.operand(advance, 1))
                                   : integerOperation(clang::BO_Add, advance, start.node));
  }
  return Value::number(memory.loopValue(location, run.id, integerType));
}

/// Before an iteration: the loop's index and what the other variables are by it.
void Evaluator::chooseIndex(LoopRun &run) {
  const Inductions &known = run.loop.inductions;
  run.index = known.counted ? LocationId{} : indexVariable(run);
  order::NodeSpec leaf;
  leaf.op = Op::LoopIndex;
  leaf.type = integerType;
  const std::string symbol = run.index && !isPointerVariable(run, run.index) ? memory.spell(run.index) : run.shape.indexName;
  leaf.symbol = symbol;
  leaf.version = run.id;
  run.leaf = graph.intern(leaf);
  run.loop.bound.reset(); // of an iteration that had another index
  if (const NodeId step = known.counted ? integer(1) : run.index ? known.steps.at(run.index) : NodeId{})
    noteStep(run.loop, step);
  else
    run.loop.step.reset();
  run.inductions.clear();
  for (const auto &[location, by] : known.steps)
    run.inductions[location] = inductionValue(run, location, by);
}

/// Which variable a loop's test looks at, by the value that is compared.
void Evaluator::noteTested(const LoopRun &run, NodeId compared) {
  const OffsetForm form = offsetForm(graph, compared);
  LocationId exact, shifted;
  for (const auto &[location, value] : run.inductions) {
    const NodeId node = !value ? NodeId{} : value->isNumber() ? value->node : indexAt(memory, *value);
    if (!node)
      continue;
    if (graph.sameValue(node, compared) && (!exact || location == run.index))
      exact = location;
    if (form.base && offsetForm(graph, node).base == form.base && (!shifted || location == run.index))
      shifted = location;
  }
  if (exact || shifted)
    run.loop.inductions.tested = exact ? exact : shifted;
}

/// By how much a variable goes up in every iteration; invalid when it does not, or not always by the same.
NodeId Evaluator::stepOf(LoopRun &run, const Carried &carried) {
  ReadType type;
  if (carried.sample && carried.sample->isPointer()) {
    type.kind = ReadType::Kind::Pointer;
    type.reachesScalar = true;
  } else if (carried.sample && carried.sample->isNumber() && isIntegral(graph[carried.sample->node].type)) {
    type.number = graph[carried.sample->node].type;
  } else {
    return {};
  }
  const Value start = memory.read(run.entry, carried.location, type), end = memory.read(run.end.store, carried.location, type);
  const bool isPointer = start.isPointer() && end.isPointer();
  NodeId from = indexAt(memory, start), to = indexAt(memory, end);
  if (start.isNumber() && end.isNumber()) {
    from = start.node;
    to = end.node;
  } else if (!isPointer || !from || !to || memory[start.location].parent != memory[end.location].parent) {
    return {};
  }
  const OffsetForm x = offsetForm(graph, from), y = offsetForm(graph, to);
  const bool guessed = run.isGuess && start.isNumber() && type.number.format == Format::Integer;
  if (x.base == y.base && (x.base || isPointer || guessed))
    return x.offset == y.offset ? NodeId{} : integer(y.offset - x.offset);
  if (isPointer && wholeNumber(graph, from) == 0) // nought and a count is the count
    return changesInside(run, to) ? NodeId{} : to;
  const order::Node sum = graph[to];
  if (sum.op != Op::Add && sum.op != Op::Sub)
    return advanceBetween(run, from, to);
  const NodeId left = graph.operand(to, 0), right = graph.operand(to, 1);
  if (graph.sameValue(left, from) && !changesInside(run, right))
    return sum.op == Op::Add ? right : integerOperation(clang::BO_Sub, integer(0), right);
  if (sum.op == Op::Add && graph.sameValue(right, from) && !changesInside(run, left))
    return left;
  return advanceBetween(run, from, to);
}

/// to - from, where both have a part that varies in common and nothing else varies: p * n - n to p * n is n. Invalid otherwise.
NodeId Evaluator::advanceBetween(const LoopRun &run, NodeId from, NodeId to) {
  const std::optional<order::AffineForm> before = order::affineForm(graph, from), after = order::affineForm(graph, to);
  const std::optional<order::AffineForm> advance = before && after ? after->plus(graph, *before, -1) : std::nullopt;
  const auto changes = [&](const order::AffineForm::Term &term) { return changesInside(run, term.value); };
  if (!advance || !changesInside(run, from) || llvm::any_of(advance->terms, changes))
    return {};
  NodeId total = integer(advance->constant);
  for (const auto &[value, coefficient] : advance->terms)
    total = integerOperation(clang::BO_Add, total, integerOperation(clang::BO_Mul, value, integer(coefficient)));
  return wholeNumber(graph, total) == 0 ? NodeId{} : total;
}

/// Which variables advance, after an iteration; true when the next one has other values for them.
bool Evaluator::noteInductions(LoopRun &run) {
  if (!run.end.reachable)
    return false;
  Inductions &known = run.loop.inductions;
  bool changed = false;
  for (auto candidate = known.steps.begin(); candidate != known.steps.end();) {
    Carried carried{candidate->first, memory.peek(run.end.store, candidate->first)};
    if (const NodeId step = stepOf(run, carried)) {
      candidate->second = step;
      if (candidate->first == run.index)
        noteStep(run.loop, step);
      ++candidate;
      continue;
    }
    known.rejected.insert(candidate->first);
    if (run.positions.try_emplace(candidate->first, run.carried.size()).second)
      run.carried.push_back(carried);
    candidate = known.steps.erase(candidate);
    changed = true;
  }
  for (const Carried &carried : run.carried) {
    if (known.steps.contains(carried.location) || known.rejected.contains(carried.location) || varies(run, carried.location))
      continue;
    const NodeId step = stepOf(run, carried);
    if (!step)
      continue;
    if (carried.sample && carried.sample->isPointer())
      pointerVariables.insert(carried.location);
    known.steps[carried.location] = step;
    changed = true;
  }
  return changed || isExpressedOtherwise(run);
}

/// True when an iteration that began now would have other values for the variables that advance.
bool Evaluator::isExpressedOtherwise(const LoopRun &run) {
  const Inductions &known = run.loop.inductions;
  if (known.counted ? known.steps.empty() : known.steps.size() == 1)
    return false;
  if (!known.counted && !(indexVariable(run) == run.index))
    return true;
  return llvm::any_of(known.steps, [&](const auto &entry) {
    const auto entered = run.inductions.find(entry.first);
    const auto now = inductionValue(run, entry.first, entry.second);
    if (entered == run.inductions.end()) // found to advance since
      return now.has_value();
    const auto &before = entered->second;
    if (!now || !before || now->isNumber() != before->isNumber())
      return now.has_value() != before.has_value();
    return now->isNumber() ? !graph.sameValue(now->node, before->node) : now->location != before->location;
  });
}

} // namespace fporder::frontend
