// How a value leaves a function.
#pragma once

#include "runtime/order/procedure.h"

namespace fporder::evidence {

/// A loop or the threads of a device store it to elements of an array, or the function returns it: what is compared with a reference, one by one.
/// What is stored as a whole by a library's output has no storage.
bool isElementwise(const order::Procedure &procedure, const order::Effect &effect);

/// The function stores a number, or an element of an array, that its caller has given it: one that updates an element (`float &weight`), or a
/// result (`int *code`). Members of objects, its own or a caller's, are none.
bool replacesGiven(const order::Graph &graph, const order::Effect &effect);

/// It stores to a local variable of the function, or to a part of one: what becomes of it is for the function's other stores to say.
bool staysLocal(const order::Graph &graph, const order::Effect &effect);

} // namespace fporder::evidence
