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

} // namespace fporder::frontend::compat
