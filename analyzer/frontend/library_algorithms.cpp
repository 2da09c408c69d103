// <numeric> and <algorithm> as loops: the evaluator's loop machinery turns their accumulations into reductions, exactly as for a loop that is spelled
// out.
#include "analyzer/frontend/library_models.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::Schedule;
using order::ValueType;

/// The elements an algorithm goes over.
struct Range {
  Value first;              // address of the first element
  clang::QualType iterator; // its type; a range's own type for std::ranges
  clang::QualType element;
  NodeId count;
};

/// Arguments of one call, taken from the left: execution policy, ranges (iterator pairs or range objects), the rest.
class Arguments {
public:
  Arguments(Evaluator &evaluator, const Call &call) : evaluator(evaluator), rest(call.arguments) {
    if (!rest.empty())
      if (std::optional<LibraryClass> known = libraryClass(rest[0]->getType()); known && known->name.ends_with("_policy")) {
        policy = known->name;
        rest = rest.drop_front();
      }
    // std::ranges: a range object stands for a pair of iterators
    ranged = !rest.empty() && !isPointerIterator(rest[0]->getType()) && rangeType(rest[0]->getType());
  }

  std::size_t size() const { return rest.size(); }
  const clang::Expr *next() {
    const clang::Expr *argument = rest.front();
    rest = rest.drop_front();
    return argument;
  }
  /// Number of arguments left once the first range is taken.
  std::size_t sizeAfterRange() const { return rest.size() - std::min<std::size_t>(rest.size(), ranged ? 1 : 2); }

  std::optional<Range> range() {
    if (ranged && !rest.empty()) {
      const clang::Expr *object = next();
      std::optional<Elements> elements = libraryElements(evaluator, evaluator.object(object), object->getType());
      if (!elements)
        return std::nullopt;
      return Range{Value::pointer(elements->first), {}, elements->type, elements->count};
    }
    if (rest.size() < 2)
      return std::nullopt;
    const clang::Expr *begin = next(), *end = next();
    Range range = single(begin);
    Value last = pointerIn(evaluator, evaluator.evaluate(end));
    range.count = isReverseIterator(begin->getType()) ? evaluator.distance(last, range.first) : evaluator.distance(range.first, last);
    return range;
  }

  /// A range given by its first element alone.
  Range single(const clang::Expr *begin) {
    Range range;
    range.first = pointerIn(evaluator, evaluator.evaluate(begin));
    range.iterator = begin->getType();
    range.element = elementType(evaluator, begin->getType());
    return range;
  }

  llvm::StringRef policy;
  bool ranged = false;

private:
  static bool isPointerIterator(clang::QualType type) { return type.getNonReferenceType()->isPointerType(); }
  static bool rangeType(clang::QualType type) {
    std::optional<LibraryClass> known = libraryClass(type);
    return (known && containerStorage(known->name)) || type.getNonReferenceType()->isArrayType();
  }

  Evaluator &evaluator;
  llvm::ArrayRef<const clang::Expr *> rest;
};

Value at(Evaluator &evaluator, const Range &range, NodeId index) {
  return load(evaluator, evaluator.target(step(evaluator, range.first, range.iterator, index)), range.element);
}

void put(Evaluator &evaluator, const Call &call, const Range &range, NodeId index, Value value) {
  LocationId where = evaluator.target(step(evaluator, range.first, range.iterator, index));
  if (value.isNumber() && !range.element.isNull())
    if (ValueType type = numberType(evaluator, range.element); type.format != Format::Dependent)
      value = Value::number(evaluator.convert(value.node, type, call.expression));
  store(evaluator, where, value, call.token);
}

LoopShape shapeOf(const Range &range, Schedule schedule = Schedule::Sequential) {
  LoopShape shape;
  shape.schedule = isReverseIterator(range.iterator) && schedule == Schedule::Sequential ? Schedule::Reverse : schedule;
  shape.tripCount = range.count;
  return shape;
}

Value advanced(Evaluator &evaluator, const Range &range) { return step(evaluator, range.first, range.iterator, range.count); }

Schedule freeSchedule(llvm::StringRef policy) { return policy.contains("parallel") ? Schedule::Unordered : Schedule::Unspecified; }

/// An accumulation over a range: `term` gives the value to combine at an index.
Value accumulate(Evaluator &evaluator, const Call &call, const LoopShape &shape, const Value &init, ValueType type,
                 llvm::function_ref<Value(Value accumulated, NodeId index)> combine) {
  LocationId accumulator = evaluator.temporary(call.name);
  evaluator.write(accumulator, init, call.token);
  evaluator.loop(call.expression, shape, [&](NodeId index) {
    Value next = combine(Value::number(evaluator.readNumber(accumulator, type)), index);
    if (next.isNumber())
      next = Value::number(evaluator.convert(next.node, type, call.expression));
    store(evaluator, accumulator, next, call.token);
  });
  return Value::number(evaluator.readNumber(accumulator, type));
}

Value add(Evaluator &evaluator, const Call &call, Op op, const Value &left, const Value &right) {
  if (!left.isNumber() || !right.isNumber())
    return evaluator.unknown(call.type, call.name, call.expression);
  ValueType type = commonType(evaluator.graph[left.node].type, evaluator.graph[right.node].type);
  NodeId operands[] = {evaluator.convert(left.node, type, call.expression), evaluator.convert(right.node, type, call.expression)};
  return Value::number(evaluator.emit(op, operands, type, call.expression, call.token));
}

/// The format a fold keeps its sum in: the call's, which is the initial value's. Where elements depend on a template parameter the call's is not
/// known and the initial value's may be: accumulate(begin(v), end(v), 0) adds integers whatever v holds. ranges::fold_left takes the operation's
/// instead.
ValueType accumulatorType(Evaluator &evaluator, const Call &call, const Value &init) {
  ValueType type = numberType(evaluator, call.type);
  bool dependent = type.format == Format::Dependent && init.isNumber() && !call.name.ends_with("fold_left");
  return dependent ? evaluator.graph[init.node].type : type;
}

/// accumulate(first, last, init[, op]), reduce, ranges::fold_left: `op` may be absent.
std::optional<Value> fold(Evaluator &evaluator, const Call &call, bool fixedOrder) {
  Arguments arguments(evaluator, call);
  if (arguments.size() < 2 - (arguments.ranged ? 1 : 0) || !evaluator.unit.types.info(call.type).isNumber())
    return std::nullopt;
  std::optional<Range> range = arguments.range();
  if (!range)
    return evaluator.unknown(call.type, call.name, call.expression);
  ValueType type = numberType(evaluator, call.type);
  Value init = arguments.size() ? evaluator.evaluate(arguments.next()) : Value::number(evaluator.constant(0, type));
  std::optional<Callable> operation;
  if (arguments.size())
    operation = callable(evaluator, arguments.next());
  if (!init.isNumber())
    return evaluator.unknown(call.type, call.name, call.expression);
  type = accumulatorType(evaluator, call, init);
  init = Value::number(evaluator.convert(init.node, type, call.expression));
  LoopShape shape = shapeOf(*range, fixedOrder ? Schedule::Sequential : freeSchedule(arguments.policy));
  return accumulate(evaluator, call, shape, init, type, [&](const Value &sum, NodeId index) {
    Value element = at(evaluator, *range, index);
    return operation ? apply(evaluator, *operation, {sum, element}, call) : add(evaluator, call, Op::Add, sum, element);
  });
}

std::optional<Value> accumulateModel(Evaluator &evaluator, const Call &call) { return fold(evaluator, call, true); }
std::optional<Value> reduceModel(Evaluator &evaluator, const Call &call) { return fold(evaluator, call, false); }

/// inner_product and transform_reduce over two ranges: (f1, l1, f2, init[, plus, times]).
std::optional<Value> product(Evaluator &evaluator, const Call &call, Arguments &arguments, Schedule schedule) {
  std::optional<Range> left = arguments.range();
  if (!left)
    return evaluator.unknown(call.type, call.name, call.expression);
  Range right = arguments.single(arguments.next());
  NodeId init = evaluator.number(arguments.next());
  ValueType type = accumulatorType(evaluator, call, Value::number(init));
  init = evaluator.convert(init, type, call.expression);
  std::optional<Callable> plus, times;
  if (arguments.size() >= 2) {
    plus = callable(evaluator, arguments.next());
    times = callable(evaluator, arguments.next());
  }
  return accumulate(evaluator, call, shapeOf(*left, schedule), Value::number(init), type, [&](const Value &sum, NodeId index) {
    Value x = at(evaluator, *left, index), y = at(evaluator, right, index);
    Value term = times ? apply(evaluator, *times, {x, y}, call) : add(evaluator, call, Op::Mul, x, y);
    return plus ? apply(evaluator, *plus, {sum, term}, call) : add(evaluator, call, Op::Add, sum, term);
  });
}

std::optional<Value> innerProductModel(Evaluator &evaluator, const Call &call) {
  Arguments arguments(evaluator, call);
  if (arguments.size() < 4 || !evaluator.unit.types.info(call.type).isNumber())
    return std::nullopt;
  return product(evaluator, call, arguments, Schedule::Sequential);
}

std::optional<Value> transformReduceModel(Evaluator &evaluator, const Call &call) {
  Arguments arguments(evaluator, call);
  if (arguments.size() < 4 || !evaluator.unit.types.info(call.type).isNumber())
    return std::nullopt;
  Schedule schedule = freeSchedule(arguments.policy);
  if (arguments.size() != 5)
    return product(evaluator, call, arguments, schedule);
  std::optional<Range> range = arguments.range();
  if (!range)
    return evaluator.unknown(call.type, call.name, call.expression);
  NodeId init = evaluator.number(arguments.next());
  ValueType type = accumulatorType(evaluator, call, Value::number(init));
  init = evaluator.convert(init, type, call.expression);
  Callable plus = callable(evaluator, arguments.next()), transform = callable(evaluator, arguments.next());
  return accumulate(evaluator, call, shapeOf(*range, schedule), Value::number(init), type, [&](const Value &sum, NodeId index) {
    return apply(evaluator, plus, {sum, apply(evaluator, transform, {at(evaluator, *range, index)}, call)}, call);
  });
}

/// partial_sum, inclusive_scan: d[i] = d[i - 1] op x[i]; exclusive_scan writes before it adds.
std::optional<Value> scan(Evaluator &evaluator, const Call &call, bool exclusive) {
  Arguments arguments(evaluator, call);
  if (arguments.size() < (exclusive ? 4u : 3u))
    return std::nullopt;
  std::optional<Range> range = arguments.range();
  if (!range)
    return evaluator.unknown(call.type, call.name, call.expression);
  Range out = arguments.single(arguments.next());
  ValueType type = numberType(evaluator, range->element);
  Value init = Value::number(exclusive ? evaluator.convert(evaluator.number(arguments.next()), type, call.expression) : evaluator.constant(0, type));
  std::optional<Callable> operation;
  if (arguments.size())
    operation = callable(evaluator, arguments.next());
  if (arguments.size())
    init = Value::number(evaluator.convert(evaluator.number(arguments.next()), type, call.expression));
  accumulate(evaluator, call, shapeOf(*range), init, type, [&](const Value &sum, NodeId index) {
    if (exclusive)
      put(evaluator, call, out, index, sum);
    Value element = at(evaluator, *range, index);
    Value next = operation ? apply(evaluator, *operation, {sum, element}, call) : add(evaluator, call, Op::Add, sum, element);
    if (!exclusive)
      put(evaluator, call, out, index, next);
    return next;
  });
  out.count = range->count;
  return advanced(evaluator, out);
}

std::optional<Value> inclusiveScanModel(Evaluator &evaluator, const Call &call) { return scan(evaluator, call, false); }
std::optional<Value> exclusiveScanModel(Evaluator &evaluator, const Call &call) { return scan(evaluator, call, true); }

std::optional<Value> adjacentDifferenceModel(Evaluator &evaluator, const Call &call) {
  Arguments arguments(evaluator, call);
  if (arguments.size() < 3)
    return std::nullopt;
  std::optional<Range> range = arguments.range();
  Range out = arguments.single(arguments.next());
  if (!range)
    return evaluator.unknown(call.type, call.name, call.expression);
  std::optional<Callable> operation;
  if (arguments.size())
    operation = callable(evaluator, arguments.next());
  put(evaluator, call, out, evaluator.integer(0), at(evaluator, *range, evaluator.integer(0)));
  evaluator.loop(call.expression, shapeOf(*range), [&](NodeId index) {
    NodeId next = evaluator.emit(Op::Add, {index, evaluator.integer(1)}, {Format::Integer}, nullptr);
    Value here = at(evaluator, *range, next), before = at(evaluator, *range, index);
    put(evaluator, call, out, next, operation ? apply(evaluator, *operation, {here, before}, call) : add(evaluator, call, Op::Sub, here, before));
  });
  out.count = range->count;
  return advanced(evaluator, out);
}

/// transform(first, last, out, op) and transform(first1, last1, first2, out, op).
std::optional<Value> transformModel(Evaluator &evaluator, const Call &call) {
  Arguments arguments(evaluator, call);
  std::size_t afterRange = arguments.sizeAfterRange();
  if (afterRange < 2 || afterRange > 4)
    return std::nullopt;
  std::optional<Range> left = arguments.range();
  if (!left)
    return evaluator.unknown(call.type, call.name, call.expression);
  std::optional<Range> right;
  if (arguments.size() == 3) // ranges::transform(r1, r2, out, op) has a whole second range
    right = arguments.ranged ? arguments.range() : std::optional(arguments.single(arguments.next()));
  Range out = arguments.single(arguments.next());
  Callable operation = callable(evaluator, arguments.next());
  evaluator.loop(call.expression, shapeOf(*left), [&](NodeId index) {
    llvm::SmallVector<Value, 2> operands{at(evaluator, *left, index)};
    if (right)
      operands.push_back(at(evaluator, *right, index));
    put(evaluator, call, out, index, apply(evaluator, operation, operands, call, out.element));
  });
  out.count = left->count;
  return advanced(evaluator, out);
}

/// Calls `function` on the element at `index`.
void visit(Evaluator &evaluator, const Callable &function, const Range &range, NodeId index, const Call &call) {
  applyToElement(evaluator, function, evaluator.target(step(evaluator, range.first, range.iterator, index)), range.element, call);
}

std::optional<Value> forEachModel(Evaluator &evaluator, const Call &call) {
  Arguments arguments(evaluator, call);
  if (arguments.sizeAfterRange() < 1)
    return std::nullopt;
  std::optional<Range> range;
  if (call.name == "for_each_n") {
    range = arguments.single(arguments.next());
    range->count = evaluator.number(arguments.next());
  } else {
    range = arguments.range();
  }
  if (!range || arguments.size() == 0)
    return evaluator.unknown(call.type, call.name, call.expression);
  Callable function = callable(evaluator, arguments.next());
  Schedule schedule = arguments.policy.contains("parallel") ? Schedule::Unordered : Schedule::Sequential;
  evaluator.loop(call.expression, shapeOf(*range, schedule), [&](NodeId index) { visit(evaluator, function, *range, index, call); });
  return call.name == "for_each_n" ? advanced(evaluator, *range) : function.value;
}

/// Algorithms that call a predicate on each element and yield something nobody computes with: count_if, any_of, find_if.
std::optional<Value> predicateModel(Evaluator &evaluator, const Call &call) {
  Arguments arguments(evaluator, call);
  if (arguments.sizeAfterRange() < 1)
    return std::nullopt;
  std::optional<Range> range = arguments.range();
  if (!range)
    return evaluator.unknown(call.type, call.name, call.expression);
  Callable predicate = callable(evaluator, arguments.next());
  evaluator.loop(call.expression, shapeOf(*range), [&](NodeId index) { visit(evaluator, predicate, *range, index, call); });
  if (isPointerLike(call.type))
    return evaluator.advance(range->first, evaluator.fresh(call.name, {Format::Integer}, call.expression));
  return evaluator.unknown(call.type, call.name, call.expression);
}

/// max_element, min_element, lower_bound, find: an iterator to some element.
std::optional<Value> someElementModel(Evaluator &evaluator, const Call &call) {
  Arguments arguments(evaluator, call);
  std::optional<Range> range = arguments.range();
  if (!range)
    return evaluator.unknown(call.type, call.name, call.expression);
  while (arguments.size())
    evaluator.discard(arguments.next());
  return evaluator.advance(range->first, evaluator.fresh(call.name, {Format::Integer}, call.expression));
}

std::optional<Value> fillModel(Evaluator &evaluator, const Call &call) {
  Arguments arguments(evaluator, call);
  if (arguments.sizeAfterRange() < 1)
    return std::nullopt;
  bool counted = call.name.ends_with("_n"), generates = call.name.starts_with("generate");
  std::optional<Range> range;
  if (counted) {
    range = arguments.single(arguments.next());
    range->count = evaluator.number(arguments.next());
  } else {
    range = arguments.range();
  }
  if (!range || arguments.size() == 0)
    return evaluator.unknown(call.type, call.name, call.expression);
  const clang::Expr *last = arguments.next();
  Value value;
  Callable generator;
  if (generates)
    generator = callable(evaluator, last);
  else
    value = evaluator.evaluate(last);
  forEachIndex(evaluator, call, shapeOf(*range), [&](NodeId index) {
    Value item = generates ? apply(evaluator, generator, {}, call, range->element) : value;
    if (call.name == "iota" && value.isNumber()) // value + i, by repeated increments
      item = add(evaluator, call, Op::Add, value, Value::number(index));
    put(evaluator, call, *range, index, item);
  });
  return counted ? advanced(evaluator, *range) : Value::none();
}

/// copy, copy_n, move, copy_backward: element by element.
std::optional<Value> copyModel(Evaluator &evaluator, const Call &call) {
  Arguments arguments(evaluator, call);
  bool counted = call.name == "copy_n", backward = call.name.ends_with("_backward");
  if (arguments.size() < (arguments.ranged ? 2u : 3u))
    return std::nullopt;
  std::optional<Range> from;
  if (counted) {
    from = arguments.single(arguments.next());
    from->count = evaluator.number(arguments.next());
  } else {
    from = arguments.range();
  }
  if (!from)
    return evaluator.unknown(call.type, call.name, call.expression);
  Range to = arguments.single(arguments.next());
  to.count = from->count;
  if (backward)
    to.first = step(evaluator, to.first, to.iterator, evaluator.emit(Op::Neg, {from->count}, {Format::Integer}, nullptr));
  forEachIndex(evaluator, call, shapeOf(*from), [&](NodeId index) { put(evaluator, call, to, index, at(evaluator, *from, index)); });
  return backward ? to.first : advanced(evaluator, to);
}

/// sort, reverse, shuffle, rotate: the same values in places nobody knows.
std::optional<Value> permuteModel(Evaluator &evaluator, const Call &call) {
  Arguments arguments(evaluator, call);
  std::optional<Range> range = arguments.range();
  if (!range)
    return evaluator.unknown(call.type, call.name, call.expression);
  while (arguments.size())
    evaluator.discard(arguments.next());
  forEachIndex(evaluator, call, shapeOf(*range), [&](NodeId index) {
    ValueType type = numberType(evaluator, range->element);
    put(evaluator, call, *range, index, Value::number(evaluator.fresh(call.name, type, call.expression)));
  });
  return evaluator.unknown(call.type, call.name, call.expression);
}

} // namespace

Model algorithmModel(llvm::StringRef name) {
  static const llvm::StringMap<Model> models = {
      {"accumulate", accumulateModel},
      {"fold_left", accumulateModel},
      {"reduce", reduceModel},
      {"inner_product", innerProductModel},
      {"transform_reduce", transformReduceModel},
      {"partial_sum", inclusiveScanModel},
      {"inclusive_scan", inclusiveScanModel},
      {"exclusive_scan", exclusiveScanModel},
      {"adjacent_difference", adjacentDifferenceModel},
      {"transform", transformModel},
      {"for_each", forEachModel},
      {"for_each_n", forEachModel},
      {"all_of", predicateModel},
      {"any_of", predicateModel},
      {"none_of", predicateModel},
      {"count_if", predicateModel},
      {"find_if", predicateModel},
      {"find_if_not", predicateModel},
      {"max_element", someElementModel},
      {"min_element", someElementModel},
      {"lower_bound", someElementModel},
      {"upper_bound", someElementModel},
      {"find", someElementModel},
      {"fill", fillModel},
      {"fill_n", fillModel},
      {"uninitialized_fill", fillModel},
      {"generate", fillModel},
      {"generate_n", fillModel},
      {"iota", fillModel},
      {"copy", copyModel},
      {"copy_n", copyModel},
      {"copy_backward", copyModel},
      {"move", copyModel},
      {"move_backward", copyModel},
      {"sort", permuteModel},
      {"stable_sort", permuteModel},
      {"reverse", permuteModel},
      {"shuffle", permuteModel},
  };
  auto found = models.find(name);
  return found == models.end() ? nullptr : found->second;
}

} // namespace fporder::frontend
