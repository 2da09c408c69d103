// Calls whose formulas stand in a document, analyzer/models/python_*.yaml: see "Python" in analyzer/models/README.md.
#include "analyzer/python/evaluator.h"

#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::python {

using order::NodeId;
using order::Op;

namespace {

/// Parameters that say over what and into what, and are no operands.
bool isControl(llvm::StringRef name) { return name == "axis" || name == "keepdims" || name == "normalized_shape"; }

std::string canonical(llvm::StringRef name) {
  if (name == "dim")
    return "axis";
  if (name == "keepdim")
    return "keepdims";
  return name.str();
}

/// Arguments that change no value.
bool isIgnored(llvm::StringRef name) {
  return llvm::is_contained({"inplace", "_stacklevel", "stacklevel", "device", "requires_grad", "training", "order"}, name);
}

/// The arguments by the parameters of a model; nothing where they do not fit.
std::optional<std::map<std::string, Value>> bound(const models::CallModel &model, const Arguments &given) {
  std::map<std::string, Value> result;
  std::size_t next = 0;
  for (const std::string &parameter : model.parameters)
    if (next < given.positional.size())
      result[parameter] = given.positional[next++];
  if (next < given.positional.size() && !model.open)
    return std::nullopt;
  for (const auto &[name, value] : given.named) {
    const std::string known = canonical(name);
    if (llvm::is_contained(model.parameters, known))
      result[known] = value;
    else if (known != "out" && known != "dtype" && !isIgnored(known) && !(value.is(Value::Kind::None)) && !model.open)
      return std::nullopt;
  }
  for (const std::string &parameter : model.parameters)
    if (!isControl(parameter) && (!result.contains(parameter) || result[parameter].is(Value::Kind::None)))
      return std::nullopt;
  for (const auto &[name, value] : result)
    if (!llvm::is_contained(model.parameters, name))
      return std::nullopt;
  // An argument that is given as None beside the formula's own parameters counts as not given.
  return result;
}

} // namespace

Value Evaluator::formula(const order::Graph &from, NodeId node, Bound &call) {
  const order::PlaceId place = call.place;
  const order::Node data = from[node];
  const auto operand = [&](unsigned index) { return formula(from, from.operand(node, index), call); };
  switch (data.op) {
  case Op::Input:
    return call.parameters.at(std::string(from.symbol(node)));
  case Op::Constant: {
    const order::Number &value = from.number(node);
    return value.isInteger() && std::abs(value.approximate()) < 1e9 ? weakInteger(static_cast<long long>(value.approximate()))
                                                                    : weakFloat(value.approximate());
  }
  case Op::Add:
    return binary("Add", operand(0), operand(1), place);
  case Op::Sub:
    return binary("Sub", operand(0), operand(1), place);
  case Op::Mul:
    return binary("Mult", operand(0), operand(1), place);
  case Op::Div:
    return binary("Div", operand(0), operand(1), place);
  case Op::Neg:
    return negated(operand(0), place);
  case Op::Compare:
    return compared(llvm::StringRef(from.symbol(node)), operand(0), operand(1), place);
  case Op::Select:
    return chosen(operand(0), operand(1), operand(2), place);
  case Op::Cast:
    return cast(operand(0), data.type.format, place);
  case Op::Reduce: {
    const std::string text = order::printInfix(from, node);
    if (const auto known = call.reductions.find(text); known != call.reductions.end())
      return known->second;
    const Value value = reduced(from.reduction(node), operand(order::termOperand), call.axes, place);
    call.reductions.emplace(text, value);
    return value;
  }
  case Op::Call:
    if (from.symbol(node) == "size")
      return number(termCount(computable(operand(0)), call.axes));
    break;
  default:
    break;
  }
  std::vector<Value> arguments;
  for (unsigned index = 0; index < data.operandCount; ++index)
    arguments.push_back(operand(index));
  static constexpr std::pair<Op, llvm::StringLiteral> names[] = {{Op::Sqrt, "sqrt"}, {Op::Fma, "fma"},  {Op::Abs, "fabs"},
                                                                 {Op::Min, "fmin"},  {Op::Max, "fmax"}, {Op::CopySign, "copysign"}};
  const auto *known = llvm::find_if(names, [&](const auto &row) { return row.first == data.op; });
  return function(known == std::end(names) ? llvm::StringRef(from.symbol(node)) : llvm::StringRef(known->second), arguments, place);
}

std::optional<Value> Evaluator::modelled(llvm::StringRef module, llvm::StringRef name, Arguments &given, const Syntax &at) {
  const llvm::StringRef scopes[] = {module.rsplit('.').second.empty() ? module : module.rsplit('.').second, module.split('.').first};
  if (given.find("where") != nullptr)
    return std::nullopt;
  for (const models::Vendor *vendor : script.vendors)
    for (const models::CallModel *model : vendor->find(std::string_view(name)))
      for (const llvm::StringRef scope : scopes) {
        if (model->scope != scope || model->effects.size() != 1)
          continue;
        auto parameters = bound(*model, given);
        if (!parameters)
          continue;
        std::vector<unsigned> axes;
        const bool torch = module.starts_with("torch");
        Value *first = model->parameters.empty() ? nullptr : &(*parameters)[model->parameters.front()];
        if (first)
          *first = computable(*first);
        for (auto &[parameter, value] : *parameters)
          if (!isControl(parameter))
            value = computable(value);
        const auto shape = parameters->find("normalized_shape");
        if (first && first->is(Kind::Array)) {
          if (shape != parameters->end()) {
            for (auto axis = shape->second.is(Kind::Tuple) ? static_cast<unsigned>(shape->second.items.size()) : 1; axis > 0; --axis)
              axes.push_back(axis);
          } else if (llvm::is_contained(model->parameters, "axis")) {
            const auto given_ = parameters->find("axis");
            const auto known = reducedAxes(*first, given_ == parameters->end() ? nullptr : &given_->second, at);
            if (!known)
              return opaque(at, "over which axes it goes is not known");
            axes = *known;
          }
        } else if (first && first->is(Kind::Number) && first->guessed && llvm::is_contained(model->parameters, "axis")) {
          learnt.arrays.insert(std::string(graph.symbol(first->node)));
          learnt.changed = true;
        }
        const Value *dtype = given.find("dtype");
        if (const auto format = dtype ? formatFrom(*dtype) : std::nullopt; format && first)
          *first = cast(*first, *format, place(at));
        // Calls of several operations compute halves in binary32 and round once.
        std::optional<Format> narrow;
        if (const Format own = first ? formatOf(*first) : Format::Unknown; torch && format::isNarrow(own))
          narrow = own;
        if (narrow)
          for (auto &[parameter, value] : *parameters)
            if (!isControl(parameter) && format::isNarrow(formatOf(value)))
              value = cast(value, Format::Binary32, place(at));
        Bound call{*parameters, axes, place(at)};
        Value result = formula(vendor->graph(), model->effects.front().formula, call);
        if (narrow)
          result = cast(result, *narrow, place(at));
        if (result.is(Kind::Array) && !axes.empty()) {
          const auto keep = parameters->find("keepdims");
          const bool keeps = keep != parameters->end() && truth(keep->second).value_or(true);
          const bool gone =
              array(result).axes.known && axes.front() == 0 ? true : axes.front() != 0 && llvm::all_of(axes, [&](unsigned axis) {
                                                                       return axis <= array(result).axes.shown && array(result).axes.isReduced(axis);
                                                                     });
          if (gone && !keeps)
            result = withoutAxes(result, axes);
        }
        if (result.is(Kind::Number))
          result.weak = false, result.library = torch ? Library::Torch : module == "math" ? Library::None : Library::NumPy;
        if (module == "math")
          result.weak = true;
        if (result.is(Kind::Unknown))
          return opaque(at, "an array that a loop carries is taken apart");
        if (const Value *out = given.find("out"); out && (out->is(Kind::Array) || out->is(Kind::Unknown)))
          inPlace(computable(*out), result, at);
        return result;
      }
  return std::nullopt;
}

} // namespace fporder::python
