// Statements but for branches and loops.
#include "analyzer/python/evaluator.h"

#include "runtime/order/infix.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::python {

using order::NodeId;

namespace {

/// A return anywhere in a statement, or the end of an iteration of the loop around it; functions inside of it aside.
bool returns(const Syntax &statement, bool continues = true) {
  if (statement.is("Return") || statement.is("Raise") || (continues && statement.is("Continue")))
    return true;
  if (statement.is("FunctionDef") || statement.is("ClassDef"))
    return false;
  continues &= !statement.is("For") && !statement.is("While");
  for (const llvm::StringRef field : {"body", "orelse", "finalbody", "handlers"})
    if (llvm::any_of(statement.children(field), [&](const Syntax *each) { return each && returns(*each, continues); }))
      return true;
  return false;
}

} // namespace

Evaluator::Flow Evaluator::block(llvm::ArrayRef<const Syntax *> statements) {
  for (std::size_t index = 0; index < statements.size(); ++index) {
    if (!statements[index])
      continue;
    const Syntax &each = *statements[index];
    if (each.is("If") && returns(each))
      return branch(each, statements.drop_front(index + 1));
    if (each.is("With") && returns(each)) { // what it holds goes on behind it
      enter(each);
      std::vector<const Syntax *> all = each.children("body").vec();
      llvm::append_range(all, statements.drop_front(index + 1));
      return block(all);
    }
    if (each.is("Try") && returns(each)) {
      std::vector<const Syntax *> all = each.children("body").vec();
      llvm::append_range(all, each.children("finalbody"));
      llvm::append_range(all, statements.drop_front(index + 1));
      return block(all);
    }
    if (const Flow flow = statement(each); flow != Flow::Next)
      return flow;
  }
  return Flow::Next;
}

Evaluator::Flow Evaluator::statement(const Syntax &statement) {
  const llvm::StringRef kind = statement.kind;
  const bool compound =
      kind == "If" || kind == "For" || kind == "While" || kind == "With" || kind == "Try" || kind == "FunctionDef" || kind == "ClassDef";
  if (!compound)
    ++statementNumber;
  if (kind == "Assign" || kind == "AnnAssign" || kind == "AugAssign")
    assignments.emplace(statementNumber, true);
  if (kind == "Assign") {
    learnUnpacked(statement);
    const Value value = evaluate(statement.child("value"));
    for (const Syntax *target : statement.children("targets"))
      assign(*target, value, statement);
  } else if (kind == "AnnAssign") {
    if (statement.child("value"))
      assign(*statement.child("target"), evaluate(statement.child("value")), statement);
  } else if (kind == "AugAssign") {
    augmented(statement);
  } else if (kind == "Expr") {
    const Syntax *value = statement.child("value");
    if (!value->is("Constant") && !value->is("Yield") && !value->is("Await"))
      evaluate(value);
  } else if (kind == "Return") {
    returned = evaluate(statement.child("value"));
    if (active.size() <= 1)
      returnedFrom = statement.child("value");
    return Flow::Return;
  } else if (kind == "Raise") {
    return Flow::Raise;
  } else if (kind == "Break") {
    return Flow::Break;
  } else if (kind == "Continue") {
    return Flow::Continue;
  } else if (kind == "If") {
    return branch(statement, {});
  } else if (kind == "For") {
    return forLoop(statement);
  } else if (kind == "While") {
    return whileLoop(statement);
  } else if (kind == "With") {
    enter(statement);
    return block(statement.children("body"));
  } else if (kind == "Try") {
    const Flow flow = block(statement.children("body"));
    if (flow != Flow::Next)
      return flow;
    return block(statement.children("finalbody"));
  } else if (kind == "Import" || kind == "ImportFrom") {
    importModule(statement);
  } else if (kind == "FunctionDef" || kind == "ClassDef") {
    define(statement);
  } else if (kind == "Assert") {
    evaluate(statement.child("test"));
  } else if (kind == "Delete" || kind == "Global" || kind == "Nonlocal" || kind == "Pass") {
    // nothing is computed
  } else {
    unanalysed(statement, ("'" + kind + "' is not followed").str());
  }
  return Flow::Next;
}

/// What a `with` gives names.
void Evaluator::enter(const Syntax &statement) {
  for (const Syntax *item : statement.children("items"))
    if (const Syntax *target = item->child("optional_vars")) {
      evaluate(item->child("context_expr"));
      if (target->is("Name")) {
        Value file;
        file.kind = Kind::Text;
        assign(*target, file, statement);
      }
    }
}

void Evaluator::importModule(const Syntax &statement) {
  for (const Syntax *alias : statement.children("names")) {
    const std::string name = alias->text("name").str();
    std::string as = alias->text("asname").str();
    Value value;
    if (statement.is("Import")) {
      value.kind = Kind::Module;
      value.text = as.empty() ? llvm::StringRef(name).split('.').first.str() : name;
      if (as.empty())
        as = value.text;
    } else {
      Value parent;
      parent.kind = Kind::Module;
      parent.text = statement.text("module").str();
      value = attributeOf(parent, name, statement);
      const bool first = !name.empty() && (name[0] >= 'A' && name[0] <= 'Z');
      if (as.empty())
        as = name;
      if (first && value.is(Kind::Library) && llvm::StringRef(parent.text).starts_with("torch") && name != "Tensor")
        value.text = parent.text + "." + name;
    }
    state.scopes.back()[as] = value;
  }
}

/// b, h, t, d = *q.shape, v.shape[-1] says how many axes q has.
void Evaluator::learnUnpacked(const Syntax &statement) {
  const Syntax *value = statement.child("value"), *target = statement.children("targets").front();
  if (!value->is("Tuple") || !target || !target->is("Tuple"))
    return;
  const Syntax *starred = nullptr;
  for (const Syntax *each : value->children("elts"))
    if (each->is("Starred") && std::exchange(starred, each))
      return;
  if (!starred || target->children("elts").size() + 1 < value->children("elts").size())
    return;
  const Value shape = evaluate(starred->child("value"));
  if (!shape.is(Kind::Shape))
    return;
  const Array of = arrayOf(shape.array);
  if (!of.axes.known)
    saysRank(of, static_cast<unsigned>(target->children("elts").size() + 1 - value->children("elts").size()));
}

void Evaluator::define(const Syntax &statement) {
  Value value;
  value.kind = statement.is("ClassDef") ? Kind::Class : Kind::Function;
  value.syntax = &statement;
  state.scopes.back()[statement.text("name").str()] = value;
}

/// The log of what names hold; none of them may be written in a fix, as scripts are not edited.
static void logDefinition(order::Procedure &procedure, const std::string &name, order::NodeId node) {
  const auto known = llvm::find_if(procedure.definitions, [&](const order::Definition &each) { return each.name == name; });
  const auto variable = known == procedure.definitions.end() ? static_cast<std::uint32_t>(procedure.definitions.size() + 1) : known->variable;
  procedure.definitions.push_back({.variable = variable, .name = name, .node = node, .exposed = true});
}

void Evaluator::assign(const Syntax &target, const Value &value, const Syntax &at) {
  if (target.is("Name")) {
    const std::string name = target.text("id").str();
    Value &held = state.scopes.back()[name];
    held = named(value, name);
    if (held.is(Kind::Tuple) && held.text.empty())
      held.text = name;
    if (held.is(Kind::Number) || held.is(Kind::Array))
      logDefinition(procedure, name, held.is(Kind::Number) ? held.node : array(held).element);
    return;
  }
  if (target.is("Tuple") || target.is("List")) {
    const auto targets = target.children("elts");
    if (value.is(Kind::Shape)) {
      const Array of = arrayOf(value.array);
      if (!of.axes.known && of.initial) { // as many as there are names: no assumption
        learnt.ranks[of.name] = static_cast<unsigned>(targets.size());
        learnt.exact.insert(of.name);
        learnt.changed = true;
      } else if (of.axes.known && of.axes.shown < targets.size()) {
        Value whole;
        whole.kind = Kind::Array;
        whole.array = value.array;
        needsRank(whole, static_cast<unsigned>(targets.size()));
      }
    }
    isArrayAfterAll(value, 1);
    for (std::size_t index = 0; index < targets.size(); ++index) {
      if (!targets[index])
        continue;
      Value part;
      if (value.is(Kind::Tuple) && index < value.items.size())
        part = value.items[index];
      else if (value.is(Kind::Sequence) && value.count)
        part = indexed(value, weakInteger(static_cast<long long>(index)), at);
      else if (value.is(Kind::Shape))
        part = shapeEntry(value, weakInteger(static_cast<long long>(index)), at);
      else if (value.is(Kind::Unknown) && targets[index]->is("Name"))
        part = looselyNamed(targets[index]->text("id").str());
      else if (value.is(Kind::Array) && procedure.notHeld.contains(graph.value(array(value).element).index)) { // a part of what is not known
        part = arrayLeaf(array(value).name + "[" + std::to_string(index) + "]", {}, formatOf(value), array(value).library,
                         order::Storage::Kind::Unknown);
        procedure.notHeld.emplace(graph.value(array(part).element).index, procedure.notHeld.at(graph.value(array(value).element).index));
      } else if (value.is(Kind::Array))
        part = view(value, weakInteger(static_cast<long long>(index)), at);
      else if (targets[index]->is("Name") || targets[index]->is("Attribute"))
        part = opaque(*targets[index], "what a value is unpacked to is not known");
      assign(*targets[index], part, at);
    }
    return;
  }
  if (target.is("Starred"))
    return assign(*target.child("value"), opaque(target, "how many values there are is not known"), at);
  assignElement(target, value, at);
}

/// Attributes and subscripts.
void Evaluator::assignElement(const Syntax &target, const Value &value, const Syntax &at) {
  const Value object = evaluate(target.child("value"));
  if (target.is("Attribute")) {
    const std::string name = target.text("attr").str();
    if (object.is(Kind::Object))
      state.objects[object.object].insert_or_assign(name, named(value, "self." + name));
    else if (object.is(Kind::Array) && name == "data")
      inPlace(object, value, at);
    else if (object.is(Kind::Unknown))
      state.scopes.back()[object.text + "." + name] = value;
    return;
  }
  const Value index = evaluate(target.child("slice"));
  if (object.is(Kind::Object) && index.is(Kind::Text)) {
    state.objects[object.object].insert_or_assign(index.text, named(value, index.text));
    return;
  }
  if (object.is(Kind::Unknown) && index.is(Kind::Text)) {
    const std::string name = object.text + "['" + index.text + "']";
    state.scopes.back()[name] = named(value, name);
    return;
  }
  if (object.is(Kind::Unknown) && (index.is(Kind::Array) || index.is(Kind::Unknown))) {
    const std::string name = object.text + "[" + (index.is(Kind::Array) ? nameOf(array(index)) : index.text) + "]";
    state.scopes.back()[name] = named(value, name);
    return;
  }
  if (object.is(Kind::Tuple)) {
    const auto position = wholeOf(index);
    const Syntax *list = target.child("value");
    Value *held = list && list->is("Name") ? find(list->text("id").str()) : nullptr;
    if (held && position && *position >= 0 && static_cast<std::size_t>(*position) < held->items.size())
      held->items[static_cast<std::size_t>(*position)] = value;
    else
      unanalysed(target, "which entry of a list is assigned is not known");
    return;
  }
  if (object.is(Kind::Number) && object.guessed) {
    learnt.arrays.insert(std::string(graph.symbol(object.node)));
    learnt.changed = true;
    return;
  }
  if (!object.is(Kind::Array) && !object.is(Kind::Unknown)) {
    unanalysed(target, "what is assigned to is no array");
    return;
  }
  storeElements(computable(object), indexItems(index), value, target, at);
}

/// The array holds `value` from now on, in its own format.
void Evaluator::inPlace(const Value &target, const Value &given, const Syntax &at) {
  const Value value = computable(given);
  if (!target.is(Kind::Array))
    return;
  Array after = array(target);
  NodeId element;
  if (value.is(Kind::Array)) {
    const Array from = array(value);
    const unsigned shown = std::max(after.axes.shown, from.axes.shown);
    element = shownAs(from, shown);
    if (!after.axes.known)
      after.axes.shown = shown;
  } else {
    element = value.node;
  }
  if (!element) {
    unanalysed(at, "an array that a loop carries is taken apart");
    return;
  }
  assignments.emplace(statementNumber, true);
  after.element = converted(element, graph[arrayOf(target.array).element].type.format, place(at));
  after.stored = place(at);
  after.filledBy.clear();
  state.changed.insert_or_assign(target.array, std::move(after));
}

/// x += y: in place for arrays, another number for numbers.
void Evaluator::augmented(const Syntax &statement) {
  const Syntax &target = *statement.child("target");
  const Value before = evaluate(&target);
  const Value operand = evaluate(statement.child("value"));
  if (before.is(Kind::Tuple) || before.is(Kind::Text))
    return;
  if (statement.text("op") == "MatMult") {
    assign(target, opaque(statement, "a product of matrices in place"), statement);
    return;
  }
  const Value object = computable(before);
  const Value result = binary(statement.text("op"), object, operand, place(statement));
  if (result.is(Kind::Unknown)) {
    unanalysed(statement, "an array that a loop carries is taken apart");
    return;
  }
  if (object.is(Kind::Array) && target.is("Name"))
    return inPlace(object, result, statement);
  if (object.is(Kind::Array) && target.is("Attribute")) {
    inPlace(object, result, statement);
    return;
  }
  assign(target, result, statement);
}

} // namespace fporder::python
