// The rules' orders as identities of the real numbers, for the enumeration of orderings.
//
// An order of a rule says that what its pattern matches equals the alternative: one identity for every alternative of `match` that binds all of the
// order's names, and one back where the order binds all of the pattern's. Where and when a rule reports is no part of it; where an identity may be
// used is, as side conditions: those under which the new form is defined wherever the old one is.
#pragma once

#include "rules/engine/match.h"
#include "runtime/enumerate/identity.h"

#include <span>
#include <vector>

namespace fporder::rules {

/// In the order of the rules; names are the rules' slugs. Identities with reductions, casts or maxima are among them: they are data too, though no
/// e-graph uses them (see enumerate::unusable).
std::vector<enumerate::Identity> identities(const RuleSet &rules);

/// Those of the rules built into the program, made when first asked for.
std::span<const enumerate::Identity> builtInIdentities();

} // namespace fporder::rules
