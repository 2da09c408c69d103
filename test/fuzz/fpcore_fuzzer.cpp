// Any text: either a syntax error inside the text, or an expression that survives writing and reading as the same node.
#include "runtime/order/fpcore.h"

#include <cstdlib>

using namespace fporder::order;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  Graph graph;
  const auto result = parseFpcore(text, graph);
  if (const auto *error = std::get_if<SyntaxError>(&result)) {
    if (error->offset > size || error->message.empty())
      std::abort();
    return 0;
  }
  const NodeId node = std::get<NodeId>(result);
  const auto reread = parseFpcore(printFpcore(graph, node), graph);
  if (!std::holds_alternative<NodeId>(reread) || std::get<NodeId>(reread) != node)
    std::abort();
  return 0;
}
