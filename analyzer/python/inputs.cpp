// What a function gets: parameters, attributes, arrays without a source of their own; and what is not understood.
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

namespace fporder::python {

using order::NodeId;
using order::Op;

const Array &Evaluator::arrayOf(ArrayId id) const {
  const auto changed = state.changed.find(id);
  return changed == state.changed.end() ? created_[id] : changed->second;
}

Value Evaluator::make(Array made) {
  Value value;
  value.kind = Kind::Array;
  value.array = static_cast<ArrayId>(created_.size());
  created_.push_back(std::move(made));
  return value;
}

void Evaluator::store(ArrayId id, NodeId element, order::PlaceId place) {
  Array changed = arrayOf(id);
  changed.element = element;
  changed.stored = place;
  state.changed.insert_or_assign(id, std::move(changed));
}

Library Evaluator::library() const {
  bool numpy = false;
  for (const auto &[name, value] : script.globals) {
    if (value.is(Kind::Module) && llvm::StringRef(value.text).starts_with("torch"))
      return Library::Torch;
    numpy |= value.is(Kind::Module) && llvm::StringRef(value.text).starts_with("numpy");
  }
  return numpy ? Library::NumPy : Library::None;
}

/// Parameters by their places among the function's, other inputs behind them in the order of their first uses.
std::uint64_t Evaluator::inputNumber(const std::string &name) const {
  const auto declared = llvm::find(parameterNames, name);
  return declared != parameterNames.end() ? std::uint64_t(declared - parameterNames.begin()) : parameterNames.size() + leaves.size();
}

/// What an array's elements lie in: of a parameter, what the caller sees.
order::StorageId Evaluator::arrayStorage(const std::string &name, order::Storage::Kind kind) {
  order::Storage object;
  object.kind = kind;
  object.number = inputNumber(name);
  object.name = name;
  const bool isDeclared = kind == order::Storage::Kind::Parameter;
  if (kind == order::Storage::Kind::Variable) // test data that the script makes up
    object.kind = order::Storage::Kind::Parameter;
  const order::StorageId root = graph.addStorage(object);
  return isDeclared ? graph.addStorage({order::Storage::Kind::Pointee, root}) : root;
}

Value Evaluator::arrayLeaf(const std::string &name, const Axes &given, Format format, Library of, order::Storage::Kind kind) {
  if (const auto known = leaves.find(name); known != leaves.end()) {
    Value value;
    value.kind = Kind::Array;
    value.array = known->second;
    return value;
  }
  if (format == script.options.openFormat && learnt.indices.contains(name))
    format = Format::Integer;
  Array leaf;
  leaf.axes = given;
  if (const auto rank = learnt.ranks.find(name); rank != learnt.ranks.end() && !leaf.axes.known) {
    leaf.axes.known = true;
    leaf.axes.shown = rank->second;
  }
  leaf.library = of;
  leaf.name = name;
  const order::StorageId held = arrayStorage(name, kind);
  order::Storage element;
  element.kind = order::Storage::Kind::Element;
  element.of = held;
  Nodes operands;
  if (!leaf.axes.known)
    operands.push_back(variable(0));
  for (unsigned axis = leaf.axes.shown; axis > 0; --axis)
    operands.push_back(leaf.axes.size(axis) && order::wholeNumber(graph, leaf.axes.size(axis)) == 1 ? integer(0) : variable(axis));
  order::NodeSpec spec;
  spec.op = operands.empty() ? Op::Input : Op::Element;
  spec.type = {format};
  spec.symbol = name;
  spec.operands = operands;
  spec.storage = operands.empty() ? held : graph.addStorage(element);
  spec.place = leafPlace;
  leaf.element = leaf.initial = graph.intern(spec);
  const bool ranked = learnt.ranks.contains(name) && !given.known;
  const Value value = make(std::move(leaf));
  if (ranked)
    assume(order::Assumption::Kind::Name,
           "'" + name + "' is taken for an array of " + std::to_string(array(value).axes.shown) + (array(value).axes.shown == 1 ? " axis" : " axes"),
           array(value).element);
  leaves.emplace(name, value.array);
  return value;
}

/// A size, a bound or a step; what has no format as yet is an integer by its name. Invalid for what is no number.
NodeId Evaluator::positionFrom(const Value &value) {
  if (value.is(Kind::Number))
    return value.node;
  if (value.is(Kind::Unknown) && !value.text.empty()) {
    learnt.changed |= learnt.integers.insert(value.text).second;
    return numberLeaf(value.text, Format::Integer).node;
  }
  if (!value.is(Kind::Array) || array(value).axes.shown != 0)
    return {};
  for (const NodeId node : order::reachable(graph, array(value).element, [](NodeId) { return false; }))
    if (graph[node].op == Op::Element && graph[node].type.format == script.options.openFormat && graph.operands(node).size() == 1 &&
        graph.operand(node, 0) == variable(0) && !procedure.notHeld.contains(graph.value(node).index))
      learnt.changed |= learnt.integers.insert(std::string(graph.symbol(node))).second;
  Reindexing how;
  how.dropsRest = true;
  return reindexed(array(value).element, how);
}

Value Evaluator::numberLeaf(const std::string &name, Format format) {
  order::Storage object;
  object.kind = order::Storage::Kind::Parameter;
  object.number = inputNumber(name);
  object.name = name;
  order::NodeSpec spec;
  spec.op = Op::Input;
  spec.type = {format};
  spec.symbol = name;
  spec.storage = graph.addStorage(object);
  return number(graph.intern(spec));
}

void Evaluator::assume(order::Assumption::Kind kind, const std::string &reason, NodeId node) {
  order::Assumption assumption;
  assumption.kind = kind;
  assumption.reason = reason;
  procedure.assume(node, assumption);
}

namespace {

/// Names by which hyperparameters go, which are numbers of Python as a rule.
bool namesNumber(llvm::StringRef name) {
  static const llvm::StringSet<> names{"lr",        "eps",     "epsilon",  "alpha",    "beta1",       "beta2",        "beta_1",    "beta_2",
                                       "momentum",  "mu",      "decay",    "rho",      "tau",         "weight_decay", "dampening", "learning_rate",
                                       "step_size", "lambda_", "lambd",    "wd",       "temperature", "b1",           "b2",        "beta3",
                                       "step",      "t",       "lr_decay", "max_norm", "clip_value"};
  const std::size_t start = name.find_last_of(".");
  return names.contains(start == llvm::StringRef::npos ? name : name.substr(start + 1));
}

bool namesIndex(llvm::StringRef name) { return name == "step" || name == "t"; }

} // namespace

Value Evaluator::looselyNamed(const std::string &name) {
  if (learnt.integers.contains(name) && !learnt.arrays.contains(name) && !learnt.ranks.contains(name))
    return numberLeaf(name, Format::Integer);
  const llvm::StringRef key = llvm::StringRef(name).ends_with("']") ? llvm::StringRef(name).drop_back(2).rsplit('\'').second : llvm::StringRef(name);
  if (namesNumber(key) && !learnt.arrays.contains(name)) {
    Value value = numberLeaf(name, namesIndex(key) ? Format::Integer : Format::Binary64);
    value.guessed = true;
    assume(order::Assumption::Kind::Name, "'" + name + "' is taken for a number of Python", value.node);
    return value;
  }
  Value value;
  value.text = name;
  return value;
}

Value Evaluator::parameter(const Syntax &, llvm::StringRef name, const Syntax *standard, const Syntax *annotation) {
  const llvm::StringRef type = annotation ? (annotation->is("Name") ? annotation->text("id") : annotation->text("attr")) : llvm::StringRef();
  const Value given = standard ? evaluate(standard) : Value();
  const bool isNumber = given.is(Kind::Number) && formatOf(given) != Format::Boolean;
  if (type == "float" || (type.empty() && isNumber && formatOf(given) == Format::Binary64))
    return numberLeaf(name.str());
  if (type == "int" || (type.empty() && isNumber))
    return numberLeaf(name.str(), Format::Integer);
  if (type == "bool" || (type.empty() && standard && given.is(Kind::Number)))
    return numberLeaf(name.str(), Format::Boolean);
  const Library of = type == "Tensor" ? Library::Torch : type == "ndarray" ? Library::NumPy : library();
  if (type == "Tensor" || type == "ndarray")
    return arrayLeaf(name.str(), {}, script.options.openFormat, of, order::Storage::Kind::Parameter);
  if (given.is(Kind::Tuple)) {
    Value tuple = given;
    for (std::size_t index = 0; index < tuple.items.size(); ++index)
      if (tuple.items[index].is(Kind::Number))
        tuple.items[index] = numberLeaf(name.str() + "[" + std::to_string(index) + "]", formatOf(tuple.items[index]));
    return tuple;
  }
  return looselyNamed(name.str());
}

/// A number or an array: what has been left open is taken for an array, whose generic element is the value of a number too.
Value Evaluator::computable(const Value &value) {
  switch (value.kind) {
  case Kind::Number:
  case Kind::Array:
    return value;
  case Kind::Tuple: { // an array of numbers, by position not known apart
    Value leaf;
    leaf.text = value.text.empty() ? "list" : value.text;
    return computable(leaf);
  }
  case Kind::Unknown:
    return arrayLeaf(value.text.empty() ? "value" : value.text, {}, script.options.openFormat, library(), order::Storage::Kind::Parameter);
  default: {
    const Value leaf = numberLeaf(value.text.empty() ? "value" : value.text, Format::Unknown);
    procedure.notHeld.emplace(graph.value(leaf.node).index, "it is no number or array");
    return leaf;
  }
  }
}

void Evaluator::unanalysed(const Syntax &at, llvm::StringRef why) {
  if (assignments.contains(statementNumber))
    assignments[statementNumber] = false;
  if (named_.emplace(at.at.line, at.at.column).second)
    procedure.unanalysed.push_back({script.places.file(), at.at.line, at.at.column, "'" + script.places.spelling(at) + "'", why.str()});
}

/// A value that is not known, by the text that makes it.
Value Evaluator::opaque(const Syntax &at, llvm::StringRef why) {
  unanalysed(at, why);
  const std::string name = script.places.spelling(at) + "@" + std::to_string(at.at.line) + ":" + std::to_string(at.at.column);
  leafPlace = place(at);
  const Value leaf = arrayLeaf(name, {}, script.options.openFormat, library(), order::Storage::Kind::Unknown);
  leafPlace = {};
  procedure.notHeld.emplace(graph.value(array(leaf).element).index, why.str());
  return leaf;
}

/// A fresh input, or an unknown value, under the name that it is assigned to.
Value Evaluator::named(const Value &value, const std::string &name) {
  if (value.is(Kind::Unknown) && value.text.empty())
    return looselyNamed(name);
  if (!value.is(Kind::Array) || !array(value).fresh || name.empty())
    return value;
  const Array made = array(value);
  std::string free = name;
  for (unsigned number = 2; leaves.contains(free); ++number)
    free = name + "'" + std::to_string(number);
  return arrayLeaf(free, made.axes, graph[made.element].type.format, made.library, order::Storage::Kind::Variable);
}

} // namespace fporder::python
