// <numeric> and <algorithm> as loops: the evaluator's loop machinery turns their accumulations into reductions, exactly as for a loop that is spelled
// out.
#include "analyzer/frontend/library/library_models.h"

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
  Arguments(Builder &builder, const Call &call) : builder(builder), rest(call.arguments) {
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
      std::optional<Elements> elements = libraryElements(builder, builder.object(object), object->getType());
      if (!elements)
        return std::nullopt;
      return Range{Value::pointer(elements->first), {}, elements->type, elements->count};
    }
    if (rest.size() < 2)
      return std::nullopt;
    const clang::Expr *begin = next(), *end = next();
    Range range = single(begin);
    Value last = pointerIn(builder, builder.evaluate(end));
    range.count = isReverseIterator(begin->getType()) ? builder.distance(last, range.first) : builder.distance(range.first, last);
    return range;
  }

  /// A range given by its first element alone.
  Range single(const clang::Expr *begin) {
    Range range;
    range.first = pointerIn(builder, builder.evaluate(begin));
    range.iterator = begin->getType();
    range.element = elementType(builder, begin->getType());
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

  Builder &builder;
  llvm::ArrayRef<const clang::Expr *> rest;
};

Value at(Builder &builder, const Range &range, NodeId index) {
  return load(builder, builder.target(step(builder, range.first, range.iterator, index)), range.element);
}

void put(Builder &builder, const Call &call, const Range &range, NodeId index, Value value) {
  LocationId where = builder.target(step(builder, range.first, range.iterator, index));
  if (value.isNumber() && !range.element.isNull())
    if (ValueType type = numberType(builder, range.element); type.format != Format::Dependent)
      value = Value::number(builder.convert(value.node, type, call.expression));
  store(builder, where, value, call.token);
}

LoopShape shapeOf(const Range &range, Schedule schedule = Schedule::Sequential) {
  LoopShape shape;
  shape.schedule = isReverseIterator(range.iterator) && schedule == Schedule::Sequential ? Schedule::Reverse : schedule;
  shape.tripCount = range.count;
  return shape;
}

Value advanced(Builder &builder, const Range &range) { return step(builder, range.first, range.iterator, range.count); }

Schedule freeSchedule(llvm::StringRef policy) { return policy.contains("parallel") ? Schedule::Unordered : Schedule::Unspecified; }

/// An accumulation over a range: `term` gives the value to combine at an index.
Value accumulate(Builder &builder, const Call &call, const LoopShape &shape, const Value &init, ValueType type,
                 llvm::function_ref<Value(Value accumulated, NodeId index)> combine) {
  LocationId accumulator = builder.temporary(call.name);
  builder.write(accumulator, init, call.token);
  builder.loop(call.expression, shape, [&](NodeId index) {
    Value next = combine(Value::number(builder.readNumber(accumulator, type)), index);
    if (next.isNumber())
      next = Value::number(builder.convert(next.node, type, call.expression));
    store(builder, accumulator, next, call.token);
  });
  return Value::number(builder.readNumber(accumulator, type));
}

Value add(Builder &builder, const Call &call, Op op, const Value &left, const Value &right) {
  if (!left.isNumber() || !right.isNumber())
    return builder.unknown(call.type, call.name, call.expression);
  ValueType type = commonType(builder.graph[left.node].type, builder.graph[right.node].type);
  NodeId operands[] = {builder.convert(left.node, type, call.expression), builder.convert(right.node, type, call.expression)};
  return Value::number(builder.emit(op, operands, type, call.expression, call.token));
}

/// The format a fold keeps its sum in: the call's, which is the initial value's. Where elements depend on a template parameter the call's is not
/// known and the initial value's may be: accumulate(begin(v), end(v), 0) adds integers whatever v holds. ranges::fold_left takes the operation's
/// instead.
ValueType accumulatorType(Builder &builder, const Call &call, const Value &init) {
  ValueType type = numberType(builder, call.type);
  bool dependent = type.format == Format::Dependent && init.isNumber() && !call.name.ends_with("fold_left");
  return dependent ? builder.graph[init.node].type : type;
}

/// accumulate(first, last, init[, op]), reduce, ranges::fold_left: `op` may be absent.
std::optional<Value> fold(Builder &builder, const Call &call, bool fixedOrder) {
  Arguments arguments(builder, call);
  if (arguments.size() < 2 - (arguments.ranged ? 1 : 0) || !builder.types.info(call.type).isNumber())
    return std::nullopt;
  std::optional<Range> range = arguments.range();
  if (!range)
    return builder.unknown(call.type, call.name, call.expression);
  ValueType type = numberType(builder, call.type);
  Value init = arguments.size() ? builder.evaluate(arguments.next()) : Value::number(builder.constant(0, type));
  std::optional<Callable> operation;
  if (arguments.size())
    operation = callable(builder, arguments.next());
  if (!init.isNumber())
    return builder.unknown(call.type, call.name, call.expression);
  type = accumulatorType(builder, call, init);
  init = Value::number(builder.convert(init.node, type, call.expression));
  LoopShape shape = shapeOf(*range, fixedOrder ? Schedule::Sequential : freeSchedule(arguments.policy));
  return accumulate(builder, call, shape, init, type, [&](const Value &sum, NodeId index) {
    Value element = at(builder, *range, index);
    return operation ? apply(builder, *operation, {sum, element}, call) : add(builder, call, Op::Add, sum, element);
  });
}

std::optional<Value> accumulateModel(Builder &builder, const Call &call) { return fold(builder, call, true); }
std::optional<Value> reduceModel(Builder &builder, const Call &call) { return fold(builder, call, false); }

/// inner_product and transform_reduce over two ranges: (f1, l1, f2, init[, plus, times]).
std::optional<Value> product(Builder &builder, const Call &call, Arguments &arguments, Schedule schedule) {
  std::optional<Range> left = arguments.range();
  if (!left)
    return builder.unknown(call.type, call.name, call.expression);
  Range right = arguments.single(arguments.next());
  NodeId init = builder.number(arguments.next());
  ValueType type = accumulatorType(builder, call, Value::number(init));
  init = builder.convert(init, type, call.expression);
  std::optional<Callable> plus, times;
  if (arguments.size() >= 2) {
    plus = callable(builder, arguments.next());
    times = callable(builder, arguments.next());
  }
  return accumulate(builder, call, shapeOf(*left, schedule), Value::number(init), type, [&](const Value &sum, NodeId index) {
    Value x = at(builder, *left, index), y = at(builder, right, index);
    Value term = times ? apply(builder, *times, {x, y}, call) : add(builder, call, Op::Mul, x, y);
    return plus ? apply(builder, *plus, {sum, term}, call) : add(builder, call, Op::Add, sum, term);
  });
}

std::optional<Value> innerProductModel(Builder &builder, const Call &call) {
  Arguments arguments(builder, call);
  if (arguments.size() < 4 || !builder.types.info(call.type).isNumber())
    return std::nullopt;
  return product(builder, call, arguments, Schedule::Sequential);
}

std::optional<Value> transformReduceModel(Builder &builder, const Call &call) {
  Arguments arguments(builder, call);
  if (arguments.size() < 4 || !builder.types.info(call.type).isNumber())
    return std::nullopt;
  Schedule schedule = freeSchedule(arguments.policy);
  if (arguments.size() != 5)
    return product(builder, call, arguments, schedule);
  std::optional<Range> range = arguments.range();
  if (!range)
    return builder.unknown(call.type, call.name, call.expression);
  NodeId init = builder.number(arguments.next());
  ValueType type = accumulatorType(builder, call, Value::number(init));
  init = builder.convert(init, type, call.expression);
  Callable plus = callable(builder, arguments.next()), transform = callable(builder, arguments.next());
  return accumulate(builder, call, shapeOf(*range, schedule), Value::number(init), type, [&](const Value &sum, NodeId index) {
    return apply(builder, plus, {sum, apply(builder, transform, {at(builder, *range, index)}, call)}, call);
  });
}

/// partial_sum, inclusive_scan: d[i] = d[i - 1] op x[i]; exclusive_scan writes before it adds.
std::optional<Value> scan(Builder &builder, const Call &call, bool exclusive) {
  Arguments arguments(builder, call);
  if (arguments.size() < (exclusive ? 4u : 3u))
    return std::nullopt;
  std::optional<Range> range = arguments.range();
  if (!range)
    return builder.unknown(call.type, call.name, call.expression);
  Range out = arguments.single(arguments.next());
  ValueType type = numberType(builder, range->element);
  Value init = Value::number(exclusive ? builder.convert(builder.number(arguments.next()), type, call.expression) : builder.constant(0, type));
  std::optional<Callable> operation;
  if (arguments.size())
    operation = callable(builder, arguments.next());
  if (arguments.size())
    init = Value::number(builder.convert(builder.number(arguments.next()), type, call.expression));
  accumulate(builder, call, shapeOf(*range), init, type, [&](const Value &sum, NodeId index) {
    if (exclusive)
      put(builder, call, out, index, sum);
    Value element = at(builder, *range, index);
    Value next = operation ? apply(builder, *operation, {sum, element}, call) : add(builder, call, Op::Add, sum, element);
    if (!exclusive)
      put(builder, call, out, index, next);
    return next;
  });
  out.count = range->count;
  return advanced(builder, out);
}

std::optional<Value> inclusiveScanModel(Builder &builder, const Call &call) { return scan(builder, call, false); }
std::optional<Value> exclusiveScanModel(Builder &builder, const Call &call) { return scan(builder, call, true); }

std::optional<Value> adjacentDifferenceModel(Builder &builder, const Call &call) {
  Arguments arguments(builder, call);
  if (arguments.size() < 3)
    return std::nullopt;
  std::optional<Range> range = arguments.range();
  Range out = arguments.single(arguments.next());
  if (!range)
    return builder.unknown(call.type, call.name, call.expression);
  std::optional<Callable> operation;
  if (arguments.size())
    operation = callable(builder, arguments.next());
  put(builder, call, out, builder.integer(0), at(builder, *range, builder.integer(0)));
  builder.loop(call.expression, shapeOf(*range), [&](NodeId index) {
    NodeId next = builder.emit(Op::Add, {index, builder.integer(1)}, {Format::Integer}, nullptr);
    Value here = at(builder, *range, next), before = at(builder, *range, index);
    put(builder, call, out, next, operation ? apply(builder, *operation, {here, before}, call) : add(builder, call, Op::Sub, here, before));
  });
  out.count = range->count;
  return advanced(builder, out);
}

/// transform(first, last, out, op) and transform(first1, last1, first2, out, op).
std::optional<Value> transformModel(Builder &builder, const Call &call) {
  Arguments arguments(builder, call);
  std::size_t afterRange = arguments.sizeAfterRange();
  if (afterRange < 2 || afterRange > 4)
    return std::nullopt;
  std::optional<Range> left = arguments.range();
  if (!left)
    return builder.unknown(call.type, call.name, call.expression);
  std::optional<Range> right;
  if (arguments.size() == 3) // ranges::transform(r1, r2, out, op) has a whole second range
    right = arguments.ranged ? arguments.range() : std::optional(arguments.single(arguments.next()));
  Range out = arguments.single(arguments.next());
  Callable operation = callable(builder, arguments.next());
  builder.loop(call.expression, shapeOf(*left), [&](NodeId index) {
    llvm::SmallVector<Value, 2> operands{at(builder, *left, index)};
    if (right)
      operands.push_back(at(builder, *right, index));
    put(builder, call, out, index, apply(builder, operation, operands, call, out.element));
  });
  out.count = left->count;
  return advanced(builder, out);
}

/// Calls `function` on the element at `index`.
void visit(Builder &builder, const Callable &function, const Range &range, NodeId index, const Call &call) {
  applyToElement(builder, function, builder.target(step(builder, range.first, range.iterator, index)), range.element, call);
}

std::optional<Value> forEachModel(Builder &builder, const Call &call) {
  Arguments arguments(builder, call);
  if (arguments.sizeAfterRange() < 1)
    return std::nullopt;
  std::optional<Range> range;
  if (call.name == "for_each_n") {
    range = arguments.single(arguments.next());
    range->count = builder.number(arguments.next());
  } else {
    range = arguments.range();
  }
  if (!range || arguments.size() == 0)
    return builder.unknown(call.type, call.name, call.expression);
  Callable function = callable(builder, arguments.next());
  Schedule schedule = arguments.policy.contains("parallel") ? Schedule::Unordered : Schedule::Sequential;
  builder.loop(call.expression, shapeOf(*range, schedule), [&](NodeId index) { visit(builder, function, *range, index, call); });
  return call.name == "for_each_n" ? advanced(builder, *range) : function.value;
}

/// Algorithms that call a predicate on each element and yield no floating-point value: count_if, any_of, find_if.
std::optional<Value> predicateModel(Builder &builder, const Call &call) {
  Arguments arguments(builder, call);
  if (arguments.sizeAfterRange() < 1)
    return std::nullopt;
  std::optional<Range> range = arguments.range();
  if (!range)
    return builder.unknown(call.type, call.name, call.expression);
  Callable predicate = callable(builder, arguments.next());
  builder.loop(call.expression, shapeOf(*range), [&](NodeId index) { visit(builder, predicate, *range, index, call); });
  if (isPointerLike(call.type))
    return builder.advance(range->first, builder.fresh(call.name, {Format::Integer}, call.expression));
  return builder.unknown(call.type, call.name, call.expression);
}

/// max_element, min_element, lower_bound, find: an iterator to some element.
std::optional<Value> someElementModel(Builder &builder, const Call &call) {
  Arguments arguments(builder, call);
  std::optional<Range> range = arguments.range();
  if (!range)
    return builder.unknown(call.type, call.name, call.expression);
  while (arguments.size())
    builder.discard(arguments.next());
  return builder.advance(range->first, builder.fresh(call.name, {Format::Integer}, call.expression));
}

std::optional<Value> fillModel(Builder &builder, const Call &call) {
  Arguments arguments(builder, call);
  if (arguments.sizeAfterRange() < 1)
    return std::nullopt;
  bool counted = call.name.ends_with("_n"), generates = call.name.starts_with("generate");
  std::optional<Range> range;
  if (counted) {
    range = arguments.single(arguments.next());
    range->count = builder.number(arguments.next());
  } else {
    range = arguments.range();
  }
  if (!range || arguments.size() == 0)
    return builder.unknown(call.type, call.name, call.expression);
  const clang::Expr *last = arguments.next();
  Value value;
  Callable generator;
  if (generates)
    generator = callable(builder, last);
  else
    value = builder.evaluate(last);
  forEachIndex(builder, call, shapeOf(*range), [&](NodeId index) {
    Value item = generates ? apply(builder, generator, {}, call, range->element) : value;
    if (call.name == "iota" && value.isNumber()) // value + i, by repeated increments
      item = add(builder, call, Op::Add, value, Value::number(index));
    put(builder, call, *range, index, item);
  });
  return counted ? advanced(builder, *range) : Value::none();
}

/// copy, copy_n, move, copy_backward: element by element.
std::optional<Value> copyModel(Builder &builder, const Call &call) {
  Arguments arguments(builder, call);
  bool counted = call.name == "copy_n", backward = call.name.ends_with("_backward");
  if (arguments.size() < (arguments.ranged ? 2u : 3u))
    return std::nullopt;
  std::optional<Range> from;
  if (counted) {
    from = arguments.single(arguments.next());
    from->count = builder.number(arguments.next());
  } else {
    from = arguments.range();
  }
  if (!from)
    return builder.unknown(call.type, call.name, call.expression);
  Range to = arguments.single(arguments.next());
  to.count = from->count;
  if (backward)
    to.first = step(builder, to.first, to.iterator, builder.emit(Op::Neg, {from->count}, {Format::Integer}, nullptr));
  forEachIndex(builder, call, shapeOf(*from), [&](NodeId index) { put(builder, call, to, index, at(builder, *from, index)); });
  return backward ? to.first : advanced(builder, to);
}

/// sort, reverse, shuffle, rotate: the same values in another, unknown order.
std::optional<Value> permuteModel(Builder &builder, const Call &call) {
  Arguments arguments(builder, call);
  std::optional<Range> range = arguments.range();
  if (!range)
    return builder.unknown(call.type, call.name, call.expression);
  while (arguments.size())
    builder.discard(arguments.next());
  forEachIndex(builder, call, shapeOf(*range), [&](NodeId index) {
    ValueType type = numberType(builder, range->element);
    put(builder, call, *range, index, Value::number(builder.fresh(call.name, type, call.expression)));
  });
  return builder.unknown(call.type, call.name, call.expression);
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
