// Functions of NumPy and torch that make arrays and name formats: zeros, arange, linspace, random numbers, dtypes, finfo.
#include "analyzer/python/evaluator.h"

#include "runtime/order/index_algebra.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>

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
    const bool integral = !sizes[index].is(Kind::Number) || (formatOf(sizes[index]) == Format::Integer && wholeOf(sizes[index]) != -1);
    axes.sizes.push_back(integral ? positionFrom(sizes[index]) : NodeId{});
    axes.reduced.push_back(false);
  }
  return axes;
}

/// np.finfo(dtype) and torch.finfo: an object with the limits of a format.
std::optional<Value> Evaluator::limitsOf(const Value &dtype, const std::string &spelling, bool integers) {
  const auto known = formatFrom(dtype);
  if (!known || !format::isFloatingPoint(*known)) { // of a format that is not known: numbers that its name says
    Value object;
    object.kind = Kind::Object;
    object.text = spelling;
    object.object = nextObject++;
    for (const char *each : {"eps", "max", "min", "tiny", "smallest_normal", "resolution", "bits"})
      state.objects[object.object].insert_or_assign(each, numberLeaf(spelling + "." + each, integers ? Format::Integer : Format::Binary64));
    return object;
  }
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
    if (value.is(Kind::Sequence) && value.count) {
      const auto stacked = stackedSequence(value, 0, at);
      return stacked && format ? std::optional(cast(*stacked, *format, place(at))) : stacked;
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

} // namespace fporder::python
