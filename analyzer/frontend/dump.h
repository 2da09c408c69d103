// A procedure as text, for tests and for looking at what the front end made of a function.
#pragma once

#include "runtime/order/procedure.h"

#include <string>

namespace fporder::frontend {

/// One line for each effect ("store x = a * b", "return a / b", "condition a < b", "argument f(a)"), computation ("compute 3:7 a * b"), definition
/// and unanalysed construct, in order, under a heading with the procedure's name.
std::string dump(const order::Procedure &procedure);

} // namespace fporder::frontend
