#include "analyzer/frontend/accelerators/cuda.h"

#include "analyzer/frontend/library/library_models.h"
#include "analyzer/frontend/values/indices.h"
#include "analyzer/frontend/values/work_items.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace fporder::frontend {
namespace {

using format::Format;
using order::NodeId;
using order::Op;
using order::ReductionKind;
using Names = std::initializer_list<llvm::StringRef>;

void discardFrom(Builder &builder, const Call &call, std::size_t first) {
  for (std::size_t i = first; i < call.arguments.size(); ++i)
    builder.discard(call.arguments[i]);
}

/// make_float4(a, b, c, d)
std::optional<Value> makeVector(Builder &builder, const Call &call) {
  llvm::StringRef name = call.name;
  if (!name.consume_front("make_") || name.empty() || call.arguments.empty() || call.arguments.size() > 4 ||
      name.back() != static_cast<char>('0' + call.arguments.size()) || (call.type.isNull() ? false : builder.types.info(call.type).isArithmetic()))
    return std::nullopt;
  static constexpr llvm::StringLiteral parts[] = {"x", "y", "z", "w"};
  name = name.drop_back();
  const Format format = name == "float" ? Format::Binary32 : name == "double" ? Format::Binary64 : Format::Integer;
  const LocationId made = builder.temporary(call.name);
  for (unsigned i = 0; i < call.arguments.size(); ++i) {
    NodeId part = builder.number(call.arguments[i]);
    part = builder.convert(part, {format}, call.arguments[i]);
    builder.write(builder.member(made, parts[i]), Value::number(part), call.token);
  }
  return Value::record(made);
}

/// The integer among a class template's arguments: BlockReduce<float, 256>, thread_block_tile<32>.
std::uint32_t threadsOf(const clang::CXXRecordDecl *record) {
  const auto *specialization = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  if (specialization)
    for (const clang::TemplateArgument &argument : specialization->getTemplateArgs().asArray())
      if (argument.getKind() == clang::TemplateArgument::Integral)
        return static_cast<std::uint32_t>(argument.getAsIntegral().getLimitedValue(1u << 20));
  return warpLanes;
}

/// The lanes that a shuffle exchanges among, by its argument `at` or by the tile that it is called on; 0 when that is not known.
std::uint32_t lanesExchanging(Builder &builder, const Call &call, std::size_t at) {
  std::uint32_t lanes = warpLanes;
  if (call.arguments.size() > at) {
    const NodeId width = builder.number(call.arguments[at]);
    const auto asked = workItemNumber(builder.graph, width);
    const auto stated = wholeNumber(builder.graph, width);
    if (!asked || asked->query != order::WorkItemQuery::WarpSize)
      lanes = stated && *stated > 0 && *stated <= warpLanes ? static_cast<std::uint32_t>(*stated) : 0;
  }
  discardFrom(builder, call, at + 1);
  if (!call.objectExpression)
    return lanes;
  const auto *group = call.objectExpression->getType().getNonReferenceType()->getAsCXXRecordDecl();
  return group && group->getIdentifier() && group->getName() == "thread_block_tile" ? threadsOf(group) : 0;
}

/// __shfl_xor_sync(mask, v, lanes), __shfl_down(v, delta), tile.shfl_down(v, delta)
std::optional<Value> shuffle(Builder &builder, const Call &call, llvm::StringRef kind) {
  const unsigned at = kind.ends_with("sync") ? 1 : 0; // "sync" itself: __shfl_sync
  if (call.arguments.size() < at + 2)
    return std::nullopt;
  if (at)
    builder.discard(call.arguments[0]);
  const Value value = builder.evaluate(call.arguments[at]);
  const NodeId lane = builder.number(call.arguments[at + 1]);
  const LaneExchange exchange{kind.starts_with("xor")    ? LaneExchange::Way::Xor
                              : kind.starts_with("down") ? LaneExchange::Way::Down
                              : kind.starts_with("up")   ? LaneExchange::Way::Up
                                                         : LaneExchange::Way::Other, // a broadcast, as a rule
                              lanesExchanging(builder, call, at + 2)};
  if (!value.isNumber())
    return builder.unknown(call.type, call.name, call.expression);
  return Value::number(builder.fromOtherLane(value.node, lane, builder.spelling(call.arguments[at], "value"), exchange));
}

std::optional<Value> atomicCall(Builder &builder, const Call &call, llvm::StringRef name) {
  name.consume_back("_block");
  name.consume_back("_system");
  if (call.arguments.size() < 2)
    return std::nullopt;
  const Value pointer = builder.evaluate(call.arguments[0]);
  const LocationId where = builder.target(pointer);
  const clang::QualType type = elementType(builder, call.arguments[0]->getType());
  const Value amount = builder.evaluate(call.arguments[1]);
  discardFrom(builder, call, 2);
  const bool adds = name == "atomicAdd" || name == "atomicSub" || name == "unsafeAtomicAdd";
  if (adds && where && amount.isNumber() && !type.isNull() && builder.types.info(type).isNumber())
    return atomicUpdate(builder, call, where, type, name == "atomicSub" ? Op::Sub : Op::Add, amount.node, true);
  builder.forget(where);
  return builder.unknown(call.type, call.name, call.expression);
}

std::optional<Value> cachedLoad(Builder &builder, const Call &call) {
  if (call.arguments.size() != 1)
    return std::nullopt;
  const Value pointer = builder.evaluate(call.arguments[0]);
  clang::QualType type = elementType(builder, call.arguments[0]->getType());
  if (type.isNull())
    type = call.type;
  return load(builder, builder.target(pointer), type);
}

std::optional<Value> cachedStore(Builder &builder, const Call &call) {
  if (call.arguments.size() != 2)
    return std::nullopt;
  const Value pointer = builder.evaluate(call.arguments[0]);
  const Value value = builder.evaluate(call.arguments[1]);
  const clang::QualType type = elementType(builder, call.arguments[0]->getType());
  store(builder, builder.target(pointer), type.isNull() ? value : converted(builder, value, type, call.arguments[1]), call.token);
  return Value::none();
}

/// The kind that a function object of cub or cooperative_groups says: plus, Sum, Max.
std::optional<ReductionKind> functorKind(const clang::Expr *functor) {
  const auto *record = functor->getType().getNonReferenceType()->getAsCXXRecordDecl();
  const llvm::StringRef name = record && record->getIdentifier() ? record->getName() : "";
  if (llvm::is_contained(Names{"Sum", "plus"}, name))
    return ReductionKind::Sum;
  if (llvm::is_contained(Names{"Max", "greater", "maximum"}, name))
    return ReductionKind::Max;
  if (llvm::is_contained(Names{"Min", "less", "minimum"}, name))
    return ReductionKind::Min;
  return name == "multiplies" ? std::optional(ReductionKind::Product) : std::nullopt;
}

Value acrossThreads(Builder &builder, const Call &call, const clang::Expr *argument, ReductionKind kind, std::uint32_t threads) {
  const Value value = builder.evaluate(argument);
  if (!value.isNumber() || !builder.types.info(argument->getType()).isNumber())
    return builder.unknown(call.type, call.name, call.expression);
  return Value::number(builder.reduceLanes(value.node, kind, threads, call.expression, call.token));
}

/// BlockReduce(storage).Sum(v), .Reduce(v, cub::Max())
std::optional<Value> blockReduction(Builder &builder, const Call &call) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.callee);
  const llvm::StringRef owner = method && method->getParent()->getIdentifier() ? method->getParent()->getName() : "";
  if (!llvm::is_contained(Names{"BlockReduce", "WarpReduce"}, owner) || call.arguments.empty())
    return std::nullopt;
  const bool sums = call.name == "Sum" || call.name == "HeadSegmentedSum" || call.name == "TailSegmentedSum";
  const auto kind = sums                                                 ? std::optional(ReductionKind::Sum)
                    : call.name == "Reduce" && call.arguments.size() > 1 ? functorKind(call.arguments[1])
                                                                         : std::nullopt;
  if (!kind || !builder.types.info(call.arguments[0]->getType()).isArithmetic())
    return std::nullopt;
  const Value result = acrossThreads(builder, call, call.arguments[0], *kind, threadsOf(method->getParent()));
  discardFrom(builder, call, 1);
  return result;
}

/// cg::reduce(tile, v, cg::plus<float>())
std::optional<Value> groupReduction(Builder &builder, const Call &call) {
  if (call.arguments.size() != 3 || !call.callee)
    return std::nullopt;
  const auto kind = functorKind(call.arguments[2]);
  if (!kind)
    return std::nullopt;
  builder.discard(call.arguments[0]);
  return acrossThreads(builder, call, call.arguments[1], *kind, threadsOf(call.arguments[0]->getType().getNonReferenceType()->getAsCXXRecordDecl()));
}

bool inNamespace(const clang::FunctionDecl *function, llvm::StringRef name) {
  for (const clang::DeclContext *scope = function->getDeclContext(); scope && !scope->isTranslationUnit(); scope = scope->getParent())
    if (const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(scope); space && space->getName() == name)
      return true;
  return false;
}

/// What a method of a cooperative group asks, of this very group unless it is the block, of which there is one.
order::Storage groupQuery(Builder &builder, const Call &call) {
  const auto *group = call.objectExpression ? call.objectExpression->IgnoreParenImpCasts()->getType()->getAsCXXRecordDecl() : nullptr;
  const bool rank = call.name == "thread_rank", block = group && group->getName() == "thread_block";
  order::Storage number{order::Storage::Kind::WorkItem};
  number.number = static_cast<std::uint64_t>(rank ? order::WorkItemQuery::LocalLinearId : order::WorkItemQuery::Other);
  if (!rank)
    number.name = call.name.str();
  if (!block && call.object)
    number.of = builder.storage(*call.object);
  return number;
}

/// warp.size(), block.thread_rank(): numbers that a group keeps.
std::optional<Value> groupNumber(Builder &builder, const Call &call) {
  const bool integer = !call.type.isNull() && builder.types.isInteger(call.type);
  if (!call.callee || !call.arguments.empty() || !integer || !inNamespace(call.callee, "cooperative_groups"))
    return std::nullopt;
  const order::StorageId number = builder.graph.addStorage(groupQuery(builder, call));
  return Value::number(builder.workItem(number, builder.spelling(call.expression, call.name), {Format::Integer}));
}

/// The name after a prefix that says "exchange between lanes": "xor_sync", "down", "idx"; empty when it is no exchange.
llvm::StringRef exchange(llvm::StringRef name) {
  if (name.consume_front("__shfl_") || name.consume_front("shfl_"))
    return name;
  if (name == "__shfl" || name == "shfl")
    return "idx";
  if (name == "WARP_SHFL_XOR")
    return "xor";
  return name == "WARP_SHFL_DOWN" ? "down" : "";
}

/// CUDA's own min and max: of the headers that stand for the toolkit's, in the global namespace, without a body.
bool isGlobalExtremum(const Builder &builder, const Call &call) {
  if ((call.name != "min" && call.name != "max") || call.arguments.size() != 2)
    return false;
  const clang::SourceManager &sources = builder.context.getSourceManager();
  const auto global = [&](const clang::NamedDecl *declaration) {
    const clang::FunctionDecl *function = declaration->getUnderlyingDecl()->getAsFunction();
    return function && !function->hasBody() && function->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
           sources.isInSystemHeader(function->getCanonicalDecl()->getLocation());
  };
  if (call.callee)
    return global(call.callee);
  const auto *site = llvm::dyn_cast_or_null<clang::CallExpr>(call.expression);
  const auto *lookup = site ? llvm::dyn_cast<clang::OverloadExpr>(site->getCallee()->IgnoreParenImpCasts()) : nullptr;
  return lookup && llvm::any_of(lookup->decls(), global);
}

} // namespace

std::optional<Value> cudaCall(Builder &builder, const Call &call) {
  if (const llvm::StringRef kind = exchange(call.name); !kind.empty())
    return shuffle(builder, call, kind);
  if (call.name == "Sum" || call.name == "Reduce")
    return blockReduction(builder, call);
  if (call.object)
    return groupNumber(builder, call);
  if (call.name == "reduce" && call.callee && inNamespace(call.callee, "cooperative_groups"))
    return groupReduction(builder, call);
  if (llvm::is_contained(Names{"__int_as_float", "__uint_as_float", "__longlong_as_double", "__short_as_half", "__ushort_as_half",
                               "__short_as_bfloat16", "__ushort_as_bfloat16"},
                         call.name))
    return utilityModel("bit_cast")(builder, call);
  if (isGlobalExtremum(builder, call))
    return utilityModel(call.name)(builder, call);
  if (std::optional<Value> halves = packedHalves(builder, call))
    return halves;
  if (call.name.starts_with("make_"))
    return makeVector(builder, call);
  if (call.name.starts_with("atomic") || call.name == "unsafeAtomicAdd")
    return atomicCall(builder, call, call.name);
  if (llvm::is_contained(Names{"__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu", "__ldcv"}, call.name))
    return cachedLoad(builder, call);
  if (llvm::is_contained(Names{"__stcg", "__stcs", "__stwb", "__stwt"}, call.name))
    return cachedStore(builder, call);
  return std::nullopt;
}

} // namespace fporder::frontend
