// Calls of NumPy and torch by their names: what they compute with stands in documents (formulas.cpp).
#include "analyzer/python/evaluator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>

namespace fporder::python {

using order::NodeId;
using order::Op;

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
                                     .Case("char", Format::Integer)
                                     .Case("byte", Format::Integer)
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
      const Value *type = wanted ? wanted : name == "astype" || name == "type" ? given.at("dtype", 1) : nullptr;
      if (type && type->is(Kind::Unknown)) // one that nothing says
        return cast(object, script.options.openFormat, place(at));
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

/// softmax(q k^T * scale + mask) v; the order is the library's own, one of several by device and sizes.
std::optional<Value> Evaluator::attention(Arguments &given, const Syntax &at) {
  const Value *mask = given.at("attn_mask", 3), *causal = given.at("is_causal", 5), *scale = given.at("scale", 6);
  Value query = computable(given.positional[0]), key = computable(given.positional[1]);
  if (isArrayAfterAll(query, 2) || isArrayAfterAll(key, 2))
    return query; // evaluated again with what is learnt
  if (!query.is(Kind::Array) || !key.is(Kind::Array) || (causal && truth(*causal).value_or(true)))
    return std::nullopt;
  auto scores = matrixProduct(query, transposed(key, {1, 2}), place(at), at);
  if (!scores)
    return std::nullopt;
  Array of = array(query);
  of.name = nameOf(of);
  const Value standard = binary("Div", weakFloat(1), function("sqrt", number(sizeOf(of, 1)), place(at)), place(at));
  scores = binary("Mult", *scores, scale && !scale->is(Kind::None) ? *scale : standard, place(at));
  if (mask && !mask->is(Kind::None)) {
    const Value known = computable(*mask);
    scores = formatOf(known) == Format::Boolean ? chosen(known, *scores, weakFloat(-HUGE_VAL), place(at)) : binary("Add", *scores, known, place(at));
  }
  Arguments weights;
  weights.positional = {*scores};
  weights.named.emplace_back("axis", weakInteger(-1));
  const auto shares = modelled("torch", "softmax", weights, at);
  const auto result = shares ? matrixProduct(*shares, given.positional[2], place(at), at) : std::nullopt;
  if (result && result->is(Kind::Array))
    procedure.notHeld.emplace(graph.value(array(*result).element).index,
                              "the order in which scaled_dot_product_attention computes is the library's own");
  return result;
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
  if ((name == "finfo" || name == "iinfo") && !given.positional.empty())
    if (auto limits = limitsOf(given.positional[0], script.places.spelling(at), name == "iinfo"))
      return *limits;
  if (root != "math")
    if (auto placed = byPosition(module, name, given, at))
      return *placed;
  if (root != "math")
    if (auto chosen = byIndices(module, name, given, at))
      return *chosen;
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> logical[] = {
      {"logical_or", "BitOr"},          {"logical_and", "BitAnd"},         {"bitwise_or", "BitOr"},  {"bitwise_and", "BitAnd"},
      {"bitwise_xor", "BitXor"},        {"logical_xor", "BitXor"},         {"left_shift", "LShift"}, {"right_shift", "RShift"},
      {"bitwise_left_shift", "LShift"}, {"bitwise_right_shift", "RShift"}, {"remainder", "Mod"},     {"mod", "Mod"},
      {"floor_divide", "FloorDiv"}};
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
    Value weight = computable(given.positional[1]);
    if (isArrayAfterAll(weight, 2))
      return weight;
    if (!weight.is(Kind::Array))
      return opaque(at, "the axes of the operands are not known");
    const auto product = matrixProduct(given.positional[0], transposed(weight, {1, 2}), place(at), at);
    const Value *bias = given.at("bias", 2);
    if (product)
      return bias && !bias->is(Kind::None) ? binary("Add", *product, *bias, place(at)) : *product;
  }
  if ((name == "promote_types" || name == "result_type") && given.positional.size() == 2) {
    const auto typeOf = [&](const Value &value) { return value.is(Kind::Array) ? std::optional(formatOf(value)) : formatFrom(value); };
    const auto one = typeOf(given.positional[0]), other = typeOf(given.positional[1]);
    Value format;
    format.kind = Kind::Format;
    format.format = one && one == other ? *one : Format::Dependent;
    return format;
  }
  if (name == "dropout" && root == "torch" && !given.positional.empty()) {
    const Value *p = given.at("p", 1), *training = given.find("training");
    if ((p && constantOf(*p) == 0) || (training && truth(*training) == false))
      return given.positional[0];
    const Value object = computable(given.positional[0]);
    if (object.is(Kind::Array))
      return binary("Mult", object,
                    symbolic("dropout@" + std::to_string(at.at.line), array(object).axes, formatOf(object), Library::Torch, "it is drawn at random"),
                    place(at));
  }
  if (name == "scaled_dot_product_attention" && given.positional.size() >= 3)
    if (auto result = attention(given, at))
      return *result;
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
  if (root != "math" && !given.positional.empty() && isArrayAfterAll(given.positional[0], 1))
    return given.positional[0]; // evaluated again with what is learnt
  return opaque(at, "'" + full + "' has no model");
}

} // namespace fporder::python
