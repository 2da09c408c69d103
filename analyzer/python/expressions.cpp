// Expressions but for calls and subscripts.
#include "analyzer/python/bounds.h"
#include "analyzer/python/evaluator.h"

#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace fporder::python {

using order::NodeId;
using order::Op;

Value Evaluator::evaluate(const Syntax *expression) {
  if (!expression) {
    Value none;
    none.kind = Kind::None;
    return none;
  }
  if (++steps / 8 > limits::most(limits::Limit::InlineStatements))
    return opaque(*expression, "the function is too long with the calls in it");
  return evaluateNode(*expression);
}

Value Evaluator::evaluateNode(const Syntax &expression) {
  const llvm::StringRef kind = expression.kind;
  if (kind == "Constant")
    return constant(expression);
  if (kind == "Name")
    return name(expression);
  if (kind == "Attribute")
    return attribute(expression);
  if (kind == "Call")
    return call(expression);
  if (kind == "Subscript")
    return subscript(expression);
  if (kind == "BinOp") {
    const Value left = evaluate(expression.child("left")), right = evaluate(expression.child("right"));
    if (left.is(Kind::Text) || right.is(Kind::Text)) {
      Value text;
      text.kind = Kind::Text;
      return text;
    }
    if (auto listed = listOperation(expression.text("op"), left, right))
      return *listed;
    if (expression.text("op") == "MatMult") {
      if (const auto product = matrixProduct(left, right, place(expression), expression))
        return *product;
      return opaque(expression, "the axes of the operands are not known");
    }
    return binary(expression.text("op"), left, right, place(expression));
  }
  if (kind == "UnaryOp") {
    const Value operand = evaluate(expression.child("operand"));
    const llvm::StringRef op = expression.text("op");
    if (op == "USub")
      return negated(operand, place(expression));
    if (op == "UAdd")
      return operand;
    if (const auto known = truth(operand); known && op == "Not")
      return number(graph.constant(order::Number::fromInteger(*known ? 0 : 1), {Format::Boolean}));
    if (op == "Invert" && !operand.is(Kind::Number)) {
      const Value mask = computable(operand);
      const Format format = formatOf(mask);
      if (mask.is(Kind::Array) && format == Format::Integer)
        return elementwise(mask, [&](llvm::ArrayRef<NodeId> nodes) { return graph.call("~", nodes, {Format::Integer}, place(expression)); });
      if (mask.is(Kind::Array) && format != Format::Boolean)
        assume(order::Assumption::Kind::Name, "'" + nameOf(array(mask)) + "' is taken for a mask", array(mask).element);
      if (mask.is(Kind::Array))
        return elementwise(cast(mask, Format::Boolean, place(expression)),
                           [&](llvm::ArrayRef<NodeId> nodes) { return graph.unary(Op::Not, nodes[0], {Format::Boolean}, place(expression)); });
    }
    const Value test = condition(*expression.child("operand"), operand);
    return elementwise(test, [&](llvm::ArrayRef<NodeId> nodes) { return graph.unary(Op::Not, nodes[0], {Format::Boolean}, place(expression)); });
  }
  if (kind == "Compare")
    return comparison(expression);
  if (kind == "BoolOp")
    return boolean(expression);
  if (kind == "IfExp")
    return choice(expression);
  if (kind == "Tuple" || kind == "List") {
    Value tuple;
    tuple.kind = Kind::Tuple;
    tuple.depth = static_cast<std::uint32_t>(loopsAround.size());
    for (const Syntax *item : expression.children("elts")) {
      if (item && item->is("Starred")) {
        const Value inner = evaluate(item->child("value"));
        if (const auto all = items(inner))
          tuple.items.insert(tuple.items.end(), all->begin(), all->end());
        else
          tuple.items.push_back(opaque(*item, "how many values there are is not known"));
        continue;
      }
      tuple.items.push_back(evaluate(item));
    }
    return tuple;
  }
  if (kind == "Slice") {
    Value slice;
    slice.kind = Kind::Slice;
    slice.items = {evaluate(expression.child("lower")), evaluate(expression.child("upper")), evaluate(expression.child("step"))};
    return slice;
  }
  if (kind == "Dict") {
    Value object;
    object.kind = Kind::Object;
    object.object = nextObject++;
    const auto keys = expression.children("keys"), values = expression.children("values");
    for (std::size_t index = 0; index < std::min(keys.size(), values.size()); ++index) {
      const Value key = evaluate(keys[index]), value = evaluate(values[index]);
      if (key.is(Kind::Text))
        state.objects[object.object].insert_or_assign(key.text, value);
    }
    return object;
  }
  if (kind == "Lambda") {
    Value function;
    function.kind = Kind::Function;
    function.syntax = &expression;
    return function;
  }
  if (kind == "JoinedStr" || kind == "FormattedValue") {
    Value text;
    text.kind = Kind::Text;
    return text;
  }
  if (kind == "ListComp" || kind == "GeneratorExp")
    return comprehension(expression);
  if (kind == "NamedExpr") {
    const Value value = evaluate(expression.child("value"));
    assign(*expression.child("target"), value, expression);
    return value;
  }
  return opaque(expression, ("'" + kind + "' is not followed").str());
}

/// Lists one behind the other, and a list several times.
std::optional<Value> Evaluator::listOperation(llvm::StringRef op, const Value &left, const Value &right) {
  const auto isList = [](const Value &value) { return value.is(Kind::Tuple) || value.is(Kind::Shape); };
  const auto one = isList(left) ? items(left) : std::nullopt, other = isList(right) ? items(right) : std::nullopt;
  Value result;
  result.kind = Kind::Tuple;
  if (op == "Add" && one && other) {
    result.items = *one;
    result.items.insert(result.items.end(), other->begin(), other->end());
    return result;
  }
  const auto times = one ? wholeOf(right) : other ? wholeOf(left) : std::nullopt;
  if (op != "Mult" || !times || *times > static_cast<long long>(bounds::unrolledIterations))
    return std::nullopt;
  for (long long k = 0; k < *times; ++k)
    result.items.insert(result.items.end(), (one ? *one : *other).begin(), (one ? *one : *other).end());
  return result;
}

Value Evaluator::constant(const Syntax &expression) {
  const llvm::StringRef type = expression.text("type"), text = expression.text("text");
  if (type == "float")
    return weakFloat(std::strtod(text.str().c_str(), nullptr));
  if (type == "int") {
    if (const auto value = order::Number::parse(text); value && !text.empty())
      return number(graph.constant(*value, {Format::Integer}));
    return opaque(expression, "the integer is too long");
  }
  if (type == "bool")
    return number(graph.constant(order::Number::fromInteger(text == "1" ? 1 : 0), {Format::Boolean}));
  Value value;
  value.kind = type == "none" ? Kind::None : type == "ellipsis" ? Kind::Ellipsis : Kind::Text;
  value.text = text.str();
  if (type == "complex")
    return opaque(expression, "complex numbers are not followed");
  return value;
}

Value *Evaluator::find(const std::string &name) {
  for (std::size_t level = state.scopes.size(); level-- > 0;)
    if (const auto found = state.scopes[level].find(name); found != state.scopes[level].end())
      return &found->second;
  return nullptr;
}

Value Evaluator::name(const Syntax &expression) {
  const std::string id = expression.text("id").str();
  if (const Value *known = find(id)) {
    // What was left open gets its format and memory when it is first computed with, by its name.
    return *known;
  }
  if (const auto global = script.globals.find(id); global != script.globals.end())
    return global->second;
  Value builtinName;
  builtinName.kind = Kind::Library;
  builtinName.text = "builtins." + id;
  static const char *const builtins[] = {"abs",      "min",     "max",       "sum",        "len",  "range", "float", "int", "bool",
                                         "print",    "zip",     "enumerate", "isinstance", "list", "tuple", "round", "pow", "map",
                                         "reversed", "sorted",  "super",     "str",        "dict", "set",   "any",   "all", "open",
                                         "type",     "hasattr", "getattr",   "slice",      "next", "iter",  "exit"};
  if (llvm::is_contained(builtins, id))
    return builtinName;
  return looselyNamed(id);
}

Value Evaluator::attribute(const Syntax &expression) {
  return attributeOf(evaluate(expression.child("value")), expression.text("attr").str(), expression);
}

Value Evaluator::attributeOf(const Value &object, const std::string &name, const Syntax &at) {
  if (object.is(Kind::Module)) {
    const std::string full = object.text + "." + name;
    static constexpr std::pair<llvm::StringLiteral, double> numbers[] = {
        {"pi", 3.141592653589793}, {"e", 2.718281828459045}, {"inf", HUGE_VAL}, {"euler_gamma", 0.5772156649015329}};
    for (const auto &[known, value] : numbers)
      if (name == known)
        return weakFloat(value);
    Value value;
    value.text = full;
    value.kind = Kind::Library;
    if (const auto format = formatFrom(value)) {
      value.kind = Kind::Format;
      value.format = *format;
    } else if (name == "newaxis") {
      value.kind = Kind::None;
    } else if (llvm::is_contained(
                   {"linalg", "random", "nn", "functional", "optim", "special", "fft", "testing", "cuda", "init", "autograd", "distributed"}, name)) {
      value.kind = Kind::Module;
    }
    return value;
  }
  if (object.is(Kind::Object)) {
    Attributes &attributes = state.objects[object.object];
    if (const auto known = attributes.find(name); known != attributes.end())
      return known->second;
    if (object.syntax)
      if (const Syntax *function = methodOf(*object.syntax, name)) {
        Value bound;
        bound.kind = Kind::Function;
        bound.syntax = function;
        bound.items = {object};
        return bound;
      }
    return looselyNamed((object.text.empty() ? "self" : object.text) + "." + name);
  }
  if (object.is(Kind::Class))
    if (const Syntax *function = methodOf(*object.syntax, name)) {
      Value value;
      value.kind = Kind::Function;
      value.syntax = function;
      return value;
    }
  if (object.is(Kind::Tuple) && object.items.size() == 2 && (name == "values" || name == "indices"))
    return object.items[name == "values" ? 0 : 1];
  if (object.is(Kind::Array))
    return arrayAttribute(object, name, at);
  if ((name == "shape" || name == "T") && isArrayAfterAll(object, name == "T" ? 2 : 1))
    return object;
  if (object.is(Kind::Unknown)) {
    // Attributes that only arrays have.
    static const char *const arraysOnly[] = {"shape", "T", "data", "dtype", "ndim", "device", "real"};
    if (llvm::is_contained(arraysOnly, name))
      return arrayAttribute(computable(object), name, at);
    Value inner = looselyNamed(object.text + "." + name);
    if (name == "grad")
      return computable(inner);
    inner.items = {object};
    return inner;
  }
  Value bound;
  bound.kind = Kind::Method;
  bound.items = {object};
  bound.text = name;
  return bound;
}

Value Evaluator::arrayAttribute(const Value &object, const std::string &name, const Syntax &at) {
  if (name == "shape") {
    Value shape;
    shape.kind = Kind::Shape;
    shape.array = object.array;
    return shape;
  }
  if (name == "dtype") {
    Value format;
    format.kind = Kind::Format;
    format.format = formatOf(object);
    return format;
  }
  if (name == "data" || name == "real" || name == "mT" || name == "T" || name == "H") {
    if (name == "data" || name == "real")
      return object;
    if (array(object).axes.known && array(object).axes.shown < 2 && needsRank(object, 2))
      return object; // evaluated again with what is learnt
    if (array(object).axes.known && array(object).axes.shown <= 2)
      return transposed(object, {1, 2});
    if (!array(object).axes.known && knowRank(array(object), 2))
      return transposed(object, {1, 2});
    return array(object).axes.known && name == "mT" ? transposed(object, {1, 2}) : opaque(at, "which axes are exchanged is not known");
  }
  if (name == "size" || name == "ndim" || name == "itemsize" || name == "nbytes") {
    const Axes &axes = array(object).axes;
    if (name == "ndim" && axes.known)
      return weakInteger(axes.shown);
    if (name == "size" && library() != Library::Torch) {
      const Array copy = array(object);
      std::vector<unsigned> all;
      for (unsigned axis = copy.axes.known ? 1 : 0; axis <= copy.axes.shown; ++axis)
        all.push_back(axis);
      return number(termCount(object, all));
    }
  }
  if (name == "grad" || name == "device" || name == "requires_grad" || name == "is_cuda" || name == "is_sparse" || name == "grad_fn") {
    const std::string base = array(object).name.empty() ? "value" : array(object).name;
    if (name == "grad")
      return arrayLeaf(base + ".grad", array(object).name.empty() ? Axes() : array(object).axes, formatOf(object), array(object).library,
                       order::Storage::Kind::Parameter);
    Value unknown;
    unknown.text = base + "." + name;
    return unknown;
  }
  Value bound;
  bound.kind = Kind::Method;
  bound.items = {object};
  bound.text = name;
  return bound;
}

/// What a condition is known to be.
std::optional<bool> Evaluator::truth(const Value &value) const {
  switch (value.kind) {
  case Kind::None:
    return false;
  case Kind::Number:
    if (const auto constant = constantOf(value))
      return *constant != 0;
    return std::nullopt;
  case Kind::Function:
  case Kind::Class:
  case Kind::Module:
    return true;
  case Kind::Tuple:
    return !value.items.empty();
  default:
    return std::nullopt;
  }
}

/// A Boolean value; one that is not followed is an input by its text.
Value Evaluator::condition(const Syntax &expression, const Value &value) {
  if ((value.is(Kind::Number) || value.is(Kind::Array)) && formatOf(value) == Format::Boolean)
    return value;
  if (value.is(Kind::Number))
    return elementwise(value, [&](llvm::ArrayRef<NodeId> nodes) { return graph.cast(nodes[0], {Format::Boolean}, place(expression)); });
  return numberLeaf(script.places.spelling(expression), Format::Boolean);
}

Value Evaluator::comparison(const Syntax &expression) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> symbols[] = {{"Lt", "<"},   {"LtE", "<="}, {"Gt", ">"},
                                                                                    {"GtE", ">="}, {"Eq", "=="},  {"NotEq", "!="}};
  Value left = evaluate(expression.child("left"));
  const auto ops = expression.texts("ops");
  const auto others = expression.children("comparators");
  if (ops.size() != 1 || others.size() != 1 || !others[0]) {
    for (const Syntax *other : others)
      evaluate(other);
    return numberLeaf(script.places.spelling(expression), Format::Boolean);
  }
  const Value right = evaluate(others[0]);
  const auto known = [&](bool value) { return number(graph.constant(order::Number::fromInteger(value ? 1 : 0), {Format::Boolean})); };
  if (ops[0] == "Is" || ops[0] == "IsNot") {
    const Value &other = right.is(Kind::None) ? left : right;
    if (right.is(Kind::None) && (other.is(Kind::None) || !other.is(Kind::Unknown)))
      return known(other.is(Kind::None) == (ops[0] == "Is"));
    return numberLeaf(script.places.spelling(expression), Format::Boolean);
  }
  const auto *symbol = llvm::find_if(symbols, [&](const auto &row) { return row.first == ops[0]; });
  if (left.is(Kind::Text) && right.is(Kind::Text) && (ops[0] == "Eq" || ops[0] == "NotEq"))
    return known((left.text == right.text) == (ops[0] == "Eq"));
  if (left.is(Kind::Format) && right.is(Kind::Format) && left.format != Format::Dependent && right.format != Format::Dependent &&
      (ops[0] == "Eq" || ops[0] == "NotEq"))
    return known((left.format == right.format) == (ops[0] == "Eq"));
  const auto isNumeric = [](const Value &value) { return value.is(Kind::Number) || value.is(Kind::Array) || value.is(Kind::Unknown); };
  if (symbol == std::end(symbols) || !isNumeric(left) || !isNumeric(right) ||
      (left.is(Kind::Unknown) && right.is(Kind::Unknown) && (ops[0] == "Eq" || ops[0] == "NotEq")))
    return numberLeaf(script.places.spelling(expression), Format::Boolean);
  if (const auto a = constantOf(left), b = constantOf(right); a && b) {
    const llvm::StringRef s = symbol->second;
    return known(s == "<" ? *a < *b : s == "<=" ? *a <= *b : s == ">" ? *a > *b : s == ">=" ? *a >= *b : s == "==" ? *a == *b : *a != *b);
  }
  return compared(symbol->second, left, right, place(expression));
}

Value Evaluator::boolean(const Syntax &expression) {
  const bool conjunction = expression.text("op") == "And";
  std::optional<Value> result;
  for (const Syntax *each : expression.children("values")) {
    const Value value = evaluate(each);
    if (const auto known = truth(value)) {
      if (*known != conjunction)
        return result && !result->is(Kind::Number) ? *result : value;
      if (!result)
        continue;
      continue;
    }
    const Value test = condition(*each, value);
    if (!result) {
      result = test;
      continue;
    }
    const Value both[] = {*result, test};
    result = elementwise(both, [&](llvm::ArrayRef<NodeId> nodes) {
      return graph.binary(conjunction ? Op::And : Op::Or, nodes[0], nodes[1], {Format::Boolean}, place(expression));
    });
  }
  return result ? *result : number(graph.constant(order::Number::fromInteger(conjunction ? 1 : 0), {Format::Boolean}));
}

Value Evaluator::choice(const Syntax &expression) {
  const Syntax &test = *expression.child("test");
  const Value value = evaluate(&test);
  if (const auto known = truth(value))
    return evaluate(expression.child(*known ? "body" : "orelse"));
  const Value then = evaluate(expression.child("body")), otherwise = evaluate(expression.child("orelse"));
  const auto isNumeric = [](const Value &each) { return each.is(Kind::Number) || each.is(Kind::Array); };
  if (isNumeric(then) && isNumeric(otherwise))
    return chosen(condition(test, value), then, otherwise, place(expression));
  if (then.is(Kind::None) && !otherwise.is(Kind::None)) // what is used afterwards is no None
    return otherwise;
  if (otherwise.is(Kind::None) && !then.is(Kind::None))
    return then;
  if (then.is(Kind::Unknown) || otherwise.is(Kind::Unknown))
    return chosen(condition(test, value), then, otherwise, place(expression));
  if (then.kind != otherwise.kind && (then.is(Kind::Tuple) || otherwise.is(Kind::Tuple))) { // a result, or that and others
    Value tuple = then.is(Kind::Tuple) ? then : otherwise;
    const Value &single = then.is(Kind::Tuple) ? otherwise : then;
    if (!tuple.items.empty() && isNumeric(single) && isNumeric(tuple.items[0])) {
      tuple.items[0] = then.is(Kind::Tuple) ? chosen(condition(test, value), tuple.items[0], single, place(expression))
                                            : chosen(condition(test, value), single, tuple.items[0], place(expression));
      return tuple;
    }
  }
  return then.kind == otherwise.kind ? then : opaque(expression, "the two values are of different kinds");
}

/// [f(x) for x in (a, b)] over items that are known.
Value Evaluator::comprehension(const Syntax &expression) {
  const auto generators = expression.children("generators");
  if (generators.size() == 1 && generators[0] && generators[0]->children("ifs").empty()) {
    const auto outer = state.scopes.back();
    const auto all = [&]() -> std::optional<std::vector<Value>> {
      const Syntax &iterable = *generators[0]->child("iter");
      const Syntax *called = iterable.is("Call") ? iterable.child("func") : nullptr;
      if (!called || !called->is("Name") || called->text("id") != "range" || find("range"))
        return items(evaluate(&iterable));
      const auto range = rangeOf(iterable);
      return range ? listed(*range) : std::nullopt;
    }();
    Value list;
    list.kind = Kind::Tuple;
    list.depth = static_cast<std::uint32_t>(loopsAround.size());
    std::optional<Value> sequence;
    if (all) {
      for (const Value &item : *all) {
        assign(*generators[0]->child("target"), item, expression);
        list.items.push_back(evaluate(expression.child("elt")));
      }
    } else {
      sequence = comprehended(*generators[0], *expression.child("elt"), expression);
    }
    if (all || sequence) {
      state.scopes.back() = outer; // the target is the comprehension's own
      return all ? list : *sequence;
    }
  }
  return opaque(expression, "a comprehension over what is not known one by one");
}

} // namespace fporder::python
