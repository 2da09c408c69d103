#include "analyzer/conform/call_rewriting.h"

#include "analyzer/findings/expression_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <map>
#include <optional>

namespace fporder::conform {

using llvm::StringRef;
using order::NodeId;
using order::Op;

namespace {

/// What a call takes: its text, and whether it is a vector and no number.
struct Operand {
  std::string text;
  bool vector = false;
};

/// "Muls(m, m, lr, n)": a destination, two operands, and what is left.
struct Call {
  order::Place place;
  Op op = Op::Opaque;
  StringRef name; // with its template arguments
  StringRef destination;
  std::array<Operand, 2> operands;
  std::string rest; // ", n"
};

bool isBarrier(StringRef statement) { return statement.starts_with("PipeBarrier<") || statement.starts_with("pipe_barrier("); }

class CallRewriter {
public:
  explicit CallRewriter(const CallRequest &given)
      : request(given), graph(given.procedure.graph), source(given.source.text().data(), given.source.text().size()) {}

  std::vector<findings::Edit> run() {
    if (request.rewriting.operations.size() != 2)
      return {};
    innerNode = request.rewriting.operations[0];
    const std::optional<Call> first = callOf(innerNode), second = callOf(request.rewriting.root);
    if (!first || !second || first->rest != second->rest || first->place.endOffset >= second->place.beginOffset ||
        !beginsStatement(first->place.beginOffset) || !resultIsTheSecondsAlone(*first, *second) || !passesBetween(*first, *second))
      return {};
    const std::optional<std::string> text = inNewOrder(*first, *second);
    if (!text)
      return {};
    return {edit(second->place.beginOffset, second->place.endOffset, *text), removal(first->place)};
  }

private:
  std::optional<Call> callOf(NodeId node) const {
    const std::span<const NodeId> operands = graph.operands(node);
    const order::PlaceId id = graph[node].place;
    if (operands.size() != 2 || !id)
      return std::nullopt;
    Call call;
    call.place = graph.place(id);
    call.op = graph[node].op;
    if (call.place.endOffset >= source.size() || call.place.beginOffset >= call.place.endOffset ||
        !source.drop_front(call.place.endOffset).ltrim().starts_with(";"))
      return std::nullopt;
    const StringRef text = source.slice(call.place.beginOffset, call.place.endOffset);
    const std::size_t open = text.find('(');
    if (open == StringRef::npos || text.contains("//") || text.contains("/*") || text.contains('#'))
      return std::nullopt;
    call.name = text.take_front(open);
    const StringRef list = text.drop_front(open);
    const auto arguments = findings::argumentTexts({list.data(), list.size()});
    if (!arguments || arguments->size() < 3)
      return std::nullopt;
    std::vector<StringRef> texts;
    for (const findings::TextRange &each : *arguments)
      texts.push_back(list.slice(each.begin, each.end).trim());
    call.destination = texts[0];
    for (unsigned i = 0; i < 2; ++i)
      call.operands[i] = {texts[i + 1].str(), operands[i] == innerNode || graph[operands[i]].op != Op::Input};
    for (const StringRef each : llvm::drop_begin(texts, 3))
      call.rest += ", " + each.str();
    return call;
  }

  /// A statement, or the beginning or end of a block, lies before it: it is no branch's only statement.
  bool beginsStatement(std::size_t at) const {
    for (StringRef before = source.take_front(at).rtrim(); !before.empty(); before = before.rtrim()) {
      const std::size_t lineBegin = before.rfind('\n') + 1; // npos + 1 is 0
      const StringRef code = before.drop_front(lineBegin).split("//").first.rtrim();
      if (!code.empty())
        return StringRef(";{}").contains(code.back());
      before = before.take_front(lineBegin);
    }
    return false;
  }

  /// Which operand of the second call is the first one's result.
  std::optional<unsigned> taking(const Call &first, const Call &second) const {
    for (unsigned i = 0; i < 2; ++i)
      if (graph.operand(request.rewriting.root, i) == innerNode && graph.operand(request.rewriting.root, 1 - i) != innerNode)
        return second.operands[i].text == first.destination ? std::optional(i) : std::nullopt;
    return std::nullopt;
  }

  bool liesIn(order::PlaceId id, const order::Place &call) const {
    if (!id)
      return false;
    const order::Place &place = graph.place(id);
    return place.file == call.file && !place.inlinedAt && call.beginOffset <= place.beginOffset && place.endOffset <= call.endOffset;
  }

  bool resultIsTheSecondsAlone(const Call &first, const Call &second) const {
    const auto isResult = [&](NodeId node) { return node && graph.sameValue(node, innerNode); };
    for (const order::Computation &computation : request.procedure.computations)
      if (computation.node != request.rewriting.root && llvm::any_of(graph.operands(computation.node), isResult))
        return false;
    for (const auto &[loop, carrying] : request.procedure.carryingLoops)
      if (llvm::any_of(carrying.phis, [&](const order::LoopPhi &phi) { return isResult(phi.initial) || isResult(phi.next); }))
        return false;
    const bool overwritten = first.destination == second.destination;
    for (const order::Effect &effect : request.procedure.effects)
      if (isResult(effect.node) && !(overwritten && effect.kind == order::Effect::Kind::Store && liesIn(effect.place, first.place)))
        return false;
    return taking(first, second) && (overwritten || !isNamedBehind(first.destination, second.place.endOffset));
  }

  /// Whether the object at the beginning of `text` is named in the rest of the file, which may read it.
  bool isNamedBehind(StringRef text, std::size_t from) const {
    const StringRef name = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    return name.empty() || source.drop_front(from).contains(name);
  }

  /// Barriers and other vector calls; notes the last barrier.
  bool passesBetween(const Call &first, const Call &second) {
    StringRef between = source.slice(first.place.endOffset, second.place.beginOffset);
    if (between.find_first_of("{}#\"'") != StringRef::npos || between.contains("//") || between.contains("/*"))
      return false;
    std::size_t begin = first.place.endOffset;
    llvm::SmallVector<StringRef> statements;
    between.split(statements, ';');
    for (const StringRef whole : statements) {
      const StringRef statement = whole.trim();
      const std::size_t at = begin + static_cast<std::size_t>(statement.data() - whole.data());
      begin += whole.size() + 1;
      if (statement.empty())
        continue;
      if (isBarrier(statement))
        barrier = statement;
      else if (!isModelled(at, at + statement.size()))
        return false;
    }
    return true;
  }

  bool isModelled(std::size_t begin, std::size_t end) const {
    return llvm::any_of(request.procedure.computations, [&](const order::Computation &computation) {
      const order::PlaceId id = graph[computation.node].place;
      return id && !graph.place(id).inlinedAt && graph.place(id).beginOffset == begin && graph.place(id).endOffset == end &&
             graph.place(id).file == graph.place(graph[innerNode].place).file;
    });
  }

  /// `call` with other operands, where it takes such.
  static std::optional<std::string> with(const Call &call, const std::string &destination, std::array<Operand, 2> operands) {
    if (order::isCommutative(call.op) && operands[0].vector != call.operands[0].vector)
      std::swap(operands[0], operands[1]);
    if (operands[0].vector != call.operands[0].vector || operands[1].vector != call.operands[1].vector)
      return std::nullopt;
    return call.name.str() + "(" + destination + ", " + operands[0].text + ", " + operands[1].text + call.rest + ")";
  }

  std::optional<std::string> inNewOrder(const Call &first, const Call &second) const {
    const NodeId order = request.rewriting.order;
    const std::optional<unsigned> taken = taking(first, second);
    if (!taken || graph.operands(order).size() != 2)
      return std::nullopt;
    std::map<NodeId, Operand> known; // leaves, and the new inner operation
    const unsigned from = *taken;
    for (unsigned i = 0; i < 2; ++i)
      known.try_emplace(graph.operand(innerNode, i), first.operands[i]);
    known.try_emplace(graph.operand(request.rewriting.root, 1 - from), second.operands[1 - from]);
    const unsigned side = known.contains(graph.operand(order, 0)) ? 1 : 0;
    const NodeId inner = graph.operand(order, side);
    if (known.contains(inner) || graph.operands(inner).size() != 2)
      return std::nullopt;
    known.emplace(inner, Operand{first.destination.str(), true});
    for (const auto &[calledFirst, calledSecond] : {std::pair(&second, &first), std::pair(&first, &second)}) {
      if (calledFirst->op != graph[inner].op || calledSecond->op != graph[order].op)
        continue;
      const auto one = spelled(*calledFirst, first.destination, inner, known), other = spelled(*calledSecond, second.destination, order, known);
      if (one && other)
        return *one + separator(second.place) + *other;
    }
    return std::nullopt;
  }

  std::optional<std::string> spelled(const Call &call, StringRef destination, NodeId node, const std::map<NodeId, Operand> &known) const {
    const auto left = known.find(graph.operand(node, 0)), right = known.find(graph.operand(node, 1));
    if (left == known.end() || right == known.end())
      return std::nullopt;
    return with(call, destination.str(), {left->second, right->second});
  }

  std::string separator(const order::Place &place) const {
    const std::size_t line = source.rfind('\n', place.beginOffset);
    StringRef indent = source.slice(line == StringRef::npos ? 0 : line + 1, place.beginOffset);
    indent = indent.take_while([](char c) { return c == ' ' || c == '\t'; });
    const std::string next = (source.contains("\r\n") ? ";\r\n" : ";\n") + indent.str();
    return barrier.empty() ? next : next + barrier.str() + next;
  }

  findings::Edit edit(std::size_t begin, std::size_t end, std::string text) const {
    const findings::SourceFile::Position from = request.source.position(begin), to = request.source.position(end);
    return {{request.path, from.line, from.column, to.line, to.column},
            static_cast<std::uint32_t>(begin),
            static_cast<std::uint32_t>(end),
            std::move(text)};
  }

  /// The statement, and its line where that holds nothing else.
  findings::Edit removal(const order::Place &place) const {
    std::size_t begin = place.beginOffset, end = source.find(';', place.endOffset) + 1;
    const std::size_t lineBegin = source.rfind('\n', begin) + 1, lineEnd = source.find('\n', end); // npos + 1 is 0
    if (lineEnd != StringRef::npos && source.slice(lineBegin, begin).trim().empty() && source.slice(end, lineEnd).trim().empty()) {
      begin = lineBegin;
      end = lineEnd + 1;
    }
    return edit(begin, end, "");
  }

  const CallRequest &request;
  const order::Graph &graph;
  StringRef source, barrier;
  NodeId innerNode;
};

} // namespace

std::vector<findings::Edit> callEdits(const CallRequest &request) { return CallRewriter(request).run(); }

} // namespace fporder::conform
