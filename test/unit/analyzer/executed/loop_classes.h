// The classes of loops, one function each, which writes a random member.
#pragma once

#include "test/unit/analyzer/executed/loop_writer.h"

namespace fporder::test::classes {

// sum_classes.cpp
void sum(LoopWriter &w);
void nest(LoopWriter &w);
void severalAccumulators(LoopWriter &w);
void severalAdditions(LoopWriter &w);
void unrolled(LoopWriter &w);
void tiled(LoopWriter &w);
void strided(LoopWriter &w);
void triangular(LoopWriter &w);
void window(LoopWriter &w);
void backwards(LoopWriter &w);
void dots(LoopWriter &w);
void matrixVector(LoopWriter &w);

// control_classes.cpp
void whileLoop(LoopWriter &w);
void doLoop(LoopWriter &w);
void breaks(LoopWriter &w);
void continues(LoopWriter &w);
void earlyReturn(LoopWriter &w);
void guards(LoopWriter &w);
void earlyOut(LoopWriter &w);
void ternaries(LoopWriter &w);

// carried_classes.cpp
void carried(LoopWriter &w);
void arrayOfAccumulators(LoopWriter &w);
void partialSums(LoopWriter &w);
void compensated(LoopWriter &w);
void extremes(LoopWriter &w);
void stencil(LoopWriter &w);

// form_classes.cpp
void fused(LoopWriter &w);
void casts(LoopWriter &w);
void helperFunctions(LoopWriter &w);
void structs(LoopWriter &w);
void pointers(LoopWriter &w);
void gathered(LoopWriter &w);

// pointer_cast_classes.cpp
void pointerCasts(LoopWriter &w);

// integer_classes.cpp
void integers(LoopWriter &w);
void generators(LoopWriter &w);
void steps(LoopWriter &w);

} // namespace fporder::test::classes
