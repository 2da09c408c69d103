// Few registers for long programs: a register is used again once its value has been read for the last time.
#pragma once

#include "runtime/eval/program.h"

namespace fporder::eval {

/// Renumbers the registers of every frame, on entry one for each value. No instruction's target is one of its sources.
void assignRegisters(Program &program);

} // namespace fporder::eval
