// What a work-item knows of itself, how it waits for others and combines values with them.
#include "analyzer/frontend/accelerators/opencl.h"
#include "analyzer/frontend/values/work_items.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fporder::frontend {
namespace {

using order::NodeId;
using order::Op;
using order::ValueType;

/// One value for the same question: get_global_id(0).
Value query(Builder &builder, const Call &call, order::WorkItemQuery what) {
  using order::Storage;
  order::Graph &graph = builder.graph;
  std::string asked = call.name.str() + "(";
  Storage whole{Storage::Kind::WorkItem, {}, static_cast<std::uint64_t>(what)};
  if (what == order::WorkItemQuery::Other)
    whole.name = call.name.str();
  order::StorageId number = graph.addStorage(whole);
  for (const clang::Expr *argument : call.arguments) {
    const clang::Expr *inner = argument->IgnoreParenImpCasts();
    if (const auto *image = llvm::dyn_cast<clang::DeclRefExpr>(inner); image && !builder.types.info(inner->getType()).isArithmetic()) {
      asked += image->getDecl()->getName();
      number = graph.addStorage({Storage::Kind::Member, number, builder.storage(builder.location(inner)).index});
      continue;
    }
    const NodeId node = builder.number(argument);
    Storage part{Storage::Kind::Member, number};
    if (graph[node].op == Op::Constant)
      part.name = llvm::toString(llvm::APSInt::get(std::int64_t(graph.number(node).approximate())), 10);
    else
      part = {Storage::Kind::At, number, graph.value(node).index};
    asked += part.name.empty() ? std::to_string(part.number) : part.name;
    number = graph.addStorage(part);
  }
  return Value::number(builder.workItem(number, asked + ")", builder.types.stored(call.type)));
}

bool isSynchronisation(llvm::StringRef name) {
  return llvm::is_contained({"barrier", "work_group_barrier", "sub_group_barrier", "mem_fence", "read_mem_fence", "write_mem_fence",
                             "atomic_work_item_fence", "prefetch", "wait_group_events", "printf"},
                            name);
}

/// sum over the work-items of a group: all hold a value like this one's.
std::optional<Value> workGroupReduction(Builder &builder, const Call &call) {
  llvm::StringRef name = call.name;
  if (!name.consume_front("work_group_") && !name.consume_front("sub_group_"))
    return std::nullopt;
  name.consume_front("non_uniform_");
  if (!name.consume_front("reduce_") && !name.consume_front("clustered_reduce_") && !name.consume_front("scan_inclusive_"))
    return std::nullopt;
  const Op op = name == "add" ? Op::Add : name == "mul" ? Op::Mul : name == "max" ? Op::Max : name == "min" ? Op::Min : Op::Opaque;
  if (op == Op::Opaque || call.arguments.empty())
    return std::nullopt;
  const ValueType type = builder.types.stored(call.type);
  const NodeId value = builder.number(call.arguments[0]);
  if (op == Op::Max || op == Op::Min || !format::isFloatingPoint(type.format))
    return Value::number(builder.fromOutside(builder.spelling(call.expression, call.name), type, call.expression));
  LoopShape shape;
  shape.schedule = order::Schedule::Tree;
  shape.indexName = "item";
  const LocationId total = builder.temporary("total");
  builder.write(total, Value::number(builder.constant(op == Op::Mul ? 1 : 0, type)));
  builder.loop(call.expression, shape, [&](NodeId) {
    const NodeId before = builder.readNumber(total, type);
    builder.write(total, Value::number(builder.emit(op, {before, value}, type, call.expression, call.token)));
  });
  return Value::number(builder.readNumber(total, type));
}

/// sub_group_shuffle_xor(v, mask), intel_sub_group_shuffle_down(v, next, delta): v += of these is a sum over the lanes, in a tree.
Value shuffle(Builder &builder, const Call &call) {
  const NodeId own = builder.number(call.arguments.front());
  for (const clang::Expr *argument : call.arguments.drop_front().drop_back())
    builder.discard(argument);
  const LaneExchange exchange{call.name.contains("_xor")    ? LaneExchange::Way::Xor
                              : call.name.contains("_down") ? LaneExchange::Way::Down
                              : call.name.contains("_up")   ? LaneExchange::Way::Up
                                                            : LaneExchange::Way::Other}; // as many as the device has
  return Value::number(builder.fromOtherLane(own, builder.number(call.arguments.back()), builder.spelling(call.arguments[0], "value"), exchange));
}

/// Values of other work-items: what this one holds, at another place.
std::optional<Value> exchange(Builder &builder, const Call &call) {
  const llvm::StringRef name = call.name;
  const bool moves = name.contains("sub_group_shuffle") || name.contains("sub_group_broadcast") || name.contains("sub_group_rotate") ||
                     name.contains("sub_group_block_read") || name.contains("sub_group_constant_load") || name == "work_group_broadcast" ||
                     name.contains("sub_group_clustered_rotate") || name.contains("_scan_exclusive_") || name.contains("_reduce_") ||
                     name.contains("_scan_inclusive_");
  if (!moves || call.type.isNull() || !builder.types.info(call.type).isArithmetic())
    return std::nullopt;
  const bool shuffles =
      name.contains("sub_group_shuffle") && call.arguments.size() >= 2 && format::isFloatingPoint(builder.types.stored(call.type).format);
  if (shuffles)
    return shuffle(builder, call);
  for (const clang::Expr *argument : call.arguments)
    builder.discard(argument);
  return Value::number(builder.fromOutside(builder.spelling(call.expression, name), builder.types.stored(call.type), call.expression));
}

} // namespace

std::optional<Value> openClWorkItem(Builder &builder, const Call &call) {
  if (const auto what = openClQuery(call.name))
    return query(builder, call, *what);
  if (isSynchronisation(call.name)) {
    for (const clang::Expr *argument : call.arguments)
      if (builder.types.info(argument->getType()).isArithmetic())
        builder.discard(argument);
    return Value::none();
  }
  if (std::optional<Value> value = workGroupReduction(builder, call))
    return value;
  return exchange(builder, call);
}

} // namespace fporder::frontend
