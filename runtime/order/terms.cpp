#include "runtime/order/terms.h"

namespace fporder::order {

NodeId joinedTerms(Graph &graph, NodeId reduce) {
  const Op op = graph.reduction(reduce).kind == ReductionKind::Product ? Op::Mul : Op::Add;
  const std::span<const NodeId> terms = termsOf(graph, reduce);
  NodeId all = terms.front();
  for (const NodeId term : terms.subspan(1)) {
    const ValueType before = graph[all].type, type = graph[term].type;
    all = graph.binary(op, all, term, format::widensExactly(before.format, type.format) ? type : before);
  }
  return all;
}

} // namespace fporder::order
