// Matches that only group a sum or a product in another way.
//
// Every expression of three terms has another grouping: it is not a form that someone chose, and none of its orders is better by itself. So one
// remark of a statement is enough, and other bits in a value that is carried along are no warning.
#pragma once

#include "rules/engine/match.h"
#include "runtime/evidence/slice.h"

namespace fporder::rules {

bool isRegrouping(const order::Graph &graph, const Match &match);

/// An inner operation of the match is an operand of another operation of the procedure that is none of the match's: a reciprocal that is formed once
/// for several factors is the author's choice.
bool isShared(const order::Graph &graph, const evidence::Slicer &slicer, const Match &match);

/// A quotient in the match, no reciprocal, is one for all iterations and threads, and the match is not: other orders divide in each.
bool isFormedOnce(const order::Graph &graph, const Match &match);

/// Something that the match is made of is data: an argument, or read from memory that is not its function's own; not a count, a step or an index
/// alone.
bool isOfData(const order::Graph &graph, const Match &match);

} // namespace fporder::rules
