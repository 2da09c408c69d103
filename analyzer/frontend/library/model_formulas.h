// Formulas of call models, evaluated on the arguments of one call.
#pragma once

#include "analyzer/frontend/library/builder.h"
#include "analyzer/models/model.h"

#include <map>
#include <string>

namespace fporder::frontend {

/// An argument of a modelled call, or its object.
struct Operand {
  const clang::Expr *expression = nullptr;
  bool isBuffer = false;
  LocationId first;      // a buffer: the first element of the slice
  LocationId object;     // where the argument itself lies, when it is an object or a variable
  order::NodeId number;  // what is neither
  order::ValueType type; // of the number, or of a buffer's elements
};
using Operands = std::map<std::string, Operand>;

/// True when the formula under `root` names the parameter.
bool mentions(const order::Graph &graph, order::NodeId root, std::string_view parameter);

/// The enumerator that an expression names; of a name that is declared nowhere, its last part. Empty when it is no name.
std::string lastName(Builder &builder, const clang::Expr *expression);

class FormulaValues {
public:
  FormulaValues(Builder &builder, const Call &call, const models::Vendor &vendor, const models::CallModel &model, Operands &operands,
                std::optional<order::Rounding> rounding);

  /// The formula's value, its operations carried out in `type`. Each stands at the callee's name.
  order::NodeId evaluate(order::NodeId root, order::ValueType type);
  /// An integer expression: an index or an offset.
  order::NodeId index(order::NodeId root);
  /// What the numbers among the operands have in common; Dependent when there are none.
  order::ValueType commonType() const;
  void writeElement(const Operand &buffer, order::NodeId index, order::NodeId value);

private:
  order::NodeId parameter(std::string_view name);
  order::NodeId element(std::string_view name, order::NodeId index);
  order::NodeId node(order::NodeId source, order::ValueType type);
  order::NodeId operation(order::NodeId source, order::ValueType type);
  order::NodeId roundedOperation(order::Op op, llvm::ArrayRef<order::NodeId> operands, order::ValueType type);
  order::NodeId reduction(order::NodeId source, order::ValueType type);
  order::NodeId accumulated(order::NodeId source, order::ValueType type);
  order::NodeId termAt(order::NodeId term, order::NodeId index);
  order::NodeId laneOf(order::NodeId vector, order::NodeId index);
  order::NodeId value(order::NodeId source, order::ValueType type);
  order::NodeId converted(order::NodeId node, order::ValueType type, order::Rounding mode = order::Rounding::NearestEven);

  Builder &builder;
  const Call &call;
  const order::Graph &formulas;
  const models::CallModel &model;
  Operands &operands;
  order::Rounding rounding;
  order::Environment environment;
  std::map<order::NodeId, order::NodeId> known; // of the formula under evaluation
  unsigned reductions = 0;
};

} // namespace fporder::frontend
