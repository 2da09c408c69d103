// Loops: over what is known one by one, over ranges as the graph has them, over what is not seen for one element.
#include "analyzer/python/bounds.h"
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::python {

using order::NodeId;
using order::Op;

/// The values of a tuple or list, one by one.
std::optional<std::vector<Value>> Evaluator::items(const Value &iterable) {
  if (iterable.is(Kind::Tuple))
    return iterable.items;
  if (iterable.is(Kind::Shape) && arrayOf(iterable.array).axes.known) {
    const Array of = arrayOf(iterable.array);
    std::vector<Value> sizes;
    for (unsigned axis = of.axes.shown; axis > 0; --axis)
      sizes.push_back(number(sizeOf(of, axis)));
    return sizes;
  }
  return std::nullopt;
}

namespace {

void targets(const Syntax &target, std::set<std::string> &names) {
  if (target.is("Name"))
    names.insert(target.text("id").str());
  for (const Syntax *each : target.children("elts"))
    if (each)
      targets(*each, names);
  // The array or object that a part of is assigned.
  if ((target.is("Subscript") || target.is("Attribute")) && target.child("value"))
    targets(*target.child("value"), names);
}

void collect(const Syntax &statement, std::set<std::string> &names) {
  for (const Syntax *target : statement.children("targets"))
    if (target)
      targets(*target, names);
  if (const Syntax *target = statement.child("target"))
    targets(*target, names);
  if (statement.is("Expr") && statement.child("value") && statement.child("value")->is("Call"))
    if (const Syntax *called = statement.child("value")->child("func"); called && called->is("Attribute"))
      targets(*called->child("value"), names); // a method may change its object
  for (const llvm::StringRef field : {"body", "orelse", "finalbody", "handlers"})
    for (const Syntax *each : statement.children(field))
      if (each)
        collect(*each, names);
}

/// Leaves the loop around it: a return, or a break of that loop.
bool leavesEarly(const Syntax &statement, bool breaks = true) {
  if ((breaks && statement.is("Break")) || statement.is("Return"))
    return true;
  if (statement.is("FunctionDef"))
    return false;
  breaks &= !statement.is("For") && !statement.is("While");
  for (const llvm::StringRef field : {"body", "orelse", "handlers"})
    if (llvm::any_of(statement.children(field), [&](const Syntax *each) { return each && leavesEarly(*each, breaks); }))
      return true;
  return false;
}

} // namespace

std::set<std::string> Evaluator::assignedIn(const Syntax &statement) const {
  std::set<std::string> names;
  for (const Syntax *each : statement.children("body"))
    if (each)
      collect(*each, names);
  return names;
}

Evaluator::Flow Evaluator::forLoop(const Syntax &statement) {
  ++statementNumber;
  const Syntax &iterable = *statement.child("iter");
  const Syntax *called = iterable.is("Call") ? iterable.child("func") : nullptr;
  const llvm::StringRef function = called && called->is("Name") ? called->text("id") : llvm::StringRef();
  if (function == "range" && !find("range")) {
    const auto range = rangeOf(iterable);
    if (!range) {
      loseAssigned(statement, "how often the loop runs is not known");
      return Flow::Next;
    }
    if (const auto all = listed(*range); all && loopsAround.empty())
      return unrolled(statement, *all);
    return counted(statement, *range, [&](NodeId value) { return number(value); });
  }
  const Value iterated = evaluate(&iterable);
  if (const auto all = items(iterated))
    return unrolled(statement, *all);
  if (const auto each = iteration(iterable))
    return counted(statement, {integer(0), integer(1), each->count}, each->item);
  return once(statement);
}

Evaluator::Flow Evaluator::unrolled(const Syntax &statement, llvm::ArrayRef<Value> all) {
  for (const Value &item : all) {
    assign(*statement.child("target"), item, statement);
    const Flow flow = block(statement.children("body"));
    if (flow == Flow::Break)
      break;
    if (flow == Flow::Return || flow == Flow::Raise)
      return flow;
  }
  return Flow::Next;
}

/// A loop over parameters, batches, files: the body for one of them, named as the target names it. What it carries is lost.
Evaluator::Flow Evaluator::once(const Syntax &statement) {
  const std::set<std::string> changed = assignedIn(statement);
  const State before = state;
  const Syntax &target = *statement.child("target");
  std::set<std::string> own;
  targets(target, own);
  for (const std::string &name : own) {
    Value item = looselyNamed(name);
    if (name == "i" || name == "idx" || name == "_")
      item = numberLeaf(name, Format::Integer);
    state.scopes.back()[name] = item;
  }
  const std::size_t knownLeaves = created_.size();
  const Flow flow = block(statement.children("body"));
  // What was there before and is another value now may depend on the iterations before.
  const auto carries = [&](const std::string &name, const Value &value) {
    const auto old = before.scopes.back().find(name);
    if (own.contains(name) || old == before.scopes.back().end() || !changed.contains(name))
      return false;
    if (value.is(Kind::Number))
      return !(old->second.is(Kind::Number) && old->second.node == value.node);
    return value.is(Kind::Array) && (old->second.is(Kind::Number) || (old->second.is(Kind::Array) && value.array != old->second.array));
  };
  const auto isChanged = [&](ArrayId id, const Array &now) { return id < knownLeaves && !before.changed.contains(id) && now.initial == NodeId{}; };
  std::vector<std::string> names;
  for (const auto &[name, value] : state.scopes.back())
    if (carries(name, value))
      names.push_back(name);
  std::vector<ArrayId> arrays;
  for (const auto &[id, now] : state.changed)
    if (isChanged(id, now))
      arrays.push_back(id);
  if ((!names.empty() || !arrays.empty()) && iteratesArrays(*statement.child("iter")))
    return Flow::Next; // evaluated again with what is learnt
  for (const std::string &name : names)
    state.scopes.back()[name] = opaque(statement, "a loop carries '" + name + "' over what is not known one by one");
  for (const ArrayId id : arrays) {
    Array lost = state.changed.at(id);
    lost.element = array(opaque(statement, "a loop changes an array over what is not known one by one")).element;
    state.changed.insert_or_assign(id, std::move(lost));
  }
  return flow == Flow::Return || flow == Flow::Raise ? flow : Flow::Next;
}

void Evaluator::loseAssigned(const Syntax &statement, llvm::StringRef why) {
  unanalysed(statement, why);
  for (const std::string &name : assignedIn(statement))
    if (Value *held = find(name)) {
      if (held->is(Kind::Array)) {
        Array lost = array(*held);
        const Value unknown = opaque(statement, why);
        lost.element = array(unknown).element;
        lost.stored = place(statement);
        state.changed.insert_or_assign(held->array, lost);
      } else if (held->is(Kind::Number)) {
        *held = opaque(statement, why);
      }
    } else {
      state.scopes.back()[name] = opaque(statement, why);
    }
}

/// How often it runs is an input; where its condition is known by the values that it carries, that decides.
Evaluator::Flow Evaluator::whileLoop(const Syntax &statement) {
  ++statementNumber;
  const NodeId trips = numberLeaf("iterations@" + std::to_string(statement.at.line), Format::Integer).node;
  procedure.notHeld.emplace(graph.value(trips).index, "how often a 'while' loop runs depends on what it computes");
  return counted(statement, {integer(0), integer(1), trips}, [&](NodeId) {
    evaluate(statement.child("test"));
    return Value();
  });
}

/// What a name holds behind a loop, whose iteration makes `after` of `phi`.
Value Evaluator::carriedOut(const std::string &, const Value &before, const Value &phi, const Value &after, std::uint32_t loop, NodeId trips,
                            order::PlaceId place) {
  const auto nodeOf = [&](const Value &value) { return value.is(Kind::Array) ? array(value).element : value.node; };
  const NodeId carried = nodeOf(phi), next = nodeOf(after), initial = nodeOf(before);
  if (next == carried)
    return before;
  if (procedure.notHeld.contains(graph.value(next).index)) // what an iteration leaves is not known as it is
    return after;
  const auto mentions = [&](NodeId root) {
    return llvm::any_of(order::reachable(graph, root, [](NodeId) { return false; }), [&](NodeId node) { return graph[node].op == Op::LoopValue; });
  };
  // s = s + a (+ b ...): a sum.
  Nodes terms;
  NodeId at = next;
  const Op op = graph[next].op;
  while (at != carried && (op == Op::Add || op == Op::Mul) && graph[at].op == op) {
    const NodeId left = graph.operand(at, 0), right = graph.operand(at, 1);
    const bool down = left == carried || (right != carried && mentions(left));
    terms.push_back(down ? right : left);
    at = down ? left : right;
  }
  const bool sums = at == carried && !terms.empty() && llvm::none_of(terms, mentions) && graph[next].type == graph[carried].type;
  Value result = before;
  NodeId made;
  if (sums) {
    std::reverse(terms.begin(), terms.end());
    order::Reduction how;
    how.kind = op == Op::Add ? order::ReductionKind::Sum : order::ReductionKind::Product;
    how.loop = loop;
    NodeId term = terms.front();
    if (terms.size() > 1) {
      order::NodeSpec spec;
      spec.op = Op::Terms;
      spec.type = graph[next].type;
      spec.operands = terms;
      spec.place = graph[next].place;
      term = graph.intern(spec);
    }
    const NodeId operands[] = {initial, term, trips};
    order::NodeSpec spec;
    spec.op = Op::Reduce;
    spec.type = graph[next].type;
    spec.operands = operands;
    spec.reduction = &how;
    spec.place = graph[next].place ? graph[next].place : place;
    made = graph.intern(spec);
  } else {
    order::NodeSpec spec;
    spec.op = Op::LoopValue;
    spec.type = graph[carried].type;
    spec.symbol = graph.symbol(carried);
    spec.version = ++nextVersion + 1'000'000;
    spec.place = place;
    made = graph.intern(spec);
    procedure.carryingLoops[loop].phis.push_back({carried, initial, next});
    procedure.loopResults[graph.value(made).index] = {loop, carried};
  }
  if (before.is(Kind::Array)) {
    Array left = array(before);
    left.element = made;
    left.name.clear();
    left.fresh = false;
    return make(std::move(left));
  }
  result.node = made;
  return result;
}

Evaluator::Flow Evaluator::counted(const Syntax &statement, const Range &range, llvm::function_ref<Value(NodeId)> item) {
  const auto [first, step, trips] = range;
  const Syntax *target = statement.child("target"); // none of a 'while'
  std::set<std::string> own;
  if (target)
    targets(*target, own);
  if (llvm::any_of(statement.children("body"), [](const Syntax *each) { return each && leavesEarly(*each); })) {
    loseAssigned(statement, "the loop is left or continued on a condition");
    return Flow::Next;
  }
  const NodeId index = freshIndex(own.empty() ? llvm::StringRef("k") : llvm::StringRef(*own.begin()));
  const std::uint32_t loop = graph[index].version;
  const order::PlaceId where = place(statement);
  const bool plain = order::wholeNumber(graph, first) == 0 && order::wholeNumber(graph, step) == 1;
  // The index counts from 0 by 1; what the program calls so is computed from it.
  const NodeId value = plain ? index : order::integerOperation(graph, Op::Add, first, order::integerOperation(graph, Op::Mul, index, step));
  // Numbers that the body assigns, and whole arrays that it changes, are taken for carried.
  struct Carried {
    std::string name;
    Value before, phi;
    bool inPlace = false;
  };
  std::vector<Carried> carried;
  for (const std::string &name : assignedIn(statement)) {
    Value *held = find(name);
    if (!held || own.contains(name))
      continue;
    if (held->is(Kind::Unknown) && !held->text.empty())
      *held = computable(*held);
    if (!held->is(Kind::Number) && !held->is(Kind::Array))
      continue;
    carried.push_back({name, *held, *held, false});
  }
  const State outside = state;
  const std::size_t unanalysedBefore = procedure.unanalysed.size();
  const auto namedBefore = named_;
  const auto body = [&]() {
    if (const Value each = item(value); target)
      assign(*target, each, statement);
    loopsAround.push_back(loop);
    indicesAround.push_back(index);
    block(statement.children("body"));
    loopsAround.pop_back();
    indicesAround.pop_back();
  };
  // A trial says which are: array elements that are stored one by one are no values that are carried.
  const std::size_t effectsBefore = procedure.effects.size();
  const std::uint32_t numberBefore = statementNumber;
  const auto withPhis = [&](const std::set<std::string> &which) {
    for (Carried &each : carried) {
      if (!which.contains(each.name))
        continue;
      const NodeId element = each.before.is(Kind::Array) ? array(each.before).element : each.before.node;
      order::NodeSpec spec;
      spec.op = Op::LoopValue;
      spec.type = graph[element].type;
      spec.symbol = each.name;
      spec.version = ++nextVersion + 1'000'000;
      const NodeId around[] = {index};
      spec.operands = around;
      const NodeId phi = graph.intern(spec);
      carriedAxes[phi] = each.before.is(Kind::Array) ? array(each.before).axes : Axes{true, 0, {}, {}};
      Value *held = find(each.name);
      if (each.before.is(Kind::Array)) {
        Array changed = array(each.before);
        changed.element = phi;
        if (!held->is(Kind::Array))
          *held = each.before;
        state.changed.insert_or_assign(each.before.array, changed);
        each.phi = make(changed);
      } else {
        *held = each.before;
        held->node = phi;
        each.phi = *held;
      }
    }
  };
  body();
  std::set<std::string> which;
  for (Carried &each : carried) {
    const Value *after = find(each.name);
    const auto elementOf = [&](const State &side, ArrayId id) {
      const auto found = side.changed.find(id);
      return found == side.changed.end() ? created_[id] : found->second;
    };
    if (after && after->is(Kind::Array) && each.before.is(Kind::Number)) { // acc = 0; acc = acc + array
      Array start = array(*after);
      start.element = converted(each.before.node, formatOf(*after), where);
      each.before = computed(start, start.element);
      which.insert(each.name);
    } else if (!after || after->kind != each.before.kind) {
      which.insert(each.name);
    } else if (after->is(Kind::Number)) {
      if (after->node == each.before.node)
        continue;
      which.insert(each.name);
      // A sum that starts at 0.0, say, has the format of its terms from the first iteration on.
      if (const Format format = formatOf(*after); format != formatOf(each.before) || after->weak != each.before.weak) {
        each.before.node = converted(each.before.node, format, where);
        each.before.weak = after->weak;
        each.before.library = after->library;
      }
    } else if (after->array != each.before.array) {
      which.insert(each.name);
    } else if (const Array now = elementOf(state, after->array); now.element != elementOf(outside, after->array).element && now.filledBy.empty()) {
      which.insert(each.name);
      each.inPlace = true;
    }
  }
  if (!which.empty()) {
    state = outside;
    procedure.unanalysed.resize(unanalysedBefore);
    named_ = namedBefore;
    procedure.effects.resize(effectsBefore);
    statementNumber = numberBefore;
    withPhis(which);
    body();
  }
  order::CarryingLoop held{index, integer(0), integer(1), trips, {}, {}, {}};
  procedure.carryingLoops[loop] = held;
  procedure.loopOrigins[loop] = {0, 1, order::wholeNumber(graph, trips), trips};
  const State inside = state;
  endSequences(index, trips);
  for (const Carried &each : carried) {
    if (!which.contains(each.name))
      continue;
    const Value *after = find(each.name);
    if (!after || (!after->is(Kind::Number) && !after->is(Kind::Array))) {
      state.scopes.back()[each.name] = opaque(statement, "what a loop carries becomes no number");
      continue;
    }
    const Value now = *after;
    State kept = state;
    // What it starts from is what was there before the loop.
    const auto before = outside.changed.find(each.before.array);
    const Value start =
        each.before.is(Kind::Array) ? make(before == outside.changed.end() ? created_[each.before.array] : before->second) : each.before;
    const Value result = now.is(start.kind) ? carriedOut(each.name, start, each.phi, now, loop, trips, where)
                                            : opaque(statement, "a number that becomes an array in a loop");
    if (each.before.is(Kind::Array) && each.inPlace) {
      Array changed = array(each.before);
      changed.element = result.is(Kind::Array) ? array(result).element : result.node;
      changed.stored = where;
      state.changed.insert_or_assign(each.before.array, changed);
    } else {
      *find(each.name) = result;
    }
  }
  for (auto &[id, filled] : state.changed) {
    llvm::erase_if(filled.filledBy, [&](NodeId node) { return node == index; });
    const auto was = outside.changed.find(id);
    const NodeId old = was == outside.changed.end() ? created_[id].element : was->second.element;
    if (filled.element != old && filled.filledBy.empty() && inside.changed.contains(id) && !inside.changed.at(id).filledBy.empty()) {
      const unsigned axis = filled.axes.shown;
      const bool covers = plain && filled.axes.size(axis) && graph.value(filled.axes.size(axis)) == graph.value(trips);
      if (!covers)
        assume(order::Assumption::Kind::Name,
               "the loop over '" + std::string(graph.symbol(index)) + "' stores every element of '" + nameOf(filled) + "'", filled.element);
    }
  }
  if (procedure.carryingLoops[loop].phis.empty())
    procedure.carryingLoops.erase(loop);
  return Flow::Next;
}

} // namespace fporder::python
