// Infix notation of ordering graphs: what findings print, what rule documents are written in.
//
//   (a * b) / c            + - * /  unary -  with C's precedence and left association; parentheses are the order and are kept
//   fma(a, b, c) sqrt(x) exp(x) min(x, y) abs(x) copysign(x, y)     calls by canonical name; fmin, fmax and fabs as well
//   cast<binary16>(x)  cast<binary16, toward-zero>(x)               conversions; cast(x) is one to an Unknown format, for patterns
//   sum(i, f)  product(i, f)  max<sequential>(i, f)                 reductions over a loop index: in `f`, and only there, `i` is that loop's index;
//                                                                   sum<lanes 8>(i, f) states a schedule, without one it is sequential; min and max
//                                                                   always state one, for max(i, f) is the larger of two values;
//                                                                   sum(i, f, init) an initial value other than the identity, sum(i, f, init, n) a
//                                                                   trip count, sum(i, f, init, n, first, step) what i begins with and goes up by;
//                                                                   sum(i, f; g) joins f, then g in each iteration (Terms); sum<continues>(j, f)
//                                                                   joins its terms to the accumulator of the sum around it; sum<fused>(i, a * b)
//                                                                   joins products by fused multiply-adds; sum<lanes 8 fused>: in this order
//   recurrence(i, v = 0, m = 1; v + m * x[i], m * t; n; v < 9)      what a loop carries otherwise: what it starts from, what an iteration makes of
//   it,
//                                                                   the trip count, and while what holds, which may be left out; v's last value
//   a[i]  p->x[k].y  `any spelling`                                 leaves; a backquoted name takes any characters (`` stands for a backquote)
//   x@2                                                             version 2 of what x spells
//   c ? x : y   x < y   && || !                                     control
//   % << >> & ^ | ~ <=>                                             operators of integers, calls in the graph
//   0.5 1e-8 0x1.8p+1 inf nan rational(1, 3)                        numbers; 1/10 is a division of two constants, -2 a constant, -(2) a negation
//
// A name may contain letters, digits, _ and $ and the connectors . -> :: (between parts). p->x[k].y is an Element with symbol "p->x[].y" and operand
// k:
// "[]" marks where an index stands, indices beyond the marks follow at the end, so that a[i] is an Element "a". Index expressions are integers.
//
// Printing uses the fewest parentheses that keep the order: a * b / c is (a * b) / c, a * (b / c) keeps its parentheses. Parsing what was printed
// gives the same operations, casts and order; formats other than casts, environments and places are not in this notation (see fpcore.h).
#pragma once

#include "runtime/order/graph.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

namespace fporder::order {

struct SyntaxError {
  std::size_t offset = 0; // byte offset into the text
  std::string message;    // lower case, no final period
};

template <class T> using Parsed = std::variant<T, SyntaxError>;

/// Texts that stand for values, by value: as the source names them. See written_names.h.
using ValueNames = std::unordered_map<std::uint32_t, std::string>;

struct InfixOptions {
  bool showExactCasts = false; // casts that only widen are left out unless asked for
  bool forReaders = false; // constants by the shortest decimal of their format ("0.1" for the binary32 nearest to it), no versions, no backquotes, no
                           // conversions from integers, no trip counts, and a prime on one of two objects that are spelled alike; such text need
                           // not parse back
  bool hideRoundedInputs = false;    // conversions of inputs, or of negated ones, are left out
  bool explicitGrouping = false;     // parenthesise every product and quotient below another: "(a * b) / c", as findings show them
  bool asTerm = false;               // parenthesise the whole where it could not stand behind a minus as it is
  const ValueNames *names = nullptr; // below the root, what is written in place of a value
  std::size_t maxLength = 0;         // abbreviate inner parts with "..." beyond this many bytes; 0 = never
};

/// Never longer than some 2^26 bytes: a graph that shares its nodes can spell exponentially many, and is then cut with "..." too.
std::string printInfix(const Graph &graph, NodeId node, const InfixOptions &options = {});

/// Parses `text` into `graph`; every name becomes an Input of `leafType`, operations get `leafType` too, comparisons and logic Boolean, operators of
/// integers, loop indices and whatever stands in [] Integer. Limits: 10^6 tokens; nesting is bounded by memory, not by the stack. On failure `graph`
/// may hold stray new nodes.
Parsed<NodeId> parseInfix(std::string_view text, Graph &graph, ValueType leafType);

} // namespace fporder::order
