// A finding: plain data, everything a renderer needs and nothing of Clang's.
//
// Lines and columns are 1-based, columns count bytes, ends are exclusive. Findings of one run are sorted by (file, line, column, rule, message).
#pragma once

#include "analyzer/findings/cross_check.h"
#include "rules/engine/match.h"
#include "runtime/measure/machine.h"
#include "runtime/measure/measure.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fporder::findings {

struct Region {
  std::string file; // as given on the command line; headers: real path
  std::uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;
};

struct Note {
  Region where;
  std::string message;
};

struct Edit {
  Region where;
  std::uint32_t beginOffset = 0, endOffset = 0;
  std::string text;
};

struct Fix {
  // "evidence": applied by --fix; "on-demand": applied by --fix=all; "reference": applied by --fix, makes the value that of the reference.
  std::string fixClass;
  std::vector<Edit> edits;
  std::string analysed; // hash of the edited file's bytes as they were analysed (see contentHash in source_files.h); no other bytes are edited
};

/// False for a fix that only --fix=all applies.
inline bool isAppliedByFix(const Fix &fix) { return fix.fixClass != "on-demand"; }

/// A value that the texts of a finding call by the name which the source reads it by.
struct NamedValue {
  std::string name;
  std::string expression; // what the value is, infix
  std::uint32_t line = 0; // where it is computed, in the finding's file or in another; 0: not known
};

struct OrderText {
  std::string expression; // infix
  std::string note;
  bool written = false;
};

/// One operation in the order of execution: a SARIF thread-flow location.
struct Step {
  Region where;
  std::string message;
};

/// What decided a finding's level: evaluation of what its order does to what leaves the function (runtime/evidence), or its match alone.
struct Judged {
  bool evaluated = false;
  std::string text;     // what was found; without evaluation why there was none; lower case, no final period; may be empty
  std::string bits;     // what other orders change where nothing harms; empty where it is no bit, or there is no other order
  std::string family;   // of inputs, with the trips of loops of open length; empty without harm
  double share = 0;     // of the family's inputs
  double differing = 0; // the largest share of a family's inputs in which an output has other bits
  std::optional<evidence::Witness> witness;
};

struct Suppression {
  std::string kind;          // "NOLINT", "allow", "baseline"
  std::string justification; // the reason given, if any
};

struct Finding {
  std::string rule; // slug
  std::string id;   // FPOnnn
  std::string family;
  rules::Severity severity = rules::Severity::Remark;
  std::vector<rules::Evidence> evidence;
  std::optional<Judged> judged;     // none where nothing was asked: the findings of fporder-check's own rules
  std::string quietedBy;            // the condition that keeps it below a remark
  std::vector<std::string> assumed; // what it rests on that was not proven: it is a remark without a fix then (see rules::Match)
  Region where;                     // the operator token, from line:column
  Region range;                     // the whole matched expression, for the underline
  std::string function;
  std::string expression;
  std::vector<OrderText> orders;
  std::vector<NamedValue> values; // computed elsewhere, in the order in which the expression reads them
  std::string message;
  std::vector<Note> notes;
  std::vector<Step> steps;
  std::optional<Fix> fix;
  std::string shape;       // equal for findings that are shown as one: see shape.h; empty: it is shown by itself
  std::string fingerprint; // rule, function, the matched expression without places; equal ones are numbered by mergeFindings
  std::optional<Suppression> suppression;
  std::set<std::string> profiles;                          // of the configuration, that it was found under; "" is the run without one
  std::set<std::string> variants;                          // that woke the code it is in ("aarch64"); empty: the flags alone show it
  bool fixed = false;                                      // its fix has been written to the source
  std::shared_ptr<measure::Subject> subject;               // the orders as graphs, when they are to be measured
  std::optional<CrossCheck> crossCheck;                    // of `subject`, before it is measured
  std::shared_ptr<const measure::Measurement> measurement; // of `subject`; its orderings are those of `orders`
  const measure::Machine *machine = nullptr;               // what the orders' cost is told for, beside operation counts; null: counts only
  bool inlined = false;      // seen through a call: the function's own procedure, where it has the same finding, says it better
  bool foreign = false;      // and the call stands in another file
  bool withinCallee = false; // and made up of operations of that call only, whose function has a procedure of its own: artefacts of its arguments
};

/// A construct, file or header that was not analysed.
struct NotAnalysed {
  std::string file;
  std::uint32_t line = 0, column = 0;
  std::string what;
  std::string why;
  bool incomplete = false; // a failed file, a syntax error, a missing header: part of the text was not seen, so that text output names it
  auto operator<=>(const NotAnalysed &) const = default;
};

/// A header that no flag of the compile command finds, taken from the project around the source.
struct FoundHeader {
  std::string name;        // as included
  std::string path;        // absolute
  std::string root;        // of the project
  unsigned candidates = 0; // headers of the project that the name fits as well, this one included
  bool shortened = false;  // it has not the very name: the first component was dropped, or capital letters differ
  auto operator<=>(const FoundHeader &) const = default;
};

/// The floating-point operations in a file's active code, and those that reached no ordering graph.
struct FileCoverage {
  struct Missing {
    std::uint32_t line = 0, column = 0;
    std::string why;
  };
  std::string file;
  unsigned operators = 0;
  std::vector<Missing> missing;
  unsigned lines = 0; // that have operators
  unsigned reached() const { return operators - static_cast<unsigned>(missing.size()); }
};

/// Everything one run of fporder-check found; what every renderer renders.
struct Report {
  struct Summary {
    unsigned files = 0;       // requested files
    unsigned filesFailed = 0; // produced no graph at all
    unsigned functions = 0;
    unsigned floatingOperations = 0;
    unsigned warnings = 0, remarks = 0, audited = 0; // findings as they are shown: those of one shape are one (grouping.h)
    unsigned places = 0;                             // of warnings, remarks and what is audited
    unsigned suppressed = 0;                         // places
  };
  std::vector<Finding> findings; // suppressed ones included, marked
  std::vector<NotAnalysed> notAnalysed;
  std::vector<FoundHeader> foundHeaders; // sorted, each once
  std::vector<FileCoverage> coverage;    // by file; none of a file without floating-point operations
  Summary summary;
};

} // namespace fporder::findings
