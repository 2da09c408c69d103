#include "runtime/order/recurrence.h"

namespace fporder::order {

namespace {

constexpr std::size_t staysOperand = 3, valueOperand = 4, firstFurther = 5, each = 3;

} // namespace

Recurrence recurrenceOf(const Graph &graph, NodeId node) {
  const auto operands = graph.operands(node);
  Recurrence recurrence{operands[tripsOperand], operands[staysOperand], {{operands[initialOperand], operands[termOperand], operands[valueOperand]}}};
  for (std::size_t at = firstFurther; at + each <= operands.size(); at += each)
    recurrence.values.push_back({operands[at], operands[at + 1], operands[at + 2]});
  return recurrence;
}

NodeId internRecurrence(Graph &graph, std::uint32_t loop, const Recurrence &recurrence) {
  const RecurrenceValue &wanted = recurrence.values.front();
  std::vector<NodeId> operands{wanted.initial, wanted.next, recurrence.trips, recurrence.stays, wanted.value};
  for (std::size_t i = 1; i < recurrence.values.size(); ++i) {
    const RecurrenceValue &further = recurrence.values[i];
    operands.insert(operands.end(), {further.initial, further.next, further.value});
  }
  NodeSpec spec;
  spec.op = Op::Recurrence;
  spec.type = graph[wanted.value].type;
  spec.operands = operands;
  spec.symbol = graph.symbol(wanted.value);
  spec.version = loop;
  spec.place = graph[wanted.next].place;
  return graph.intern(spec);
}

} // namespace fporder::order
