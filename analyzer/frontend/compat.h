// Differences between the LLVM versions that fporder builds with (22 and 19), in one place.
#pragma once

#include "clang/AST/Type.h"

namespace fporder::frontend::compat {

/// The expressions that an OpenMP clause lists: varlists() until LLVM 19, varlist() since.
template <class Clause> auto variables(const Clause *clause) {
  if constexpr (requires { clause->varlist(); })
    return clause->varlist();
  else
    return clause->varlists();
}

/// The type that a qualifier names: getAsTypeLoc() since LLVM 22, getTypeLoc() before.
template <class Qualifier> auto qualifierType(const Qualifier &qualifier) {
  if constexpr (requires { qualifier.getAsTypeLoc(); })
    return qualifier.getAsTypeLoc();
  else
    return qualifier.getTypeLoc();
}

/// The type parameter that a type is, as it is written: getAs<TemplateTypeParmType>() gives its canonical type up to LLVM 19, which has no
/// declaration.
inline const clang::TemplateTypeParmType *typeParameter(clang::QualType type) {
  for (;;) {
    if (const auto *parameter = llvm::dyn_cast<clang::TemplateTypeParmType>(type.getTypePtr()))
      return parameter;
    const clang::QualType next = type->getLocallyUnqualifiedSingleStepDesugaredType();
    if (next.getTypePtr() == type.getTypePtr())
      return nullptr;
    type = next;
  }
}

} // namespace fporder::frontend::compat
