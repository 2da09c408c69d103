// What one function computes, in the graph of another one that reads it.
#pragma once

#include "analyzer/frontend/memory/memory.h"

#include <map>

namespace fporder::frontend {

/// True for *this, globals and what pointers in them point to on entry: the same object in all member functions of a class.
bool isShared(const order::Graph &graph, order::StorageId storage);

/// A function's expression in the graph of another one.
class Transplant {
public:
  /// `function`: a number for the one it comes from.
  Transplant(const order::Graph &source, Memory &target, std::uint32_t function)
      : from(source), memory(target), into(target.graph), function(function) {}

  /// `node` with all it depends on, rebuilt; places come along but cannot be edited. What lies in *this and in globals on entry is what the reader
  /// finds there; leaves of other storage are what they were, in that function. Nodes in `replaced` become the given nodes.
  order::NodeId operator()(order::NodeId node, const std::map<order::NodeId, order::NodeId> &replaced);

private:
  order::NodeId copy(order::NodeId node, llvm::ArrayRef<order::NodeId> operands);
  order::StorageId copyStorage(order::StorageId storage);

  const order::Graph &from;
  Memory &memory;
  order::Graph &into;
  std::uint32_t function;
};

/// Compares what two functions compute from *this, globals and their own parameters, whatever these are called.
class SameForm {
public:
  SameForm(const order::Graph &first, const order::Graph &second) : first(first), second(second) {}

  bool operator()(order::NodeId left, order::NodeId right);
  bool sameStorage(order::StorageId left, order::StorageId right);

private:
  bool sameNode(order::NodeId left, order::NodeId right);

  const order::Graph &first, &second;
  std::map<const void *, const void *> partners, backwards; // parameters of the first function and of the second
};

} // namespace fporder::frontend
