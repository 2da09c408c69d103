// Models of library functions: what a call into system headers (or to a name that templates leave open) computes.
#pragma once

#include "analyzer/frontend/evaluator.h"

namespace fporder::frontend {

/// The result of a call that a model knows; nothing when none does, in which case no argument has been evaluated. Asked before a body is inlined, for
/// functions declared in system headers, builtins, functions without a body and dependent names.
std::optional<Value> libraryCall(Evaluator &evaluator, const Call &call);

/// As `libraryCall` for constructors of system-header classes: `call.object` is where the new object lies. True when a model built it.
bool libraryConstruct(Evaluator &evaluator, const Call &call);

} // namespace fporder::frontend
