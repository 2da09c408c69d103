// C and C++ for nodes of the ordering graph: the text of a fix-it.
#pragma once

#include "analyzer/findings/collect.h"
#include "analyzer/findings/expression_text.h"
#include "analyzer/findings/operand_text.h"

#include <optional>
#include <string>

namespace fporder::findings {

struct Spelled {
  std::string text;
  Precedence precedence = Precedence::Postfix;
  format::Format format = format::Format::Unknown; // of the text's type by C's conversions
};

/// Writes nodes as expressions that compute the same operations in the same order and formats; a factor 1 is left out.
class Speller {
public:
  Speller(const order::Graph &graph, const OperandTexts &texts, Language language) : graph(graph), texts(texts), language(language) {}

  /// Nothing when a leaf has no text, an operation no spelling, or C's conversions would compute in another format; and where it gets too long.
  std::optional<Spelled> spell(order::NodeId node, unsigned depth = 0);

  /// `spelled` in parentheses unless it binds at least as strongly as `least`.
  static std::string grouped(const Spelled &spelled, Precedence least);

private:
  std::optional<Spelled> piece(order::NodeId node) const;
  std::optional<Spelled> constant(order::NodeId node) const;
  bool isWrittenOne(order::NodeId node, const Spelled &spelled) const;
  std::optional<Spelled> binary(order::NodeId node, unsigned depth);
  std::optional<Spelled> negation(order::NodeId node, unsigned depth);
  std::optional<Spelled> conversion(order::NodeId node, unsigned depth);
  std::optional<Spelled> call(order::NodeId node, unsigned depth);
  std::optional<Spelled> selection(order::NodeId node, unsigned depth);
  std::optional<Spelled> comparison(order::NodeId node, unsigned depth);
  std::optional<std::string> callee(std::string_view function, format::Format format) const;
  std::optional<Spelled> converted(const Spelled &value, format::Format to) const;

  const order::Graph &graph;
  const OperandTexts &texts;
  Language language;
  unsigned written = 0; // operations and operands of the expression at hand
};

} // namespace fporder::findings
