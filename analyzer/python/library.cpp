// Functions of NumPy and torch that make arrays, convert and rearrange them; what they compute with stands in documents (formulas.cpp).
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>
#include <set>

namespace fporder::python {

using order::NodeId;
using order::Op;

namespace {

format::Format formatNamed(llvm::StringRef name) {
  using format::Format;
  static constexpr struct {
    const char *names;
    Format format;
  } rows[] = {
      {"float32 single f4 float", Format::Binary32},
      {"float64 double f8", Format::Binary64},
      {"float16 half f2", Format::Binary16},
      {"bfloat16", Format::BFloat16},
      {"int8 int16 int32 int64 int uint8 uint16 uint32 uint64 long short intp int_ i4 i8", Format::Integer},
      {"bool bool_", Format::Boolean},
      {"float8_e4m3fn", Format::E4M3FN},
      {"float8_e5m2", Format::E5M2},
  };
  for (const auto &row : rows)
    for (const llvm::StringRef known : llvm::split(row.names, ' '))
      if (known == name)
        return row.format;
  return Format::Unknown;
}

} // namespace

/// The format that a dtype argument names.
std::optional<Evaluator::Format> Evaluator::formatFrom(const Value &value) const {
  if (value.is(Kind::Format))
    return value.format;
  const auto [module, name] = llvm::StringRef(value.text).rsplit('.');
  if (value.is(Kind::Text) || value.is(Kind::Library)) {
    const llvm::StringRef word = value.is(Kind::Text) ? llvm::StringRef(value.text) : name;
    if (value.is(Kind::Library) && module == "builtins")
      return word == "float"  ? std::optional(Format::Binary64)
             : word == "int"  ? std::optional(Format::Integer)
             : word == "bool" ? std::optional(Format::Boolean)
                              : std::nullopt;
    if (value.is(Kind::Library) && module != "numpy" && module != "torch")
      return std::nullopt;
    if (word == "float" && (value.is(Kind::Text) || module == "numpy"))
      return Format::Binary64;
    if (const Format known = formatNamed(word);
        known != Format::Unknown && !(value.is(Kind::Library) && (word == "int" || word == "bool") && module == "numpy"))
      return known;
  }
  return std::nullopt;
}

Evaluator::Format Evaluator::defaultFormat(llvm::StringRef module) const { return module.starts_with("torch") ? Format::Binary32 : Format::Binary64; }

Axes Evaluator::axesFrom(const Value &shape) {
  Axes axes;
  if (shape.is(Kind::Shape))
    return arrayOf(shape.array).axes;
  if (!shape.is(Kind::Tuple) && !shape.is(Kind::Number))
    return axes;
  std::vector<Value> sizes = indexItems(shape);
  axes.known = true;
  axes.shown = static_cast<unsigned>(sizes.size());
  for (std::size_t index = sizes.size(); index-- > 0;) {
    const bool integral = sizes[index].is(Kind::Number) && formatOf(sizes[index]) == Format::Integer && wholeOf(sizes[index]) != -1;
    axes.sizes.push_back(integral ? sizes[index].node : NodeId{});
    axes.reduced.push_back(false);
  }
  return axes;
}

/// np.finfo(dtype) and torch.finfo: an object with the limits of a format.
std::optional<Value> Evaluator::limitsOf(const Value &dtype) {
  const auto known = formatFrom(dtype);
  if (!known || !format::isFloatingPoint(*known))
    return std::nullopt;
  const format::Parameters of = format::parameters(*known);
  Value object;
  object.kind = Kind::Object;
  object.text = "finfo";
  object.object = nextObject++;
  // The largest significand of E4M3FN is NaN's.
  const int dropped = *known == Format::E4M3FN ? 2 - of.precision : 1 - of.precision;
  const double largest = std::ldexp(2.0 - std::ldexp(1.0, dropped), of.maxExponent);
  const std::pair<const char *, double> limits[] = {{"eps", std::ldexp(1.0, 1 - of.precision)},
                                                    {"max", largest},
                                                    {"min", -largest},
                                                    {"tiny", std::ldexp(1.0, of.minExponent)},
                                                    {"smallest_normal", std::ldexp(1.0, of.minExponent)}};
  for (const auto &[name, value] : limits)
    state.objects[object.object].insert_or_assign(name, weakFloat(value));
  return object;
}

/// Arrays that a call makes: of constants, or inputs that the name tells which they are assigned to.
std::optional<Value> Evaluator::created(llvm::StringRef module, llvm::StringRef name, Arguments &given, const Syntax &at) {
  const Library of = module.starts_with("torch") ? Library::Torch : Library::NumPy;
  const Value *dtype = given.find("dtype");
  std::optional<Format> format = dtype ? formatFrom(*dtype) : std::nullopt;
  const auto argument = [&](std::size_t index) { return index < given.positional.size() ? given.positional[index] : Value(); };
  const auto input = [&](const Axes &axes, Format standard) {
    Array made;
    made.axes = axes;
    made.library = of;
    made.fresh = true;
    order::NodeSpec spec;
    spec.op = Op::Element;
    spec.type = {format.value_or(standard)};
    spec.symbol = "input";
    spec.version = ++nextVersion;
    const Nodes where = indices(axes);
    spec.operands = where;
    if (where.empty())
      spec.op = Op::Input;
    made.element = graph.intern(spec);
    return make(std::move(made));
  };
  const auto filled = [&](const Axes &axes, const Value &value, Format standard) {
    Array made;
    made.axes = axes;
    made.library = of;
    made.element = converted(computable(value).node, format.value_or(standard), place(at));
    return make(std::move(made));
  };
  const auto spread = [&](std::size_t from) { // np.random.randn(2, 3), torch.zeros(2, 3)
    if (given.positional.size() == from + 1 && (argument(from).is(Kind::Tuple) || argument(from).is(Kind::Shape)))
      return axesFrom(argument(from));
    if (const Value *size = given.find("size"))
      return axesFrom(*size);
    Value all;
    all.kind = Kind::Tuple;
    for (std::size_t index = from; index < given.positional.size(); ++index)
      all.items.push_back(argument(index));
    return axesFrom(all);
  };
  const bool like = name.ends_with("_like");
  const llvm::StringRef plain = like ? name.drop_back(5) : name;
  const auto constant = llvm::StringSwitch<std::optional<double>>(plain).Case("zeros", 0.0).Case("ones", 1.0).Default(std::nullopt);
  if (constant || plain == "empty" || plain == "full") {
    Axes axes;
    Format standard = defaultFormat(module);
    if (like) {
      const Value model = computable(argument(0));
      if (!model.is(Kind::Array))
        return std::nullopt;
      axes = array(model).axes;
      axes.reduced.clear();
      standard = formatOf(model);
    } else {
      const Value *shape = given.at("shape", 0);
      axes = plain == "full" || of == Library::NumPy ? (shape ? axesFrom(*shape) : Axes()) : spread(0);
      if (plain != "full" && of == Library::NumPy && given.positional.size() > 1)
        format = formatFrom(argument(1));
    }
    if (plain == "empty")
      return input(axes, standard);
    const Value *filling = plain == "full" ? given.at("fill_value", 1) : nullptr;
    if (plain == "full" && (!filling || !(filling->is(Kind::Number) || filling->is(Kind::Unknown))))
      return std::nullopt;
    if (filling && filling->is(Kind::Unknown)) // a parameter
      return filled(axes, numberLeaf(filling->text, standard), standard);
    return filled(axes, filling ? *filling : weakFloat(*constant), standard);
  }
  const bool random = module == "numpy.random" || module == "random";
  if ((random && llvm::is_contained({"rand", "randn"}, name)) || (of == Library::Torch && llvm::is_contained({"rand", "randn"}, name)))
    return input(spread(0), defaultFormat(module));
  if (of == Library::Torch && llvm::is_contained({"rand_like", "randn_like"}, name)) {
    const Value model = computable(argument(0));
    return model.is(Kind::Array) ? std::optional(input(array(model).axes, formatOf(model))) : std::nullopt;
  }
  const bool integers = name == "randint" || name == "integers" || name == "permutation" || name == "randperm" || name == "choice";
  if ((random && llvm::is_contained({"uniform", "normal", "randint", "integers", "random", "random_sample", "standard_normal", "lognormal",
                                     "exponential", "gamma", "beta", "choice", "permutation", "poisson", "laplace", "binomial"},
                                    name)) ||
      (of == Library::Torch && (integers || name == "normal"))) {
    const bool sizeFirst = llvm::is_contained({"random", "random_sample", "standard_normal"}, name);
    const std::size_t position = sizeFirst ? 0 : name == "exponential" || name == "choice" || name == "poisson" ? 1 : 2;
    const Value *size = given.at("size", position);
    if (!size && !sizeFirst && given.positional.size() <= position && name != "permutation" && name != "randperm") {
      Value drawn = numberLeaf(script.places.spelling(at), integers ? Format::Integer : Format::Binary64);
      return drawn;
    }
    return input(size ? axesFrom(*size) : Axes(), integers ? Format::Integer : defaultFormat(module));
  }
  if (random && llvm::is_contained({"RandomState", "default_rng", "Generator"}, name)) {
    Value generator;
    generator.kind = Kind::Module;
    generator.text = "numpy.random";
    return generator;
  }
  if (llvm::is_contained({"load", "fromfile", "loadtxt", "genfromtxt", "frombuffer", "linspace", "logspace", "eye", "identity"}, name)) {
    if (!format && given.positional.size() > 1 && name == "fromfile")
      format = formatFrom(argument(1));
    Axes axes;
    if (name == "linspace") {
      axes.known = true;
      axes.shown = 1;
      const Value *count = given.at("num", 2);
      axes.sizes = {count && count->is(Kind::Number) ? count->node : NodeId{}};
    }
    return input(axes, name == "load" ? script.options.openFormat : defaultFormat(module));
  }
  if (name == "arange") {
    Value first = weakInteger(0), last = argument(0), step = weakInteger(1);
    if (given.positional.size() > 1)
      first = argument(0), last = argument(1);
    if (given.positional.size() > 2)
      step = argument(2);
    Axes axes;
    axes.known = true;
    axes.shown = 1;
    axes.sizes = {wholeOf(first) == 0 && wholeOf(step) == 1 && formatOf(last) == Format::Integer ? last.node : NodeId{}};
    if (!first.is(Kind::Number) || !step.is(Kind::Number) || formatOf(first) != Format::Integer || formatOf(step) != Format::Integer)
      return input(axes, defaultFormat(module));
    Array made;
    made.axes = axes;
    made.library = of;
    const NodeId index = order::integerOperation(graph, Op::Add, first.node, order::integerOperation(graph, Op::Mul, variable(1), step.node));
    made.element = converted(index, format.value_or(Format::Integer), place(at));
    return make(std::move(made));
  }
  if (llvm::is_contained({"array", "asarray", "ascontiguousarray", "asanyarray", "tensor", "as_tensor", "from_numpy", "FloatTensor", "Tensor",
                          "DoubleTensor", "HalfTensor"},
                         name)) {
    const Value value = argument(0);
    if (!format && given.positional.size() > 1 && of == Library::NumPy)
      format = formatFrom(argument(1));
    if (value.is(Kind::Number)) {
      const Format own = formatOf(value);
      Value result = cast(value, format.value_or(own == Format::Binary64 && value.weak ? defaultFormat(module) : own), place(at));
      result.library = of;
      return result;
    }
    if (value.is(Kind::Tuple)) { // values that are written down are inputs like others
      Axes axes;
      axes.known = true;
      bool constants = true;
      for (const Value *level = &value; level->is(Kind::Tuple) && !level->items.empty(); level = level->items.data()) {
        axes.sizes.insert(axes.sizes.begin(), integer(static_cast<long long>(level->items.size())));
        for (const Value &item : level->items)
          constants &= item.is(Kind::Tuple) || constantOf(item).has_value();
      }
      axes.shown = static_cast<unsigned>(axes.sizes.size());
      const Value *leaf = &value;
      while (leaf->is(Kind::Tuple) && !leaf->items.empty())
        leaf = leaf->items.data();
      const bool whole = leaf->is(Kind::Number) && formatOf(*leaf) == Format::Integer;
      return constants ? std::optional(input(axes, whole ? Format::Integer : defaultFormat(module))) : std::nullopt;
    }
    const Value inner = computable(value);
    if (!inner.is(Kind::Array))
      return std::nullopt;
    Array made = array(inner);
    made.library = of;
    if (format && *format != formatOf(inner)) {
      if (made.fresh)
        return input(made.axes, *format);
      made.element = converted(made.element, *format, place(at));
    }
    return make(std::move(made));
  }
  return std::nullopt;
}

/// Conversions of formats and devices; the object is the first argument.
std::optional<Value> Evaluator::convertedCall(llvm::StringRef name, Arguments &given, const Syntax &at) {
  if (given.positional.empty())
    return std::nullopt;
  const Value object = given.positional[0];
  const bool isArray = object.is(Kind::Array);
  std::optional<Format> format = llvm::StringSwitch<std::optional<Format>>(given.positional.size() == 1 ? name : "")
                                     .Case("half", Format::Binary16)
                                     .Case("float", Format::Binary32)
                                     .Case("double", Format::Binary64)
                                     .Case("bfloat16", Format::BFloat16)
                                     .Case("int", Format::Integer)
                                     .Case("long", Format::Integer)
                                     .Case("short", Format::Integer)
                                     .Case("bool", Format::Boolean)
                                     .Default(std::nullopt);
  if (name == "astype" || name == "to" || name == "type" || name == "type_as" || name == "to_type") {
    const Value *wanted = given.find("dtype");
    for (std::size_t index = 1; index < given.positional.size() && !wanted; ++index)
      if (formatFrom(given.positional[index]) || given.positional[index].is(Kind::Array))
        wanted = &given.positional[index];
    if (wanted)
      format = wanted->is(Kind::Array) ? std::optional(formatOf(*wanted)) : formatFrom(*wanted);
    if (!format) {
      const bool unknownFormat = name == "astype" || (wanted && !wanted->is(Kind::Text));
      if (unknownFormat)
        return opaque(at, "the format that it is converted to is not known");
      return object;
    }
  }
  if (format) {
    if (isArray && array(object).fresh) {
      Array made = array(object);
      order::NodeSpec spec;
      const order::Node data = graph[made.element];
      spec.op = data.op;
      spec.type = {*format};
      spec.symbol = graph.symbol(made.element);
      spec.version = data.version;
      const Nodes where(graph.operands(made.element).begin(), graph.operands(made.element).end());
      spec.operands = where;
      made.element = graph.intern(spec);
      return make(std::move(made));
    }
    return *format == formatOf(object) ? object : cast(object, *format, place(at));
  }
  if (llvm::is_contained({"cpu", "cuda", "npu", "detach", "contiguous", "requires_grad_", "requires_grad", "data", "detach_", "resolve_conj",
                          "pin_memory", "squeeze_"},
                         name))
    return object;
  if (llvm::is_contained({"copy", "clone", "numpy", "tolist", "copy_to", "deepcopy"}, name)) {
    if (!isArray)
      return object;
    Array made = array(object);
    if (name == "numpy" || name == "tolist")
      made.library = Library::NumPy;
    made.name.clear();
    made.initial = {};
    return make(std::move(made));
  }
  if (name == "item" && isArray) {
    Array made = array(object);
    if (made.axes.known && made.axes.shown == 0)
      return number(made.element, true);
    return number(made.element, true);
  }
  if (name == "item")
    return object;
  return std::nullopt;
}

/// A new axis of size 1 in the place of a trailing one.
Value Evaluator::insertedAxis(const Value &object, unsigned axis) {
  Array result = array(object);
  if (!result.axes.known && axis > result.axes.shown + 1)
    return object;
  Reindexing how;
  for (unsigned each = result.axes.shown; each >= axis; --each)
    how.loops[graph[variable(each)].version] = variable(each + 1);
  result.element = reindexed(result.element, how);
  result.axes.sizes.resize(result.axes.shown);
  result.axes.reduced.resize(result.axes.shown);
  result.axes.sizes.insert(result.axes.sizes.begin() + (axis - 1), integer(1));
  result.axes.reduced.insert(result.axes.reduced.begin() + (axis - 1), true);
  ++result.axes.shown;
  result.name.clear();
  result.initial = {};
  result.fresh = false;
  return result.element ? make(std::move(result)) : object;
}

/// Elements in the same order under other axes; nothing where the sizes of axes that this takes are not known.
std::optional<Value> Evaluator::reshapedTo(const Value &object, const Axes &target, bool flat) {
  Array result = array(object);
  const Axes from = result.axes;
  result.name.clear();
  result.initial = {};
  const auto version = [&](unsigned axis) { return graph[variable(axis)].version; };
  const auto isOne = [&](NodeId size) { return size && order::wholeNumber(graph, size) == 1; };
  const auto finished = [&](const Reindexing &how, const Axes &axes) -> std::optional<Value> {
    result.element = reindexed(result.element, how);
    result.axes = axes;
    result.axes.sizes.resize(axes.shown);
    result.axes.reduced.resize(axes.shown);
    return result.element ? std::optional(make(std::move(result))) : std::nullopt;
  };
  if (!from.known && from.shown == 0 && (flat || !target.known))
    return finished({}, {}); // by the position among all, as before
  Axes to = target;
  if (flat)
    to.known = true, to.shown = 1, to.sizes = {NodeId{}}, to.reduced = {false};
  Reindexing how;
  if (to.known) {
    // Axes of size 1 that come and go.
    std::vector<unsigned> wide;
    for (unsigned axis = 1; axis <= to.shown; ++axis)
      if (isOne(to.size(axis)))
        to.reduced[axis - 1] = true;
      else
        wide.push_back(axis);
    std::vector<unsigned> held;
    for (unsigned axis = 1; axis <= from.shown; ++axis)
      if (!from.isReduced(axis) && !isOne(from.size(axis)))
        held.push_back(axis);
    const bool fits = from.known ? wide.size() == held.size() : from.shown == 0 && wide.size() == 1;
    bool same = fits;
    unsigned open = 0;
    for (std::size_t index = 0; same && from.known && index < wide.size(); ++index) {
      const NodeId size = to.size(wide[index]), known = from.size(held[index]);
      open += !size;
      same = !size || (known && graph.value(size) == graph.value(known)) || wide.size() == 1;
    }
    if (same && open <= 1) {
      for (std::size_t index = 0; index < wide.size(); ++index) {
        how.loops[from.known ? version(held[index]) : version(0)] = variable(wide[index]);
        if (from.known && !to.size(wide[index]))
          to.sizes[wide[index] - 1] = from.size(held[index]);
      }
      return finished(how, to);
    }
    // (-1, x.shape[-1]): the last axes stay, what is before is one.
    if (!from.known && to.shown > 0 && !to.size(to.shown)) {
      Array counted = array(object);
      counted.name = nameOf(counted);
      bool stays = from.shown < to.shown;
      for (unsigned axis = 1; stays && axis < to.shown; ++axis)
        stays = to.size(axis) && graph.value(to.size(axis)) == graph.value(sizeOf(counted, axis));
      if (stays) {
        result.element = shownAs(result, to.shown - 1);
        how.loops[version(0)] = variable(to.shown);
        return finished(how, to);
      }
    }
  }
  // By the position in memory. Sizes of a sole input under it are those that its name says.
  Axes sized = from;
  std::set<std::string> inputs;
  for (const NodeId node : order::reachable(graph, result.element, [](NodeId) { return false; }))
    if (graph[node].op == Op::Element)
      inputs.emplace(graph.symbol(node));
  if (inputs.size() == 1 && from.known) {
    Array counted = result;
    counted.name = *inputs.begin();
    sized.sizes.resize(from.shown);
    for (unsigned axis = 1; axis <= from.shown; ++axis)
      sized.sizes[axis - 1] = sizeOf(counted, axis);
  }
  const auto sizeFrom = [&](unsigned axis) { return sized.size(axis); };
  for (unsigned axis = 1; axis < from.shown + (from.known ? 0U : 1U); ++axis)
    if (!sizeFrom(axis) && !from.isReduced(axis))
      return std::nullopt;
  for (unsigned axis = 1; to.known && axis < to.shown; ++axis)
    if (!to.size(axis))
      return std::nullopt;
  NodeId position = to.known ? integer(0) : variable(0), factor = integer(1), behind = integer(1);
  for (unsigned axis = 1; to.known && axis <= to.shown; ++axis) {
    position = order::integerOperation(graph, Op::Add, position, order::integerOperation(graph, Op::Mul, variable(axis), factor));
    if (axis < to.shown)
      factor = order::integerOperation(graph, Op::Mul, factor, to.size(axis));
  }
  for (unsigned axis = 1; axis <= from.shown; ++axis) {
    NodeId index = order::integerOperation(graph, Op::Div, position, behind);
    if (axis < from.shown || !from.known) {
      const NodeId size = from.isReduced(axis) ? integer(1) : sizeFrom(axis), both[] = {index, size};
      index = graph.call("%", both, {Format::Integer});
      behind = order::integerOperation(graph, Op::Mul, behind, size);
    }
    how.loops[version(axis)] = index;
  }
  if (!from.known)
    how.loops[version(0)] = order::integerOperation(graph, Op::Div, position, behind);
  return finished(how, to.known ? to : Axes());
}

/// Rearrangements of elements; the object is the first argument.
std::optional<Value> Evaluator::reshaped(llvm::StringRef name, Arguments &given, const Syntax &at) {
  if (given.positional.empty() || !(given.positional[0].is(Kind::Array) || given.positional[0].is(Kind::Unknown)))
    return std::nullopt;
  const auto is = [&](std::initializer_list<llvm::StringLiteral> names) { return llvm::is_contained(names, name); };
  if (!is({"reshape",  "view", "flatten",    "ravel",     "squeeze",       "unsqueeze", "expand_dims", "transpose", "permute",
           "swapaxes", "t",    "expand",     "expand_as", "broadcast_to",  "view_as",   "reshape_as",  "resize",    "numel",
           "size",     "dim",  "ndimension", "stride",    "is_contiguous", "chunk",     "split",       "unbind",    "type_dtype"}))
    return std::nullopt;
  const Value object = computable(given.positional[0]);
  const Array source = array(object);
  const auto argument = [&](std::size_t index) { return index < given.positional.size() ? given.positional[index] : Value(); };
  if (name == "numel" || (name == "size" && given.positional.size() == 1)) {
    if (name == "numel")
      return number(source.axes.known ? termCount(object, *reducedAxes(object, nullptr, at)) : termCount(object, {0}));
    Value shape;
    shape.kind = Kind::Shape;
    shape.array = object.array;
    return shape;
  }
  if (name == "size") {
    Value shape;
    shape.kind = Kind::Shape;
    shape.array = object.array;
    return shapeEntry(shape, argument(1), at);
  }
  if (name == "dim" || name == "ndimension")
    return source.axes.known ? weakInteger(source.axes.shown) : numberLeaf(nameOf(source) + ".ndim", Format::Integer);
  if (name == "stride" || name == "is_contiguous")
    return numberLeaf(script.places.spelling(at), Format::Integer);
  if (name == "unsqueeze" || name == "expand_dims") {
    const auto axis = wholeOf(given.at("axis", 1) ? *given.at("axis", 1) : given.at("dim", 1) ? *given.at("dim", 1) : Value());
    if (!axis || (*axis > 0 && !source.axes.known))
      return opaque(at, "where the new axis is is not known");
    if (*axis >= 0 && !source.axes.known)
      return object;
    return insertedAxis(object, *axis < 0 ? static_cast<unsigned>(-*axis)
                                          : source.axes.shown + 1 - static_cast<unsigned>(std::min<long long>(*axis, source.axes.shown)));
  }
  if (is({"transpose", "swapaxes", "t", "permute"})) {
    std::vector<long long> numbers;
    const Value *listed = given.find("axes") ? given.find("axes") : given.find("dims");
    for (const Value &each : listed ? indexItems(*listed)
                             : given.positional.size() == 2 && argument(1).is(Kind::Tuple)
                                 ? argument(1).items
                                 : std::vector(given.positional.begin() + 1, given.positional.end()))
      if (const auto known = wholeOf(each))
        numbers.push_back(*known);
    if (name == "t" || (numbers.empty() && !listed && given.positional.size() == 1)) {
      if (!source.axes.known && !knowRank(source, 2))
        return opaque(at, "the number of axes is not known");
      return source.axes.known && source.axes.shown > 2 ? opaque(at, "more axes than two are turned round") : transposed(object, {1, 2});
    }
    const bool pair = numbers.size() == 2 && (name == "swapaxes" || source.library != Library::NumPy) && name != "permute";
    const auto fromLast = [&](long long axis) { return static_cast<unsigned>(axis < 0 ? -axis : source.axes.shown - axis); };
    const bool positive = llvm::any_of(numbers, [](long long axis) { return axis >= 0; });
    if (!source.axes.known && positive) {
      if (!knowRank(source, pair ? static_cast<unsigned>(std::max({numbers[0], numbers[1], 1LL})) + 1 : static_cast<unsigned>(numbers.size())))
        return opaque(at, "the number of axes is not known");
      return object; // evaluated again with what is learnt
    }
    if (pair)
      return fromLast(numbers[0]) >= 1 && fromLast(numbers[1]) >= 1 &&
                     (!source.axes.known || std::max(fromLast(numbers[0]), fromLast(numbers[1])) <= source.axes.shown)
                 ? transposed(object, {fromLast(numbers[0]), fromLast(numbers[1])})
                 : opaque(at, "the axes are not known");
    if (numbers.size() != source.axes.shown || !source.axes.known)
      return opaque(at, "the axes are not known");
    Array result = source;
    Reindexing how;
    result.axes.sizes.assign(source.axes.shown, {});
    result.axes.reduced.assign(source.axes.shown, false);
    for (unsigned position = 0; position < numbers.size(); ++position) {
      const unsigned from = fromLast(numbers[position]), to = source.axes.shown - position;
      if (from < 1 || from > source.axes.shown)
        return opaque(at, "the axes are not known");
      how.loops[graph[variable(from)].version] = variable(to);
      result.axes.sizes[to - 1] = source.axes.size(from);
      result.axes.reduced[to - 1] = source.axes.isReduced(from);
    }
    result.element = reindexed(source.element, how);
    result.name.clear();
    result.initial = {};
    result.turned = true;
    result.fresh = false;
    return result.element ? make(std::move(result)) : opaque(at, "an array that a loop carries");
  }
  if (is({"expand", "expand_as", "broadcast_to"}))
    return object;
  if (name == "squeeze") {
    std::vector<unsigned> gone;
    const Value *axis = given.at("axis", 1);
    const auto which = axis ? wholeOf(*axis) : std::nullopt;
    if (axis && !which)
      return opaque(at, "which axis goes is not known");
    for (unsigned each = 1; each <= source.axes.shown; ++each) {
      const bool named = !which || static_cast<long long>(each) == (*which < 0 ? -*which : static_cast<long long>(source.axes.shown) - *which);
      const bool one = source.axes.isReduced(each) || (source.axes.size(each) && order::wholeNumber(graph, source.axes.size(each)) == 1);
      if (named && (one || which))
        gone.push_back(each);
    }
    return gone.empty() ? object : withoutAxes(object, gone);
  }
  if (is({"reshape", "view", "flatten", "ravel", "view_as", "reshape_as", "resize"})) {
    // Elements keep their order; which they are is only known by the position among all.
    Value shape;
    if (given.positional.size() == 2)
      shape = argument(1);
    else if (given.positional.size() > 2) {
      shape.kind = Kind::Tuple;
      shape.items.assign(given.positional.begin() + 1, given.positional.end());
    }
    const Axes target = axesFrom(shape);
    const bool sameAxes = target.known && source.axes.known && target.shown == source.axes.shown && [&] {
      for (unsigned axis = 1; axis < target.shown; ++axis)
        if (!target.size(axis) || target.size(axis) != source.axes.size(axis))
          return false;
      return true;
    }();
    if (sameAxes)
      return object;
    Array result = source;
    result.name.clear();
    result.initial = {};
    if (source.fresh) { // an input, whatever shape it was drawn in
      Arguments none;
      Axes axes = target;
      if (name == "flatten" || name == "ravel")
        axes.known = true, axes.shown = 1;
      order::NodeSpec spec;
      spec.op = Op::Element;
      spec.type = graph[source.element].type;
      spec.symbol = "input";
      spec.version = ++nextVersion;
      const Nodes where = indices(axes);
      spec.operands = where;
      if (where.empty())
        spec.op = Op::Input;
      result.element = graph.intern(spec);
      result.axes = axes;
      result.fresh = true;
      return make(std::move(result));
    }
    if (source.axes.known && graph[source.element].op == Op::Constant) {
      result.axes = target;
      return make(std::move(result));
    }
    const bool flat = name == "flatten" || name == "ravel" || (given.positional.size() == 2 && wholeOf(argument(1)) == -1);
    if (auto made = reshapedTo(object, target, flat))
      return *made;
    return opaque(at, "which elements the new axes take is not known");
  }
  return opaque(at, "the parts are not followed");
}

namespace {

/// An argument that a layer has got already.
Value boundArgument(const std::string &name, const Value &value) {
  Value text, pair;
  text.kind = Value::Kind::Text;
  text.text = name;
  pair.kind = Value::Kind::Tuple;
  pair.items = {text, value};
  return pair;
}

} // namespace

/// Layers of torch.nn that a class makes in its constructor.
std::optional<Value> Evaluator::module(llvm::StringRef name, Arguments &given, const Syntax &) {
  if (name == "Parameter" && !given.positional.empty()) {
    Array made;
    const Value of = computable(given.positional[0]);
    if (of.is(Kind::Array))
      made.axes = array(of).axes;
    made.library = Library::Torch;
    made.fresh = true;
    order::NodeSpec spec;
    spec.op = Op::Element;
    spec.type = {of.is(Kind::Array) ? formatOf(of) : Format::Binary32};
    spec.symbol = "input";
    spec.version = ++nextVersion;
    const Nodes where = indices(made.axes);
    spec.operands = where;
    if (where.empty())
      spec.op = Op::Input;
    made.element = graph.intern(spec);
    return make(std::move(made));
  }
  // Without weights of their own: their functions, with the arguments of the constructor.
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> functions[] = {
      {"MSELoss", "mse_loss"}, {"L1Loss", "l1_loss"},  {"GELU", "gelu"},
      {"ReLU", "relu"},        {"SiLU", "silu"},       {"Sigmoid", "sigmoid"},
      {"Tanh", "tanh"},        {"Softmax", "softmax"}, {"LogSoftmax", "log_softmax"},
      {"Softplus", "softplus"}};
  const auto *known = llvm::find_if(functions, [&](const auto &row) { return row.first == name; });
  if (known == std::end(functions))
    return std::nullopt;
  Value layer;
  layer.kind = Kind::Library;
  layer.text = "torch.nn.functional." + known->second.str();
  for (const auto &[argument, value] : given.named)
    layer.items.push_back(boundArgument(argument, value));
  if (!given.positional.empty())
    layer.items.push_back(boundArgument("dim", given.positional[0]));
  return layer;
}

/// The Euclidean norm; other orders are not followed.
std::optional<Value> Evaluator::norm(Arguments &given, const Syntax &at, llvm::StringRef library) {
  Arguments plain;
  plain.positional = {given.positional[0]};
  const Value *kind = given.find("p")               ? given.find("p")
                      : given.find("ord")           ? given.find("ord")
                      : given.positional.size() > 1 ? &given.positional[1]
                                                    : nullptr;
  if (kind && !kind->is(Kind::None) && constantOf(*kind) != 2 && !kind->is(Kind::Text))
    return std::nullopt;
  for (const auto &[name, value] : given.named)
    if (name != "p" && name != "ord")
      plain.named.emplace_back(name, value);
  if (given.positional.size() > 2)
    plain.named.emplace_back("axis", given.positional[2]);
  const bool whole = plain.named.empty();
  return modelled(library, whole ? "norm" : "norm_along", plain, at);
}

Value Evaluator::libraryCall(const std::string &full, Arguments &given, const Syntax &at) {
  const auto [module, name] = llvm::StringRef(full).rsplit('.');
  if (module == "builtins") {
    if (sink(name.str(), given, at))
      return Value();
    bool known = false;
    const Value result = builtin(name, given, at, known);
    return known ? result : opaque(at, ("'" + name + "' has no model").str());
  }
  const llvm::StringRef root = module.split('.').first;
  if (root == "einops")
    if (auto result = einops(name, given, at))
      return *result;
  if (name == "cdiv" && (root == "triton" || root == "math") && given.positional.size() == 2)
    return binary("FloorDiv", binary("Sub", binary("Add", given.positional[0], given.positional[1], place(at)), weakInteger(1), place(at)),
                  given.positional[1], place(at));
  if (root != "numpy" && root != "torch" && root != "math" && root != "random") {
    Value text;
    text.kind = llvm::is_contained({"os", "sys", "time", "argparse", "logging", "json", "pathlib", "pytest", "struct", "datetime", "warnings"}, root)
                    ? Kind::Text
                    : Kind::Unknown;
    return text.is(Kind::Text) ? text : opaque(at, ("the library '" + root + "' has no models").str());
  }
  if (sink(name.str(), given, at))
    return Value();
  if (llvm::is_contained({"seed", "manual_seed", "set_printoptions", "no_grad", "enable_grad", "set_grad_enabled", "errstate", "seterr",
                          "manual_seed_all", "device", "synchronize", "is_available", "set_default_dtype", "inference_mode", "set_num_threads",
                          "empty_cache"},
                         name)) {
    Value nothing;
    nothing.kind = Kind::Text;
    return nothing;
  }
  if (root != "math")
    if (auto made = created(module, name, given, at))
      return *made;
  if (name == "finfo" && !given.positional.empty())
    if (auto limits = limitsOf(given.positional[0]))
      return *limits;
  if (root != "math")
    if (auto placed = byPosition(module, name, given, at))
      return *placed;
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> logical[] = {
      {"logical_or", "BitOr"}, {"logical_and", "BitAnd"}, {"bitwise_or", "BitOr"}, {"bitwise_and", "BitAnd"}};
  if (const auto *known = llvm::find_if(logical, [&](const auto &row) { return row.first == name; });
      known != std::end(logical) && given.positional.size() == 2) {
    const auto operand = [&](std::size_t index) {
      const Value value = computable(given.positional[index]);
      return name.starts_with("logical") ? cast(value, Format::Boolean, place(at)) : value;
    };
    return binary(known->second, operand(0), operand(1), place(at));
  }
  if (name == "Variable" && !given.positional.empty())
    return given.positional[0];
  if (module == "torch.nn")
    if (auto layer = this->module(name, given, at))
      return *layer;
  if (llvm::is_contained({"matmul", "dot", "mm", "bmm", "inner", "mv"}, name) && given.positional.size() >= 2) {
    const auto product = matrixProduct(given.positional[0], given.positional[1], place(at), at);
    return product ? *product : opaque(at, "the axes of the operands are not known");
  }
  if (name == "linear" && module.ends_with("functional") && given.positional.size() >= 2) {
    const auto product = matrixProduct(given.positional[0], transposed(computable(given.positional[1]), {1, 2}), place(at), at);
    const Value *bias = given.at("bias", 2);
    if (product)
      return bias && !bias->is(Kind::None) ? binary("Add", *product, *bias, place(at)) : *product;
  }
  if (name == "einsum") {
    const auto product = einsum(given, at);
    return product ? *product : opaque(at, "the letters and axes are not followed");
  }
  if ((name == "clip" || name == "clamp") && !given.positional.empty()) {
    Value result = given.positional[0];
    const Value *low = given.at(name == "clip" ? "a_min" : "min", 1), *high = given.at(name == "clip" ? "a_max" : "max", 2);
    if (low && !low->is(Kind::None))
      result = function("fmax", {result, *low}, place(at));
    if (high && !high->is(Kind::None))
      result = function("fmin", {result, *high}, place(at));
    return result;
  }
  if (root == "torch" || name == "copy")
    if (auto converted = convertedCall(name, given, at); converted && name != "float")
      return *converted;
  if (auto rearranged = reshaped(name, given, at))
    return *rearranged;
  if ((name == "pow" || name == "power") && root != "math" && given.positional.size() == 2)
    return power(computable(given.positional[0]), computable(given.positional[1]), place(at));
  if (name == "norm" && !given.positional.empty())
    if (auto result = norm(given, at, root))
      return *result;
  if (module.ends_with("nn.init") || module.ends_with("init"))
    return Value();
  if (const Value *form = given.find("approximate"); form && name == "gelu") {
    const bool tanh = form->text == "tanh";
    llvm::erase_if(given.named, [](const auto &argument) { return argument.first == "approximate"; });
    if (auto result = modelled(module, tanh ? "gelu_tanh" : "gelu", given, at))
      return *result;
  }
  if (name.ends_with("_loss")) { // by what becomes of the elements
    const Value *reduction = given.find("reduction");
    const std::string how = reduction ? reduction->text : "mean";
    llvm::erase_if(given.named, [](const auto &argument) { return argument.first == "reduction"; });
    if (auto result = modelled(module, (name + "_" + how).str(), given, at))
      return *result;
  }
  if (auto result = modelled(module, name, given, at))
    return *result;
  return opaque(at, "'" + full + "' has no model");
}

} // namespace fporder::python
