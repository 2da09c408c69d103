// Constants of one statement that a fix-it in another repeats: whether their text says the same there.
//
// The graph holds a constant as the program rounds it, folded: of 3.0f * PI it knows 9.424778f. A fix-it that wrote that would compute something else
// over the reals, so it writes the text, or a number that its decimal denotes exactly, or nothing.
#pragma once

#include "runtime/order/procedure.h"

#include <cstdint>
#include <string_view>

namespace fporder::findings {

/// Numbers, names and arithmetic, conversions and calls with them, on one line; nothing is read through a pointer.
bool isConstantText(std::string_view text);

/// A name stands in the text, which a macro, a variable or a type may bear.
bool hasName(std::string_view text);

/// True when variables that the text names, if they are the procedure's, had their values all the time before `time`, an index into its definitions,
/// and the procedure stores to none of the others. False where that is not known. Precondition: isConstantText.
bool namesKeepValues(std::string_view text, const order::Procedure &procedure, std::uint32_t time);

/// True when the names in the text mean the same before and behind `between`: no directive, no end of the block around, none of the names stands
/// there.
bool namesStaySame(std::string_view text, std::string_view between);

} // namespace fporder::findings
