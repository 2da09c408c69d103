// What conditions of rule documents can ask, a row each: from it come the checker's messages, the evaluator's dispatch and the table of
// rules/README.md, which test/unit/rules/engine/predicate_test.cpp compares.
#pragma once

#include "rules/engine/match.h"

#include <span>
#include <string_view>
#include <vector>

namespace fporder::rules {

class ConditionEvaluator;

/// The arguments of one predicate on one match.
struct Question {
  order::NodeId value;             // of the first argument, as it is bound; invalid where a predicate has no value
  order::NodeId second;            // of the second, where it is a value
  std::string_view word;           // the last argument, where it is a word
  std::vector<Evidence> *evidence; // what the predicate saw goes here; may be null
};

struct Predicate {
  enum class Result : std::uint8_t { Truth, Number, FormatName, OperationName, ScheduleName };
  enum class Last : std::uint8_t { Value, Consumer, FormatName }; // what the last argument is

  std::string_view name;
  unsigned arguments;
  std::string_view meaning;                                            // "holds when ...", a clause for README
  bool (ConditionEvaluator::*holds)(const Question &) const = nullptr; // null where the result is compared
  bool identifies = false;                                             // where it holds, values are known or the same: see namesIdentified
  Last last = Last::Value;
  Result result = Result::Truth;
};

/// All of them, in README's order.
std::span<const Predicate> predicates();

/// Null when there is none of that name.
const Predicate *findPredicate(std::string_view name);

/// One that earlier releases had: conditions of users' documents that name it load for one release more, and it does not hold.
bool isRetiredPredicate(std::string_view name);

} // namespace fporder::rules
