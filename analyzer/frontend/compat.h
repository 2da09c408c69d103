// Differences between the LLVM versions that fporder builds with (22 and 19), in one place.
#pragma once

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

} // namespace fporder::frontend::compat
