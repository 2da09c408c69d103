// Infix notation of ordering graphs: what findings print, what rule documents are written in.
//
//   (a * b) / c            + - * /  unary -  with C's precedence and left association; parentheses are the order and are kept
//   fma(a, b, c) sqrt(x) exp(x) min(x, y) abs(x) copysign(x, y)     calls by canonical name
//   cast<binary16>(x)  cast<binary16, toward-zero>(x)               conversions
//   sum(i, f)  product(i, f)  max(i, f)  min(i, f)                  reductions over a loop index; sum<lanes 8>(i, f) states a schedule,
//                                                                   sum(i, f, init) an initial value other than the identity
//   a[i]  p->x[k].y  `any spelling`                                 leaves; a backquoted name takes any characters
//   c ? x : y   x < y   && || !                                     control
//   0.5 1e-8 0x1.8p+1 1/10 is a division of two constants           numbers
//
// Printing uses the fewest parentheses that keep the order: a * b / c is (a * b) / c, a * (b / c) keeps its parentheses. Parsing what was printed gives
// the same operations, casts and order; formats other than casts, environments and places are not in this notation (see fpcore.h).
#pragma once

#include "runtime/order/graph.h"

#include <string>
#include <string_view>
#include <variant>

namespace fporder::order {

struct SyntaxError {
  std::size_t offset = 0; // byte offset into the text
  std::string message;    // lower case, no final period
};

template <class T> using Parsed = std::variant<T, SyntaxError>;

struct InfixOptions {
  bool showExactCasts = false;     // casts that only widen are left out unless asked for
  bool explicitGrouping = false;   // parenthesise every product and quotient below another: "(a * b) / c", as findings show them
  std::size_t maxLength = 0;       // abbreviate inner parts with "..." beyond this many bytes; 0 = never
};

std::string printInfix(const Graph &graph, NodeId node, const InfixOptions &options = {});

/// Parses `text` into `graph`; every name becomes an Input of `leafType`, operations get `leafType` too. Limits: 10^6 tokens; nesting is bounded by memory,
/// not by the stack.
Parsed<NodeId> parseInfix(std::string_view text, Graph &graph, ValueType leafType);

} // namespace fporder::order
