// Two lines of infix notation: deciding equality over the reals neither crashes nor runs away, and is symmetric.
#include "runtime/order/equality.h"
#include "runtime/order/infix.h"

#include <cstdlib>

using namespace fporder::order;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const std::size_t middle = text.find('\n');
  if (middle == std::string_view::npos || size > 400)
    return 0;
  constexpr ValueType binary64{fporder::format::Format::Binary64, Shape::Scalar};
  Graph graph;
  const auto left = parseInfix(text.substr(0, middle), graph, binary64), right = parseInfix(text.substr(middle + 1), graph, binary64);
  if (!std::holds_alternative<NodeId>(left) || !std::holds_alternative<NodeId>(right))
    return 0;
  const NodeId first = std::get<NodeId>(left), second = std::get<NodeId>(right);
  if (equalOverReals(graph, first, second) != equalOverReals(graph, second, first))
    std::abort();
  return 0;
}
