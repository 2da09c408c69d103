#include "runtime/order/infix_names.h"

#include "runtime/order/index_table.h"
#include "runtime/order/infix_lexer.h"

#include <algorithm>
#include <unordered_set>

namespace fporder::order {

std::string quoted(std::string_view text) {
  std::string result = "`";
  for (const char c : text) {
    result += c;
    if (c == '`')
      result += c;
  }
  return result + "`";
}

std::string withVersion(std::string text, std::uint32_t version) {
  if (version != 0)
    text += "@" + std::to_string(version);
  return text;
}

std::string spelledName(std::string_view symbol, std::uint32_t version) {
  return withVersion(isPlainName(symbol) ? std::string(symbol) : quoted(symbol), version);
}

bool looksCompound(std::string_view text) {
  if (text.size() < 3)
    return false;
  int depth = 0;
  for (std::size_t position = 0; position < text.size(); ++position) {
    const char c = text[position];
    if (c == '(' || c == '[' || c == '{')
      ++depth;
    else if (c == ')' || c == ']' || c == '}')
      --depth;
    else if (depth == 0 && position != 0) {
      if (c == '-' && position + 1 < text.size() && text[position + 1] == '>')
        ++position;
      else if (std::string_view("+-*/%?=|&^,").find(c) != std::string_view::npos)
        return true;
    }
  }
  return false;
}

std::vector<std::string_view> elementParts(std::string_view symbol, std::size_t indices) {
  std::vector<std::string_view> parts;
  std::string_view rest = symbol;
  for (auto mark = rest.find("[]"); mark != std::string_view::npos; mark = rest.find("[]")) {
    parts.push_back(rest.substr(0, mark));
    rest.remove_prefix(mark + 2);
  }
  parts.push_back(rest);
  bool good = parts.size() - 1 <= indices && isPlainName(parts[0]);
  for (std::size_t part = 1; part < parts.size(); ++part)
    good = good && (isMemberPath(parts[part]) || (parts[part].empty() && part + 1 < parts.size()));
  return good ? parts : std::vector<std::string_view>{symbol};
}

namespace {

/// The nodes below a root, the nearest first.
struct Surroundings {
  std::vector<NodeId> nodes;
  IndexTable seen;
  bool whole = true; // there are no others
};

Surroundings surroundings(const Graph &graph, NodeId root, std::size_t most) {
  Surroundings found;
  found.nodes.push_back(root);
  found.seen.insert(root.index);
  std::size_t next = 0;
  for (; next < found.nodes.size() && found.nodes.size() < most; ++next)
    for (const NodeId operand : graph.operands(found.nodes[next]))
      if (found.seen.insert(operand.index).second)
        found.nodes.push_back(operand);
  found.whole = next == found.nodes.size();
  return found;
}

/// Calls `visit(node)` once for each node of a reduction's term among those near the root, until it returns true; whether it did.
template <class Visit> bool anyInTerm(const Graph &graph, NodeId reduction, const Surroundings &near, const Visit &visit) {
  std::vector<NodeId> pending{graph.operand(reduction, termOperand)};
  IndexTable seen;
  while (!pending.empty()) {
    const NodeId node = pending.back();
    pending.pop_back();
    if (!near.seen.contains(node.index) || !seen.insert(node.index).second)
      continue;
    if (visit(node))
      return true;
    const auto operands = graph.operands(node);
    pending.insert(pending.end(), operands.begin(), operands.end());
  }
  return false;
}

/// The term of a reduction reads the index of a loop of this name that the root stands in.
bool readsAround(const Graph &graph, NodeId reduction, const std::unordered_set<std::uint32_t> &around, std::string_view name,
                 const Surroundings &near) {
  return anyInTerm(graph, reduction, near, [&](NodeId node) {
    return graph[node].op == Op::LoopIndex && around.contains(graph[node].version) && graph.symbol(node) == name;
  });
}

/// A loop below the root takes a number where its term reads the index of one of its name that the root stands in.
void distinguishFromAround(const Graph &graph, const std::vector<NodeId> &reductions, const Surroundings &near, LoopNames &loopNames) {
  std::unordered_set<std::uint32_t> around;
  for (const auto &[loop, name] : loopNames)
    around.insert(loop);
  for (const NodeId reduction : reductions)
    around.erase(graph.reduction(reduction).loop);
  if (around.empty())
    return;
  for (const NodeId reduction : reductions)
    if (const auto own = loopNames.find(graph.reduction(reduction).loop);
        own != loopNames.end() && own->second != "_" && readsAround(graph, reduction, around, own->second, near))
      own->second += '2';
}

/// Readers' names are the source's, which two loops may share; of such loops one inside the other takes a number. `reductions` is ascending: operands
/// before users, so that outer loops come last.
void distinguishNested(const Graph &graph, const std::vector<NodeId> &reductions, const Surroundings &near, LoopNames &loopNames) {
  std::unordered_map<std::string, std::size_t> uses; // of names
  for (const auto &[loop, name] : loopNames)
    ++uses[name];
  for (auto outer = reductions.rbegin(); outer != reductions.rend(); ++outer) {
    const std::uint32_t loop = graph.reduction(*outer).loop;
    const auto own = loopNames.find(loop);
    if (own == loopNames.end() || own->second == "_" || uses[own->second] < 2)
      continue;
    anyInTerm(graph, *outer, near, [&](NodeId node) {
      if (graph[node].op != Op::Reduce)
        return false;
      const std::uint32_t inner = graph.reduction(node).loop;
      if (const auto other = loopNames.find(inner); inner != loop && other != loopNames.end() && other->second == own->second) {
        --uses[other->second];
        ++uses[other->second += '2'];
      }
      return false;
    });
  }
}

} // namespace

LoopNames nameLoops(const Graph &graph, NodeId root, bool forReaders, std::size_t most) {
  LoopNames loopNames;
  std::unordered_set<std::string> taken;
  std::vector<NodeId> indices, reductions;
  const Surroundings near = surroundings(graph, root, most);
  for (const NodeId node : near.nodes) {
    const Node data = graph[node];
    if (data.op == Op::LoopIndex)
      indices.push_back(node);
    else if (data.op == Op::Reduce)
      reductions.push_back(node);
    else if (!forReaders && data.operandCount == 0 && data.op != Op::Constant)
      taken.insert(spelledName(graph.symbol(node), data.version));
  }
  const auto choose = [&](std::uint32_t loop, std::string_view symbol) {
    if (loopNames.contains(loop))
      return;
    if (forReaders) {
      loopNames[loop] = symbol;
      return;
    }
    std::string candidate = spelledName(symbol, 0);
    for (std::uint32_t version = 1; !taken.insert(candidate).second; ++version)
      candidate = spelledName(symbol, version);
    loopNames[loop] = candidate;
  };
  std::sort(indices.begin(), indices.end());
  for (const NodeId index : indices)
    choose(graph[index].version, graph.symbol(index));
  std::sort(reductions.begin(), reductions.end());
  if (near.whole)
    for (const NodeId reduction : reductions)
      choose(graph.reduction(reduction).loop, "_"); // the term does not mention its index
  if (forReaders) {
    distinguishNested(graph, reductions, near, loopNames);
    distinguishFromAround(graph, reductions, near, loopNames);
  }
  return loopNames;
}

CarriedNames nameCarried(const Graph &graph, NodeId root) {
  std::unordered_set<std::string> taken;
  std::unordered_set<std::uint32_t> recurrences;
  std::vector<NodeId> carried;
  std::vector<NodeId> nodes = surroundings(graph, root, SIZE_MAX).nodes;
  std::sort(nodes.begin(), nodes.end());
  for (const NodeId node : nodes)
    if (graph[node].op == Op::Recurrence)
      recurrences.insert(graph[node].version);
  for (const NodeId node : nodes)
    if (const Node data = graph[node]; data.op == Op::LoopValue && recurrences.contains(data.version))
      carried.push_back(node);
    else if (isLeaf(data.op) && data.op != Op::Constant && data.op != Op::LoopIndex)
      taken.insert(spelledName(graph.symbol(node), data.version));
  for (const auto &[loop, name] : nameLoops(graph, root, false))
    taken.insert(name);
  CarriedNames names;
  for (const NodeId node : carried) {
    std::uint32_t version = 0;
    while (!taken.insert(spelledName(graph.symbol(node), version)).second)
      ++version;
    names[node.index] = spelledName(graph.symbol(node), version);
  }
  return names;
}

StorageId objectOf(const Graph &graph, NodeId leaf) {
  StorageId storage = graph.storage(leaf);
  while (storage && (graph.storage(storage).kind == Storage::Kind::Carried || graph.storage(storage).kind == Storage::Kind::At))
    storage = graph.storage(storage).of;
  for (StorageId part = storage; part; part = graph.storage(part).of)
    if (const Storage::Kind kind = graph.storage(part).kind; kind == Storage::Kind::Temporary || kind >= Storage::Kind::WorkItem)
      return {};
  return storage;
}

LeafMarks markLeaves(const Graph &graph, NodeId root, std::size_t most) {
  std::unordered_map<std::uint32_t, std::vector<StorageId>> objects; // by symbol, the first read first
  std::vector<NodeId> nodes = surroundings(graph, root, most).nodes;
  std::sort(nodes.begin(), nodes.end());
  LeafMarks marks;
  for (const NodeId node : nodes)
    if (const StorageId object = objectOf(graph, node)) {
      std::vector<StorageId> &known = objects[graph[node].symbol];
      const auto at = std::find(known.begin(), known.end(), object);
      const auto rank = static_cast<std::size_t>(at - known.begin());
      if (at == known.end())
        known.push_back(object);
      if (rank != 0)
        marks[node.index] = std::string(rank, '\'');
    }
  return marks;
}

std::string loopNameAt(const Graph &graph, NodeId node, std::size_t most) {
  if (graph[node].op == Op::LoopIndex)
    return std::string(graph.symbol(node));
  const std::uint32_t loop = *boundLoop(graph, node);
  for (const NodeId near : surroundings(graph, graph.operand(node, 1), most).nodes)
    if (graph[near].op == Op::LoopIndex && graph[near].version == loop)
      return std::string(graph.symbol(near));
  return "_";
}

} // namespace fporder::order
