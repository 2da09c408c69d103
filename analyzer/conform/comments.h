// What a source says of its references:
//
//   // fporder: reference golden.cpp:adam          the function below has this reference; paths are relative to the source's directory
//   // fporder: formula w - lr * (m / (sqrt(v) + eps))
//   // fporder: input rate = lr                    its input 'rate' is the reference's 'lr'; likewise output
//
// A comment speaks of the function that it is in, or else of the next one below it. In a Python script it begins with #.
#pragma once

#include "analyzer/findings/source_files.h"
#include "runtime/conform/inputs.h"
#include "runtime/order/procedure.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fporder::conform {

struct ReferenceComment {
  enum class Kind : std::uint8_t { Reference, Formula, Pair, Malformed };
  Kind kind = Kind::Reference;
  std::uint32_t line = 0;
  std::string text; // the reference, the formula, or what is wrong
  StatedPair pair;  // of an input or output: the function's name, the reference's
};

/// True for a text that may hold such comments: cheap.
bool mayHoldReferences(std::string_view text);

/// `isScript`: of Python.
std::vector<ReferenceComment> referenceComments(const findings::SourceFile &file, bool isScript = false);

/// The function that a comment in `file` (as graphs name it) speaks of, with all that are made of its text, as a template's instances are; empty
/// where none is at or below it.
std::vector<order::Procedure *> functionsAt(std::span<const std::shared_ptr<order::Procedure>> procedures, const std::string &file,
                                            std::uint32_t line);

} // namespace fporder::conform
