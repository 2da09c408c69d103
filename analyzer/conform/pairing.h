// Which function of an implementation is compared with which of a reference.
#pragma once

#include "runtime/conform/conform.h"
#include "runtime/order/procedure.h"

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fporder::conform {

using Procedures = std::span<const std::shared_ptr<order::Procedure>>;

struct Pairing {
  std::vector<std::pair<order::Procedure *, order::Procedure *>> pairs; // implementation, reference
  std::string problem; // why there are none: a clause that names the candidates; empty when there are
};

/// Functions of one name, namespaces, case and underscores aside; failing that the only one of each side that has outputs. With `function` the
/// reference is that one, and so is, where no implementation is called so, the only implementation. `isMeant`: the implementations have this
/// reference, whatever they are called; what is open is which of its functions. Of overloads and instances of templates that which has the
/// implementation's types is its reference, or those that are nearest to them: then a function has several.
Pairing pairFunctions(Procedures implementations, Procedures references, const std::string &function, bool isMeant = false);

/// The verdicts on one function against several references that are as near: where these agree, the first ones; undecided where they do not.
std::vector<Conformance> agreed(std::vector<std::vector<Conformance>> byReference);

/// Why `function` is no function of the reference with floating-point outputs: a clause that names those that are; empty when it is one.
std::string missingFunction(Procedures references, const std::string &function);

/// "adam" of "ns::Kernel<float>::adam" and "Optimizer.adam"; "Gelu::operator()" of "nn::Gelu<float>::operator()".
std::string baseName(const std::string &qualified);

} // namespace fporder::conform
