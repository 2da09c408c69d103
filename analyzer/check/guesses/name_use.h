// How an undefined name is used in a source, and what that says about its meaning.
#pragma once

#include "analyzer/check/source_tokens.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace fporder::check {

enum class NameUse : unsigned char {
  None,           // nowhere, or where nothing can be told
  Type,           // FLOAT4 x;  (FLOAT4)(0);  __global const FLOAT *p
  Prefix,         // before a declaration that is complete without it: f(GLOBAL_SIZE_2_DIMS __global float *x)
  PrefixCall,     // the same with arguments: ATTRIBUTE(16) __kernel void f()
  KernelName,     // KERNEL(f)(...) at file scope
  StatementCall,  // BOUNDS(x, y);
  ExpressionCall, // a = LOAD(p, i);
  Constant,       // everything else: a number
};

struct NamedUse {
  NameUse use = NameUse::None;
  std::size_t position = 0; // of a token used so
};

/// What the uses of `name` agree on; the one that says most where they differ. `isType` tells types that are known by now.
NamedUse useOf(const SourceTokens &source, llvm::StringRef name, llvm::function_ref<bool(llvm::StringRef)> isType);

/// True when `name` is declared somewhere, by a type that may itself be undefined: FLOAT4 name = ...
bool declaredAsVariable(const SourceTokens &source, llvm::StringRef name);

/// The names that are declared by `type`: x and y of "TYPE x = 0, *y".
std::vector<llvm::StringRef> declaredWith(const SourceTokens &source, llvm::StringRef type);

/// True when one of the uses of `name` stands where a constant expression must: in an array's size, a case label, an attribute or a directive.
bool usedAsConstantExpression(const SourceTokens &source, llvm::StringRef name);

/// OpenCL's own types: float4, uchar, image2d_t, size_t ...
bool isOpenClType(llvm::StringRef name);

/// address spaces, access qualifiers, const, kernel ...
bool isQualifier(llvm::StringRef name);

/// The parameters of image type in the whole source.
std::vector<llvm::StringRef> imageNames(const SourceTokens &source);

/// The texts of the arguments of a call whose name stands at `position`.
std::vector<llvm::StringRef> argumentTexts(const SourceTokens &source, std::size_t position);

} // namespace fporder::check
