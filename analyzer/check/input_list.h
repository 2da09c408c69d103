// --list-inputs: what --data, --range, --dist and the arrays of --measure=FILE can give values to.
#pragma once

#include "analyzer/findings/finding.h"

#include "llvm/Support/raw_ostream.h"

namespace fporder::check {

/// The inputs of each finding that keeps its orders as graphs: name, format, and of what is read element by element the number of indices.
///
///   adam.cpp:12: mul-then-div in 'apply_adam'
///     lr      binary32
///     m       binary32, an element by 1 index
void printInputs(const findings::Report &report, llvm::raw_ostream &out);

} // namespace fporder::check
