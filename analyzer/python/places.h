// Where parts of a script stand, as places of a graph.
#pragma once

#include "analyzer/python/syntax.h"
#include "runtime/order/graph.h"

#include <string>
#include <vector>

namespace fporder::python {

class Places {
public:
  Places(std::string fileName, llvm::StringRef scriptText);

  /// The place of an expression or statement: the token is an operator between its operands, a callee's name, or the whole where it has neither.
  order::PlaceId of(order::Graph &graph, const Syntax &node, std::uint32_t statement, order::PlaceId inlinedAt) const;
  /// The text of a node, on one line and at most OperandSpelling bytes; longer ones end in "...".
  std::string spelling(const Syntax &node) const;
  const std::string &file() const { return name; }

private:
  std::size_t offset(std::uint32_t line, std::uint32_t column) const;
  std::size_t tokenOf(const Syntax &node, std::size_t &length) const;

  std::string name;
  llvm::StringRef text;
  std::vector<std::size_t> starts; // of lines
};

} // namespace fporder::python
