// What an instrumented process needs once: shadow memory, and a report when it dies of a signal.
#pragma once

namespace fporder::program {

/// By the environment variable FPORDER_SHADOW_PRECISION: 'residue' (also where it is unset or empty), 'double-double', or the bits of an MPFR number,
/// 64 to 383. Ends the process with status 125 and a message where it is something else.
void choosePrecision();

/// Shadows lie in the frames of the program's functions, which become many times as large: the first thread's stack may grow to 100 MiB, if its hard
/// limit allows. Stacks of other threads are the program's choice.
void enlargeStack();

/// After choosePrecision. Ends the process with status 125 and a message where the processor or the address space does not allow shadow execution.
/// The first program or library of ours in the process reserves the region; others find it.
void reserveShadowMemory();

/// Around a fork, so that no thread is left in the middle of them: the areas in which threads count (areas.cpp).
void holdAreas();
void releaseAreas();
/// In the child, while they are held: its one thread counts anew, those of the parent are gone.
void forgetAreas();

/// Writes the report when a signal ends the process that has no handler of the program's own; the signal then takes its course. After a fork the
/// child reports what it did itself.
void reportOnCrash();

} // namespace fporder::program
