// How the infix notation spells names: of leaves, of the parts of an element, of loops.
#pragma once

#include "runtime/order/graph.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fporder::order {

/// `text` between backquotes, those inside doubled.
std::string quoted(std::string_view text);

/// `text@version`; version 0 is not written.
std::string withVersion(std::string text, std::uint32_t version);

/// The symbol as the parser reads it back: quoted unless it is a plain name.
std::string spelledName(std::string_view symbol, std::uint32_t version);

/// True when `text`, shown to a reader, needs parentheses to be taken as one operand: it has an operator outside brackets.
bool looksCompound(std::string_view text);

/// The parts of an Element's symbol between its "[]" marks, or the whole symbol when it has none or cannot be written in parts.
std::vector<std::string_view> elementParts(std::string_view symbol, std::size_t indices);

using LoopNames = std::unordered_map<std::uint32_t, std::string>; // by loop number

/// A name for the loops below `root` that no other loop or leaf has, their own where possible. For readers names are the source's, and only loops
/// inside one another are told apart. Only the `most` nodes nearest to the root are looked at: of a larger expression some loops have no name here.
LoopNames nameLoops(const Graph &graph, NodeId root, bool forReaders, std::size_t most = SIZE_MAX);

/// Names for what the recurrences below `root` carry, which no other leaf and no loop has, by node; their own where possible.
using CarriedNames = std::unordered_map<std::uint32_t, std::string>;
CarriedNames nameCarried(const Graph &graph, NodeId root);

/// Of the leaves below `root` that are spelled alike, but read from different objects: what to add to the symbol of each, by node; nothing for those
/// of the first. Only the `most` nodes nearest to the root are looked at.
using LeafMarks = std::unordered_map<std::uint32_t, std::string>;
LeafMarks markLeaves(const Graph &graph, NodeId root, std::size_t most = SIZE_MAX);

/// The object that a leaf is read from, indices and loops aside; invalid for values that lie in none, or in none that has a name.
StorageId objectOf(const Graph &graph, NodeId leaf);

/// The source's name of the loop of `node`, a Reduce, a Recurrence or a LoopIndex; "_" when none of the `most` nodes of the term nearest to the
/// reduction is its index.
std::string loopNameAt(const Graph &graph, NodeId node, std::size_t most);

} // namespace fporder::order
