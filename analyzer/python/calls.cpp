// Calls: functions and classes of the script itself, methods of arrays, built-in functions of Python.
#include "analyzer/python/bounds.h"
#include "analyzer/python/evaluator.h"

#include "runtime/limits/limits.h"
#include "runtime/order/index_algebra.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

namespace fporder::python {

using order::NodeId;
using order::Op;

const Value *Arguments::find(llvm::StringRef name) const {
  const auto found = llvm::find_if(named, [&](const auto &entry) { return entry.first == name; });
  return found == named.end() ? nullptr : &found->second;
}

const Value *Arguments::at(llvm::StringRef name, std::size_t position) const {
  const Value *const byName = find(name);
  return byName ? byName : position < positional.size() ? &positional[position] : nullptr;
}

Arguments Evaluator::arguments(const Syntax &call) {
  Arguments given;
  for (const Syntax *argument : call.children("args")) {
    if (argument && argument->is("Starred")) {
      const Value inner = evaluate(argument->child("value"));
      if (const auto all = items(inner))
        given.positional.insert(given.positional.end(), all->begin(), all->end());
      else if (inner.is(Kind::Shape)) // np.zeros(*x.shape), view(*shape)
        given.positional.push_back(inner);
      else
        given.spread = true;
      continue;
    }
    given.positional.push_back(evaluate(argument));
  }
  for (const Syntax *keyword : call.children("keywords"))
    if (const llvm::StringRef name = keyword->text("arg"); !name.empty())
      given.named.emplace_back(name.str(), evaluate(keyword->child("value")));
    else
      given.spread = true;
  return given;
}

Value Evaluator::call(const Syntax &expression) {
  const Syntax *called = expression.child("func");
  const Value callee = evaluate(called);
  Arguments given = arguments(expression);
  if (given.spread && !callee.is(Kind::Function) && !callee.is(Kind::Class))
    return opaque(expression, "its arguments are not known one by one");
  return callValue(callee, given, expression);
}

Value Evaluator::callValue(const Value &callee, Arguments &given, const Syntax &at) {
  switch (callee.kind) {
  case Kind::Function:
    return callFunction(callee, given, at);
  case Kind::Class:
    return construct(callee, given, at);
  case Kind::Library:
    for (const Value &argument : callee.items)
      given.named.emplace_back(argument.items[0].text, argument.items[1]);
    return libraryCall(callee.text, given, at);
  case Kind::Method:
    return method(callee.items[0], callee.text, given, at);
  case Kind::Object:
    for (const llvm::StringRef name : {"forward", "__call__"})
      if (const Syntax *function = callee.syntax ? methodOf(*callee.syntax, name) : nullptr) {
        Value bound;
        bound.kind = Kind::Function;
        bound.syntax = function;
        bound.items = {callee};
        return callFunction(bound, given, at);
      }
    break;
  case Kind::Format: // np.float32(x)
    if (!given.positional.empty()) {
      const Value value = cast(given.positional[0], callee.format, place(at));
      Value strong = value;
      strong.library = Library::NumPy;
      return strong;
    }
    break;
  case Kind::Unknown:
    if (!callee.items.empty()) { // a method of what is not seen: of an array, if it has the name of one
      const std::string name = llvm::StringRef(callee.text).rsplit('.').second.str();
      if (callee.items[0].is(Kind::Unknown)) {
        if (llvm::StringRef(callee.items[0].text).starts_with("super("))
          return Value();
        static const char *const ofObjects[] = {"setdefault",   "append",     "items",  "keys",   "values", "get",
                                                "zero_grad",    "backward",   "eval",   "train",  "close",  "write",
                                                "add_argument", "parse_args", "update", "format", "join",   "extend"};
        if (llvm::is_contained(ofObjects, name))
          return (name == "get" || name == "setdefault") && !given.positional.empty() && given.positional[0].is(Kind::Text)
                     ? looselyNamed(callee.items[0].text + "['" + given.positional[0].text + "']")
                     : Value();
        return method(computable(callee.items[0]), name, given, at);
      }
    }
    break;
  default:
    break;
  }
  return opaque(at, "what is called is not seen");
}

const Syntax *Evaluator::methodOf(const Syntax &type, llvm::StringRef name) const {
  for (const Syntax *member : type.children("body"))
    if (member && (member->is("FunctionDef") || member->is("AsyncFunctionDef")) && member->text("name") == name)
      return member;
  for (const Syntax *base : type.children("bases"))
    if (base && base->is("Name"))
      if (const auto known = script.globals.find(base->text("id").str());
          known != script.globals.end() && known->second.is(Kind::Class) && known->second.syntax != &type)
        if (const Syntax *inherited = methodOf(*known->second.syntax, name))
          return inherited;
  return nullptr;
}

/// Parameters to arguments; false where they do not fit.
bool Evaluator::bind(const Syntax &definition, const Value *self, Arguments &given, std::map<std::string, Value> &scope) {
  const Syntax *parameters = definition.child("args");
  if (!parameters)
    return false;
  std::vector<const Syntax *> names(parameters->children("posonlyargs").begin(), parameters->children("posonlyargs").end());
  names.insert(names.end(), parameters->children("args").begin(), parameters->children("args").end());
  const auto defaults = parameters->children("defaults");
  std::size_t next = 0;
  bool fits = true;
  for (std::size_t index = 0; index < names.size(); ++index) {
    const std::string name = names[index]->text("arg").str();
    const Syntax *standard = index + defaults.size() >= names.size() ? defaults[index + defaults.size() - names.size()] : nullptr;
    if (self && index == 0)
      scope[name] = *self;
    else if (next < given.positional.size())
      scope[name] = given.positional[next++];
    else if (const Value *byName = given.find(name))
      scope[name] = *byName;
    else if (standard)
      scope[name] = evaluate(standard);
    else if (given.spread)
      scope[name] = looselyNamed(name);
    else
      fits = false;
  }
  const auto keywordOnly = parameters->children("kwonlyargs"), keywordDefaults = parameters->children("kw_defaults");
  for (std::size_t index = 0; index < keywordOnly.size(); ++index) {
    const std::string name = keywordOnly[index]->text("arg").str();
    const Value *byName = given.find(name);
    const Syntax *standard = index < keywordDefaults.size() ? keywordDefaults[index] : nullptr;
    scope[name] = byName ? *byName : standard ? evaluate(standard) : looselyNamed(name);
  }
  if (const Syntax *rest = parameters->child("vararg")) {
    Value tuple;
    tuple.kind = Kind::Tuple;
    tuple.items.assign(given.positional.begin() + static_cast<std::ptrdiff_t>(std::min(next, given.positional.size())), given.positional.end());
    scope[rest->text("arg").str()] = tuple;
  }
  if (const Syntax *rest = parameters->child("kwarg")) {
    Value unknown;
    unknown.text = rest->text("arg").str();
    scope[unknown.text] = unknown;
  }
  return fits;
}

Value Evaluator::callFunction(const Value &callee, Arguments &given, const Syntax &at) {
  const Syntax &definition = *callee.syntax;
  if (llvm::is_contained(active, &definition))
    return opaque(at, "the call is recursive");
  if (active.size() > limits::most(limits::Limit::InlineDepth))
    return opaque(at, "too many calls one within another");
  std::map<std::string, Value> scope;
  const bool isStatic =
      llvm::any_of(definition.children("decorator_list"), [](const Syntax *each) { return each && each->text("id") == "staticmethod"; });
  if (!bind(definition, callee.items.empty() || isStatic ? nullptr : &callee.items[0], given, scope))
    return opaque(at, "its arguments do not fit the parameters of the function");
  const order::PlaceId outer = inlinedAt;
  inlinedAt = place(at);
  active.push_back(&definition);
  state.scopes.push_back(std::move(scope));
  std::optional<Value> outerReturned = std::move(returned);
  returned.reset();
  const std::uint32_t outerStatement = statementNumber;
  Value result;
  result.kind = Kind::None;
  if (definition.is("Lambda")) {
    result = evaluate(definition.child("body"));
  } else {
    block(definition.children("body"));
    if (returned)
      result = *returned;
  }
  statementNumber = outerStatement;
  returned = std::move(outerReturned);
  state.scopes.pop_back();
  active.pop_back();
  inlinedAt = outer;
  return result;
}

Value Evaluator::construct(const Value &type, Arguments &given, const Syntax &at) {
  Value object;
  object.kind = Kind::Object;
  object.syntax = type.syntax;
  object.text = type.syntax->text("name").str();
  object.object = nextObject++;
  state.objects[object.object];
  if (const Syntax *constructor = methodOf(*type.syntax, "__init__")) {
    Value bound;
    bound.kind = Kind::Function;
    bound.syntax = constructor;
    bound.items = {object};
    callFunction(bound, given, at);
  }
  return object;
}

Value Evaluator::method(const Value &object, const std::string &name, Arguments &given, const Syntax &at) {
  if (object.is(Kind::Tuple) || object.is(Kind::Sequence) || object.is(Kind::Text) || object.is(Kind::Shape)) {
    if (object.is(Kind::Shape) && (name == "numel"))
      return number(sizeOf(arrayOf(object.array), 0));
    if (object.is(Kind::Text)) {
      Value text;
      text.kind = Kind::Text;
      return text;
    }
    const Syntax *written = at.child("func") ? at.child("func")->child("value") : nullptr;
    Value *list = written && written->is("Name") ? find(written->text("id").str()) : nullptr;
    if (list && name == "append" && !given.positional.empty()) {
      if (list->is(Kind::Tuple) && loopsAround.size() == list->depth) {
        list->items.push_back(given.positional[0]);
        return Value();
      }
      if (appended(*list, given.positional[0]))
        return Value();
    }
    Value lost = opaque(at, "the list is changed in a way that is not followed");
    if (list && !object.is(Kind::Shape) && name != "index" && name != "count")
      *list = lost;
    return lost;
  }
  if (object.is(Kind::Object))
    return opaque(at, "the class has no such method here");
  if (object.is(Kind::None))
    return opaque(at, "what is called is not seen");
  const Value first = computable(object);
  const auto within = [&]() {
    Arguments all;
    all.positional.push_back(first);
    all.positional.insert(all.positional.end(), given.positional.begin(), given.positional.end());
    all.named = given.named;
    return all;
  };
  Arguments all = within();
  if (sink(name, all, at))
    return Value();
  if (auto result = convertedCall(name, all, at))
    return *result;
  const bool torch = first.is(Kind::Array) ? array(first).library != Library::NumPy : library() == Library::Torch;
  if (torch && name.size() > 1 && llvm::StringRef(name).ends_with("_") && !llvm::StringRef(name).ends_with("__")) {
    const std::string plain = name.substr(0, name.size() - 1);
    std::optional<Value> result;
    if (plain == "copy" && !given.positional.empty())
      result = given.positional[0];
    else if (plain == "zero")
      result = weakFloat(0);
    else if (plain == "fill" && !given.positional.empty())
      result = given.positional[0];
    else if (static const char *const draws[] = {"uniform_", "normal_", "random_", "bernoulli_", "exponential_"}; llvm::is_contained(draws, name))
      result = arrayLeaf(nameOf(array(first)) + "." + plain, array(first).axes, formatOf(first), Library::Torch, order::Storage::Kind::Random);
    else if (static const char *const operators[] = {"add", "sub", "mul", "div"};
             given.positional.size() == 1 && given.named.empty() && llvm::is_contained(operators, plain))
      result = binary(plain == "add" ? "Add" : plain == "sub" ? "Sub" : plain == "mul" ? "Mult" : "Div", first, given.positional[0], place(at));
    else if (plain == "pow" || plain == "clamp" || plain == "clip")
      result = libraryCall("torch." + plain, all, at);
    else if (plain == "tril" || plain == "triu")
      result = byPosition("torch", plain, all, at);
    else
      result = scattered(plain, all, at);
    if (!result)
      result = modelled("torch", plain, all, at);
    if (!result)
      return opaque(at, "'" + name + "' has no model");
    inPlace(first, *result, at);
    return first;
  }
  if (auto result = byPosition(torch ? "torch" : "numpy", name, all, at))
    return *result;
  if (torch || name != "sort") // NumPy's sorts in place
    if (auto result = byIndices(torch ? "torch" : "numpy", name, all, at))
      return *result;
  if (torch && llvm::StringRef(name).starts_with("new_")) { // of the object's format, unless another is named
    Arguments own = given;
    if (!own.find("dtype")) {
      Value format;
      format.kind = Kind::Format;
      format.format = formatOf(first);
      own.named.emplace_back("dtype", format);
    }
    if (auto made = created("torch", name.substr(4), own, at))
      return *made;
  }
  if (auto result = reshaped(name, all, at))
    return *result;
  static const char *const shared[] = {"pow", "norm", "matmul", "dot", "mm", "bmm", "mv", "clip", "clamp"};
  if (llvm::is_contained(shared, name))
    return libraryCall((torch ? "torch." : "numpy.") + name, all, at);
  if (auto result = modelled(torch ? "torch" : "numpy", name, all, at))
    return *result;
  if (name == "backward" || name == "retain_grad" || name == "zero_grad")
    return Value();
  if (isArrayAfterAll(first, 1))
    return first; // evaluated again with what is learnt
  return opaque(at, "'" + name + "' has no model");
}

/// Python's own functions.
Value Evaluator::builtin(llvm::StringRef name, Arguments &given, const Syntax &at, bool &known) {
  known = true;
  const auto argument = [&](std::size_t index) { return index < given.positional.size() ? given.positional[index] : Value(); };
  if (name == "abs" && given.positional.size() == 1)
    return function("fabs", argument(0), place(at));
  if (const auto listed = given.positional.size() == 1 ? items(argument(0)) : std::nullopt;
      (name == "min" || name == "max") && (given.positional.size() >= 2 || (listed && !listed->empty()))) {
    const std::vector<Value> all = listed ? *listed : given.positional;
    Value result = all.front();
    for (const Value &other : llvm::ArrayRef(all).drop_front()) { // the first of equals: x if not y < x
      const Value less = name == "min" ? compared("<", other, result, place(at)) : compared(">", other, result, place(at));
      result = chosen(less, other, result, place(at));
    }
    return result;
  }
  if (name == "pow" && given.positional.size() == 2)
    return power(computable(argument(0)), computable(argument(1)), place(at));
  if (name == "len") {
    const Value of = argument(0);
    if (of.is(Kind::Shape)) {
      const Array counted = arrayOf(of.array);
      return counted.axes.known ? weakInteger(counted.axes.shown) : numberLeaf(nameOf(counted) + ".ndim", Format::Integer);
    }
    if (const auto all = items(of))
      return weakInteger(static_cast<long long>(all->size()));
    if (of.is(Kind::Sequence) && of.count)
      return number(of.count);
    if (of.is(Kind::Text) && of.text.empty())
      return numberLeaf(script.places.spelling(at), Format::Integer);
    if (of.is(Kind::Array) || of.is(Kind::Unknown)) {
      const Array counted = array(computable(of));
      return number(counted.axes.known && counted.axes.shown > 0
                        ? sizeOf(counted, counted.axes.shown)
                        : numberLeaf("len(" + (counted.name.empty() ? "value" : counted.name) + ")", Format::Integer).node);
    }
  }
  if (name == "float" && given.positional.size() == 1) {
    Value result = argument(0).is(Kind::Text) && (argument(0).text == "inf" || argument(0).text == "-inf")
                       ? weakFloat(argument(0).text == "inf" ? HUGE_VAL : -HUGE_VAL)
                       : cast(argument(0), Format::Binary64, place(at));
    result.weak = true;
    return result;
  }
  if (name == "int" && given.positional.size() == 1) {
    Value result = cast(argument(0), Format::Integer, place(at));
    result.weak = true;
    return result;
  }
  if (name == "bool" && given.positional.size() == 1)
    return condition(at, argument(0));
  if ((name == "list" || name == "tuple" || name == "iter") && given.positional.size() == 1)
    return argument(0);
  if (name == "isinstance" || name == "hasattr" || name == "any" || name == "all")
    return numberLeaf(script.places.spelling(at), Format::Boolean);
  if (name == "sum" && !given.positional.empty() && argument(0).is(Kind::Sequence))
    if (const auto sum = summedSequence(argument(0), given.positional.size() > 1 ? argument(1) : weakInteger(0), place(at)))
      return *sum;
  if (name == "sum" && !given.positional.empty())
    if (const auto all = items(argument(0))) {
      Value result = given.positional.size() > 1 ? argument(1) : weakInteger(0);
      for (const Value &each : *all)
        result = wholeOf(result) == 0 ? each : binary("Add", result, each, place(at));
      return result;
    }
  if (name == "map" && given.positional.size() == 2)
    if (const auto all = items(argument(1))) {
      Value mapped;
      mapped.kind = Kind::Tuple;
      for (const Value &each : *all) {
        Arguments one;
        one.positional.push_back(each);
        mapped.items.push_back(callValue(argument(0), one, at));
      }
      return mapped;
    }
  if (name == "list" && given.positional.empty()) {
    Value none;
    none.kind = Kind::Tuple;
    none.depth = static_cast<std::uint32_t>(loopsAround.size());
    return none;
  }
  if (name == "round" && given.positional.size() == 1)
    return function("rint", argument(0), place(at));
  if (name == "str" || name == "open" || name == "type" || name == "dict" || name == "set" || name == "super" || name == "range" || name == "zip" ||
      name == "enumerate" || name == "exit" || name == "getattr" || name == "next") {
    Value value;
    value.text = script.places.spelling(at);
    if (name == "str")
      value.kind = Kind::Text;
    if (name == "range") {
      value.kind = Kind::Tuple;
      const auto first = given.positional.size() > 1 ? wholeOf(argument(0)) : std::optional<long long>(0);
      const auto last = wholeOf(argument(given.positional.size() > 1 ? 1 : 0));
      const auto step = given.positional.size() > 2 ? wholeOf(argument(2)) : std::optional<long long>(1);
      if (!first || !last || !step || *step == 0 || std::abs((*last - *first) / *step) > static_cast<long long>(bounds::unrolledIterations)) {
        const auto range = rangeOf(at);
        if (!range)
          return opaque(at, "how many numbers there are is not known");
        value.kind = Kind::Sequence;
        value.node = freshIndex("k");
        value.count = range->trips;
        value.items = {number(inRange(*range, value.node))};
        return value;
      }
      for (long long each = *first; *step > 0 ? each < *last : each > *last; each += *step)
        value.items.push_back(weakInteger(each));
    }
    if (name == "zip" || name == "enumerate") {
      std::vector<std::vector<Value>> columns;
      for (const Value &column : given.positional)
        if (const auto all = items(column))
          columns.push_back(*all);
      if (columns.size() == given.positional.size() && !columns.empty()) {
        value.kind = Kind::Tuple;
        std::size_t rows = columns[0].size();
        for (const auto &column : columns)
          rows = std::min(rows, column.size());
        for (std::size_t row = 0; row < rows; ++row) {
          Value entry;
          entry.kind = Kind::Tuple;
          if (name == "enumerate")
            entry.items.push_back(weakInteger(static_cast<long long>(row)));
          for (const auto &column : columns)
            entry.items.push_back(column[row]);
          value.items.push_back(entry);
        }
      }
    }
    return value;
  }
  known = false;
  return {};
}

} // namespace fporder::python
