// Whether a new text would read memory at another time than the written one does, with a store in between that may change it.
#pragma once

#include "analyzer/findings/operand_text.h"
#include "rules/engine/match.h"
#include "runtime/order/procedure.h"

namespace fporder::findings {

/// True when a value that an operation of another statement took from memory would be read anew where `order` is written, and a store between the two
/// may change it: one through another pointer, neither of the two being restrict-qualified, to a type that C allows to alias. The graph follows
/// stores through the same pointer, and calls. The same where a variable stands for the value that was read before such a store, while the operation
/// read memory by itself: `v = x[i]; o[i] = s; u = s / x[i];` and v for x[i].
bool movesRead(const order::Procedure &procedure, const OperandTexts &texts, const SourceFile &source, order::NodeId order,
               const order::Computation &root);

} // namespace fporder::findings
