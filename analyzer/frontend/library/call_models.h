// Calls of vendors' APIs, as the documents of analyzer/models say what they compute.
//
// Handles of buffers (LocalTensor and the like) are pointers: a handle designates the first element of a slice of its buffer. An elementwise call
// acts on one generic element of each slice, index(buffer, offset + k), where k is the same loop index in all of a procedure's calls: a definition
// then reaches its uses as it does for a scalar, and what is computed is spelled (lr * m[k]) / d[k]. Slices at the same offset are the same elements;
// slices at offsets that differ are taken for disjoint, as kernels cut buffers up. A call that does nothing (a barrier, an event) changes nothing.
//
// Every operation of a call stands at the callee's name.
#pragma once

#include "analyzer/frontend/library/builder.h"

namespace fporder::frontend {

/// The result of a call that some vendor's document models; nothing, with no argument evaluated, when none does. The user's own functions with a body
/// have priority: asked for calls without one, for unresolved names and for names that are declared nowhere.
std::optional<Value> modelledCall(Builder &builder, const Call &call);

/// An operator on handles that a template leaves open.
std::optional<Value> modelledOperator(Builder &builder, const clang::BinaryOperator *operation);

/// An expression without the copies that Clang makes of a handle on its way into a parameter.
const clang::Expr *uncopied(const clang::Expr *expression);

/// What stands for a call of an undeclared function: its name and arguments, from the expression that Clang kept of it.
std::optional<Value> recoveredCall(Builder &builder, const clang::RecoveryExpr *expression);

} // namespace fporder::frontend
