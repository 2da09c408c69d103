// Any text: either a syntax error inside the text, or a graph whose printed form reads back to the same text.
#include "runtime/order/infix.h"
#include "runtime/order/roundings.h"

#include <cstdlib>

using namespace fporder::order;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  constexpr ValueType binary64{fporder::format::Format::Binary64, Shape::Scalar};
  InfixOptions options;
  options.showExactCasts = true;
  Graph graph;
  const auto result = parseInfix(text, graph, binary64);
  if (const auto *error = std::get_if<SyntaxError>(&result)) {
    if (error->offset > size || error->message.empty())
      std::abort();
    return 0;
  }
  const NodeId node = std::get<NodeId>(result);
  const std::string printed = printInfix(graph, node, options);
  Graph again;
  const auto reread = parseInfix(printed, again, binary64);
  if (!std::holds_alternative<NodeId>(reread) || printInfix(again, std::get<NodeId>(reread), options).size() < printed.size())
    std::abort();
  InfixOptions brief;
  brief.forReaders = brief.explicitGrouping = true;
  brief.maxLength = 24;
  if (printInfix(graph, node, brief).size() > 24)
    std::abort();
  roundingCount(graph, node);
  exactFactorNormalForm(graph, node);
  return 0;
}
