// Types of integers in the ordering graph: what an operation is computed in, and what a conversion between integer types keeps of a value.
//
// A conversion that changes no value has no node; one that may change some limits the node that it converts to the values that it keeps
// (runtime/order/integer_limits.h), so that an evaluation that leaves them knows it. Constants are converted.
#pragma once

#include "runtime/order/integer_limits.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <optional>

namespace fporder::frontend {

class IntegerTypes {
public:
  IntegerTypes(order::Graph &built, const clang::ASTContext &astContext) : graph(built), context(astContext) {}

  /// What `type` holds; nothing for Booleans, for what is no integer type or not known yet, and beyond 64 bits.
  std::optional<order::IntegerLimits> limits(clang::QualType type) const;

  /// `result` of an operation on integers, as one of `type`.
  order::NodeId computedIn(order::NodeId result, clang::QualType type) const;
  /// `node`, an integer of type `from`, as one of type `to`.
  order::NodeId converted(order::NodeId node, clang::QualType from, clang::QualType to) const;

  /// NodeSpec::version of a comparison of integers, `at` the expression that is one.
  std::uint32_t versionOfComparison(const clang::Expr *at) const;
  /// NodeSpec::version of a conversion between integers and floating-point numbers: `at` is the conversion, or has the integer type.
  std::uint32_t versionOfCast(const clang::Expr *at, bool toInteger) const;

  /// True when adding a constant to `sum`, itself a sum with constants, in `type` is not adding them at once.
  bool isBoundary(order::NodeId sum, clang::QualType type) const;
  /// The constant c of `type` for which subtracting it is adding `constant`, where that is smaller; null otherwise.
  order::NodeId complement(order::NodeId constant, clang::QualType type) const;

private:
  order::NodeId constantIn(order::NodeId constant, const order::IntegerLimits &type) const;

  order::Graph &graph;
  const clang::ASTContext &context;
};

} // namespace fporder::frontend
