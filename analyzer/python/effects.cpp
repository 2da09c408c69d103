// What a procedure does that others see: results, changed arguments, outputs that are saved, printed or compared.
#include "analyzer/python/evaluator.h"

#include "runtime/format/format.h"
#include "runtime/order/function_facts.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::python {

using order::NodeId;
using order::Op;

/// A named place outside of the script, which each name has one of.
order::StorageId Evaluator::savedAs(const std::string &target) {
  order::Storage saved;
  saved.kind = order::Storage::Kind::Global;
  saved.name = target;
  return graph.addStorage(saved);
}

void Evaluator::output(const Value &value, const std::string &target, order::Effect::Kind kind, order::PlaceId place) {
  if (!value.is(Kind::Number) && !value.is(Kind::Array))
    return;
  const NodeId node = value.is(Kind::Array) ? array(value).element : value.node;
  if (kind == order::Effect::Kind::Store && (order::isLeaf(graph[node].op) && !procedure.notHeld.contains(graph.value(node).index)))
    return; // an input that is saved
  order::Effect effect;
  effect.kind = kind;
  effect.node = node;
  effect.target = target;
  effect.place = place;
  if (value.is(Kind::Array))
    effect.indices = indices(array(value).axes);
  procedure.effects.push_back(std::move(effect));
}

/// A value or the values of a tuple.
void Evaluator::outputs(const Value &value, const std::string &target, order::Effect::Kind kind, const Syntax &at) {
  if (value.is(Kind::Unknown) && kind == order::Effect::Kind::Return && !value.text.empty()) {
    output(computable(value), target, kind, place(at));
    return;
  }
  if (!value.is(Kind::Tuple)) {
    output(value, target, kind, place(at));
    return;
  }
  const auto elements = at.is("Tuple") || at.is("List") ? at.children("elts") : llvm::ArrayRef<const Syntax *>();
  for (std::size_t index = 0; index < value.items.size(); ++index) {
    const Syntax *each = index < elements.size() ? elements[index] : nullptr;
    outputs(value.items[index], each && each->is("Name") ? each->text("id").str() : target + "[" + std::to_string(index) + "]", kind,
            each ? *each : at);
  }
}

/// Calls that save, print or compare values: those are outputs by name.
bool Evaluator::sink(const std::string &name, Arguments &given, const Syntax &at) {
  static const char *const savers[] = {"tofile", "save", "savetxt", "savez", "savez_compressed", "dump"};
  static const char *const comparers[] = {"assert_allclose",     "assert_array_almost_equal",
                                          "assert_almost_equal", "assert_equal",
                                          "assert_array_equal",  "allclose",
                                          "assert_close",        "isclose",
                                          "array_equal"};
  const bool saves = llvm::is_contained(savers, name), compares = llvm::is_contained(comparers, name), prints = name == "print";
  if (!saves && !compares && !prints)
    return false;
  const auto syntaxOf = [&](std::size_t position) -> const Syntax * {
    const auto written = at.children("args");
    return position < written.size() ? written[position] : nullptr;
  };
  const Syntax *called = at.child("func");
  const bool isMethod = called && called->is("Attribute") && name == "tofile";
  std::vector<std::pair<const Syntax *, Value>> values;
  if (isMethod && !given.positional.empty())
    values.emplace_back(called->child("value"), given.positional[0]);
  for (std::size_t index = isMethod ? 1 : 0; index < given.positional.size(); ++index)
    values.emplace_back(syntaxOf(isMethod ? index - 1 : index), given.positional[index]);
  if (saves)
    for (const auto &[keyword, value] : given.named)
      values.emplace_back(nullptr, value);
  for (const auto &[syntax, value] : values) {
    std::string target = syntax && syntax->is("Name") ? syntax->text("id").str() : syntax ? script.places.spelling(*syntax) : "";
    for (const auto &[keyword, named] : given.named)
      if (!syntax && named.node == value.node && named.array == value.array)
        target = keyword;
    const bool plain = prints && value.is(Kind::Number) && formatOf(value) == Format::Integer;
    const std::size_t before = procedure.effects.size();
    if (!plain)
      outputs(value, target, order::Effect::Kind::Store, syntax ? *syntax : at);
    for (std::size_t index = before; saves && index < procedure.effects.size(); ++index)
      procedure.effects[index].storage = savedAs(procedure.effects[index].target);
  }
  return saves || compares || prints;
}

/// Results and arguments that were changed in place, at the end of the function.
void Evaluator::finish(const std::optional<Value> &result, const Syntax *) {
  for (const auto &[id, changed] : std::map(state.changed)) {
    if (!created_[id].initial || changed.element == created_[id].initial || created_[id].name.empty())
      continue;
    order::Effect effect;
    effect.kind = order::Effect::Kind::Store;
    effect.node = changed.element;
    effect.indices = indices(changed.axes);
    effect.target = created_[id].name;
    for (const NodeId &index : effect.indices)
      effect.target += (&index == effect.indices.data() ? "[" : ", ") + order::printInfix(graph, index, {.forReaders = true});
    effect.target += effect.indices.empty() ? "" : "]";
    effect.place = changed.stored;
    effect.storage = graph.storage(created_[id].initial);
    procedure.effects.push_back(std::move(effect));
  }
  if (result && returnedFrom) {
    const bool isName = returnedFrom->is("Name");
    outputs(*result, isName ? returnedFrom->text("id").str() : "", order::Effect::Kind::Return, *returnedFrom);
  }
  seeShown();
  collectComputations();
}

/// Where nothing is returned, changed or saved, what is printed or compared is what the function computes.
void Evaluator::seeShown() {
  if (llvm::any_of(procedure.effects, [](const order::Effect &effect) { return effect.storage || effect.kind == order::Effect::Kind::Return; }))
    return;
  for (order::Effect &effect : procedure.effects)
    if (effect.kind == order::Effect::Kind::Store && !effect.target.empty())
      effect.storage = savedAs(effect.target);
}

/// Every operation under an effect that may round, operands first.
void Evaluator::collectComputations() {
  std::set<NodeId> all;
  const auto add = [&](NodeId root) {
    if (root)
      for (const NodeId node : order::reachable(graph, root, [](NodeId) { return false; }))
        all.insert(node);
  };
  for (const order::Effect &effect : procedure.effects)
    add(effect.node);
  for (const auto &[loop, carrying] : procedure.carryingLoops)
    for (const order::LoopPhi &phi : carrying.phis) {
      add(phi.next);
      add(phi.initial);
    }
  for (const NodeId node : all) {
    const order::Node data = graph[node];
    if (!format::isFloatingPoint(data.type.format))
      continue;
    const bool rounds =
        order::isRounded(data.op) || (data.op == Op::Cast && order::castRounds(graph[graph.operand(node, 0)].type.format, data.type.format));
    if (rounds)
      procedure.computations.push_back({node, static_cast<std::uint32_t>(procedure.definitions.size()), {}, 0});
  }
}

std::pair<unsigned, unsigned> Evaluator::assignmentsOnSlice() const {
  std::set<std::uint32_t> seen;
  for (const order::Effect &effect : procedure.effects)
    if (effect.node)
      for (const NodeId node : order::reachable(graph, effect.node, [](NodeId) { return false; }))
        if (const order::PlaceId at = graph[node].place)
          seen.insert(graph.place(at).statement);
  unsigned total = 0, understood = 0;
  for (const auto &[statement, whole] : assignments)
    if (seen.contains(statement)) {
      ++total;
      understood += whole;
    }
  return {total, understood};
}

} // namespace fporder::python
