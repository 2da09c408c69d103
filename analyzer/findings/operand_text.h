// Where the values of a matched expression stand in the source: which text a fix-it may repeat for each.
//
// The operator token's place splits an expression's text into its operands' texts: in "lr * m[i] / d" with the '/' at hand the operands are "lr *
// m[i]" and "d". Operations that stand in other statements have no text here; their operands must be variables that still hold the same value.
#pragma once

#include "analyzer/findings/expression_text.h"
#include "analyzer/findings/source_files.h"
#include "rules/engine/match.h"
#include "runtime/order/procedure.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::findings {

/// Source text that stands for a value.
struct Piece {
  std::string text;
  format::Format format = format::Format::Unknown; // of the text's type, before implicit conversions; Unknown: not known
  order::NodeId node = {};                         // with that value
  bool readsMemory = true;                         // evaluating it may read what stores through pointers change: it is no plain local variable
  Precedence binding = Precedence::Postfix;        // of what a macro's name stands for, at the weakest
  bool spelledApart = false;                       // the replaced text spells the value in another way as well
};

/// How the source calls mathematical functions: "std::" and "" of std::sqrt, "" and "f" of sqrtf.
struct CalleeStyle {
  std::string qualifier;
  std::string suffix;
  format::Format format = format::Format::Unknown; // of the call it was seen in
};

/// How another statement spells an operand; an empty text where that is not known.
struct SpelledOperand {
  order::NodeId node;
  std::string text;
};

/// The replaced text, taken apart.
struct OperandTexts {
  std::uint32_t begin = 0, end = 0; // byte offsets of the root's whole expression
  std::string_view text;            // between them
  std::map<order::ValueId, Piece> pieces;
  std::optional<CalleeStyle> style;                     // of the first matched call
  bool compound = false;                                // the root is a compound assignment: the text is "target op= value"
  std::string target;                                   // its left side
  bool converted = false;                               // the root is a conversion that its surroundings make: the text is what they convert
  std::vector<order::NodeId> elsewhere;                 // matched operations that stand in other statements
  std::vector<SpelledOperand> elsewhereOperands;        // of these operations
  std::function<bool(std::string_view)> isOwnName = {}; // see CollectOptions; set by who knows
};

/// Whether what another statement read from memory may be read once more by the text that it was read by. Whoever asks for it proves that the values
/// are the same.
enum class Reads : std::uint8_t { ByVariables, Repeated };

/// Takes the match's text apart. Nothing when the root's text may not be edited, holds comments, directives, macros' operators or side effects, or
/// when a needed operand has neither text nor a variable that holds it.
std::optional<OperandTexts> operandTexts(const order::Procedure &procedure, const rules::Match &match, const SourceFile &source,
                                         Reads reads = Reads::ByVariables);

} // namespace fporder::findings
