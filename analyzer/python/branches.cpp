// Branches: both sides are evaluated, and what differs becomes a choice.
#include "analyzer/python/bounds.h"
#include "analyzer/python/evaluator.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::python {

using order::NodeId;
using order::Op;

namespace {

bool sameValue(const Value &left, const Value &right) {
  if (left.kind != right.kind || left.node != right.node || left.text != right.text || left.format != right.format || left.syntax != right.syntax ||
      left.items.size() != right.items.size())
    return false;
  if ((left.kind == Value::Kind::Array || left.kind == Value::Kind::Shape) && left.array != right.array)
    return false;
  if (left.kind == Value::Kind::Object && left.object != right.object)
    return false;
  for (std::size_t index = 0; index < left.items.size(); ++index)
    if (!sameValue(left.items[index], right.items[index]))
      return false;
  return true;
}

/// What stands behind these statements may run.
bool falls(llvm::ArrayRef<const Syntax *> statements) {
  const Syntax *last = statements.empty() ? nullptr : statements.back();
  return !last || !(last->is("Return") || last->is("Raise") || last->is("Continue"));
}

} // namespace

/// What a name or a result is behind a branch.
Value Evaluator::mergedValue(const Value &then, const Value &otherwise, const Value &condition, const std::string &name, const State &ifThen,
                             const State &ifOtherwise) {
  if (sameValue(then, otherwise))
    return then;
  if (then.is(Kind::Tuple) && otherwise.is(Kind::Tuple) && then.items.size() == otherwise.items.size()) {
    Value tuple = then;
    for (std::size_t index = 0; index < tuple.items.size(); ++index)
      tuple.items[index] = mergedValue(then.items[index], otherwise.items[index], condition, name, ifThen, ifOtherwise);
    return tuple;
  }
  if (then.is(Kind::Sequence) || otherwise.is(Kind::Sequence)) { // it grows in some iterations
    Value some = then.is(Kind::Sequence) ? then : otherwise;
    const Value &other = then.is(Kind::Sequence) ? otherwise : then;
    some.weak = true;
    if ((other.is(Kind::Tuple) && other.items.empty()) || (other.is(Kind::Sequence) && sameValue(other.items[0], some.items[0])))
      return some;
    some = Value();
    some.kind = Kind::Text;
    return some;
  }
  const auto numeric = [](const Value &value) {
    return value.is(Kind::Number) || value.is(Kind::Array) || (value.is(Kind::Unknown) && !value.text.empty());
  };
  if (numeric(then) && numeric(otherwise)) {
    // As they are on their sides.
    const auto on = [&](const Value &value, const State &side) {
      const Value known = computable(value);
      if (!known.is(Kind::Array))
        return known;
      const auto changed = side.changed.find(known.array);
      return changed == side.changed.end() ? known : make(changed->second);
    };
    return chosen(condition, on(then, ifThen), on(otherwise, ifOtherwise), {});
  }
  // None is what a name holds that is not used then.
  if (then.is(Kind::None) && numeric(otherwise))
    return otherwise;
  if (otherwise.is(Kind::None) && numeric(then))
    return then;
  Value unknown;
  unknown.text = name;
  return unknown;
}

State Evaluator::merged(const State &then, const State &otherwise, const Value &condition, const Syntax &) {
  State result = then;
  for (std::size_t level = 0; level < result.scopes.size() && level < otherwise.scopes.size(); ++level) {
    auto &scope = result.scopes[level];
    for (const auto &[name, value] : otherwise.scopes[level])
      if (const auto here = scope.find(name); here == scope.end())
        scope[name] = value; // what is not assigned on the other side is not used behind it
      else
        here->second = mergedValue(here->second, value, condition, name, then, otherwise);
  }
  for (const auto &[number, attributes] : otherwise.objects)
    for (const auto &[name, value] : attributes) {
      Attributes &own = result.objects[number];
      if (const auto here = own.find(name); here == own.end())
        own[name] = value;
      else
        here->second = mergedValue(here->second, value, condition, name, then, otherwise);
    }
  std::set<ArrayId> ids;
  for (const State *side : {&then, &otherwise})
    for (const auto &[id, array] : side->changed)
      ids.insert(id);
  for (const ArrayId id : ids) {
    const auto on = [&](const State &side) {
      const auto changed = side.changed.find(id);
      return changed == side.changed.end() ? created_[id] : changed->second;
    };
    Array left = on(then), right = on(otherwise);
    if (left.element == right.element)
      continue;
    Value test = condition;
    if (const Array &filled = left.filledBy.empty() ? right : left; !filled.filledBy.empty() && test.is(Kind::Number)) {
      Reindexing how;
      for (std::size_t position = 0; position < filled.filledBy.size(); ++position)
        how.loops[graph[filled.filledBy[position]].version] = variable(static_cast<unsigned>(filled.filledBy.size() - position));
      Array varying = filled;
      varying.element = reindexed(test.node, how);
      test = make(varying);
    }
    const Value both = chosen(test, make(left), make(right), left.stored ? left.stored : right.stored);
    Array after = left;
    after.filledBy = left.filledBy.empty() ? right.filledBy : left.filledBy;
    after.stored = left.stored ? left.stored : right.stored;
    after.element = both.is(Kind::Array) ? array(both).element : left.element;
    result.changed.insert_or_assign(id, std::move(after));
  }
  return result;
}

/// `rest`: the statements behind, which run on each side where one returns.
Evaluator::Flow Evaluator::branch(const Syntax &statement, llvm::ArrayRef<const Syntax *> rest) {
  ++statementNumber;
  const Syntax &test = *statement.child("test");
  const Value value = evaluate(&test);
  // As one block: a choice in the body that returns on one side has the rest on its other side.
  const auto go = [&](llvm::StringRef body) {
    std::vector<const Syntax *> all = statement.children(body).vec();
    llvm::append_range(all, rest);
    return block(all);
  };
  if (const auto known = truth(value))
    return go(*known ? "body" : "orelse");
  if (test.is("Compare") && test.child("left") && test.child("left")->is("Name") && test.child("left")->text("id") == "__name__")
    return go("body");
  const Value condition_ = condition(test, value);
  // Behind a side that always returns nothing is evaluated; otherwise the rest is evaluated twice.
  const bool twice = falls(statement.children("body")) && falls(statement.children("orelse"));
  if (!rest.empty() && (++divided > bounds::dividedBranches || (twice && ++evaluatedTwice > bounds::branchesEvaluatedTwice))) {
    unanalysed(statement, "too many branches that return");
    rest = {};
  }
  const State before = state;
  std::optional<Value> outer = std::move(returned);
  returned.reset();
  const Flow flowThen = go("body");
  State then = std::move(state);
  const std::optional<Value> returnedThen = std::move(returned);
  state = before;
  returned.reset();
  const Flow flowOtherwise = go("orelse");
  const std::optional<Value> returnedOtherwise = std::move(returned);
  returned = std::move(outer);
  const auto leaves_ = [](Flow flow) { return flow == Flow::Raise; };
  if (leaves_(flowThen) || leaves_(flowOtherwise)) {
    if (leaves_(flowOtherwise))
      state = std::move(then);
    const auto &result = leaves_(flowOtherwise) ? returnedThen : returnedOtherwise;
    if (result)
      returned = result;
    return leaves_(flowOtherwise) ? flowThen : flowOtherwise;
  }
  const State otherwise = std::move(state);
  state = merged(then, otherwise, condition_, statement);
  if (returnedThen && returnedOtherwise)
    returned = mergedValue(*returnedThen, *returnedOtherwise, condition_, "result", then, otherwise);
  else if (returnedThen || returnedOtherwise)
    returned = returnedThen ? returnedThen : returnedOtherwise; // the other side returns nothing
  if (flowThen != flowOtherwise && flowThen != Flow::Next && flowOtherwise != Flow::Next)
    return Flow::Return;
  if (flowThen == flowOtherwise)
    return flowThen;
  // With what stands behind the branch evaluated on both sides, both are at the end of an iteration.
  const auto ends = [](Flow flow) { return flow == Flow::Next || flow == Flow::Continue; };
  if (ends(flowThen) && ends(flowOtherwise))
    return Flow::Continue;
  if (flowThen == Flow::Break || flowOtherwise == Flow::Break || flowThen == Flow::Continue || flowOtherwise == Flow::Continue)
    unanalysed(statement, "the loop is left or continued on a condition");
  return flowThen == Flow::Return || flowOtherwise == Flow::Return ? Flow::Return : Flow::Next;
}

} // namespace fporder::python
