// Mathematical functions by name: what a call of sqrtf, std::exp, __builtin_fma or an unresolved `sqrt` computes.
//
// The functions are the rows of runtime/order/functions.def; here are their other spellings. C suffixes (f, l, f16, f128), __builtin_ prefixes and
// namespaces are taken off first. The result says which operation of the graph the function is, or the canonical name of a Call.
#pragma once

#include "runtime/order/function_facts.h"

#include "clang/AST/Decl.h"
#include "llvm/ADT/StringRef.h"

namespace fporder::frontend {

using MathResult = order::FunctionResult;

struct MathFunction {
  order::Op op = order::Op::Call;
  llvm::StringRef canonical; // the Call's symbol; for a Compare the relation; for other operations their name
  std::int8_t arity = 1;     // -1: one or more
  MathResult result = MathResult::Number;
  format::Format suffixFormat = format::Format::Unknown; // what a C suffix says about arguments and result: sqrtf is binary32
};

/// Looks up an unqualified name as spelled: "sqrtf", "__builtin_fmax", "exp". Nothing when the name means no mathematical function.
std::optional<MathFunction> mathFunction(llvm::StringRef name);

/// The function that `declaration` is: a C library function (by builtin id or extern "C" linkage in a system header), a builtin, or a member of
/// namespace std. A function of the user's own that shares the name is not one, unless it has no body anywhere in the unit and C linkage.
std::optional<MathFunction> mathFunction(const clang::FunctionDecl *declaration);

/// True for calls whose result is a number rounded to an integral value: floor, rint ... Their argument's last bit decides.
bool isRoundingFunction(llvm::StringRef canonical);

} // namespace fporder::frontend
