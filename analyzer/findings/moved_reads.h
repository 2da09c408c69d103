// Whether a new text would read memory at another time than the written one does, with a store in between that may change it.
#pragma once

#include "analyzer/findings/operand_text.h"
#include "rules/engine/match.h"
#include "runtime/order/procedure.h"

namespace fporder::findings {

/// True when a value that an operation of another statement took from memory would be read anew where `order` is written, and a store between the two
/// may change it: one through another pointer, neither of the two being restrict-qualified, to a type that C allows to alias. The same where two
/// reads of one value, with such a store between them, would become one: where a variable holds what was read before the store, and another
/// statement, or the written text, reads by itself (`v = x[i]; o[i] = s; u = s / x[i]`, and v for x[i]). The graph follows stores through the same
/// pointer, and calls.
bool movesRead(const order::Procedure &procedure, const OperandTexts &texts, order::NodeId order, const order::Computation &root);

} // namespace fporder::findings
