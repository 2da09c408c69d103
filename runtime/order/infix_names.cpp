#include "runtime/order/infix_names.h"

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

/// Readers' names are the source's, which two loops may share; of such loops one inside the other takes a number. `reductions` is ascending: operands
/// before users, so that outer loops come last.
void distinguishNested(const Graph &graph, const std::vector<NodeId> &reductions, LoopNames &loopNames) {
  for (auto outer = reductions.rbegin(); outer != reductions.rend(); ++outer) {
    const std::uint32_t loop = graph.reduction(*outer).loop;
    const auto shares = [&](NodeId other) {
      const std::uint32_t inner = graph.reduction(other).loop;
      return other.index < outer->index && inner != loop && loopNames[inner] == loopNames[loop] && loopNames[inner] != "_";
    };
    if (std::none_of(reductions.begin(), reductions.end(), shares))
      continue;
    std::vector<NodeId> pending{graph.operand(*outer, 1)};
    std::unordered_set<std::uint32_t> seen;
    while (!pending.empty()) {
      const NodeId node = pending.back();
      pending.pop_back();
      if (!seen.insert(node.index).second)
        continue;
      if (graph[node].op == Op::Reduce && shares(node))
        loopNames[graph.reduction(node).loop] += '2';
      const auto operands = graph.operands(node);
      pending.insert(pending.end(), operands.begin(), operands.end());
    }
  }
}

} // namespace

LoopNames nameLoops(const Graph &graph, NodeId root, bool forReaders) {
  LoopNames loopNames;
  std::unordered_set<std::string> taken;
  std::vector<NodeId> indices, reductions, pending{root};
  std::vector<bool> seen(root.index + 1);
  while (!pending.empty()) {
    const NodeId node = pending.back();
    pending.pop_back();
    if (seen[node.index])
      continue;
    seen[node.index] = true;
    const Node data = graph[node];
    if (data.op == Op::LoopIndex)
      indices.push_back(node);
    else if (data.op == Op::Reduce)
      reductions.push_back(node);
    else if (data.operandCount == 0 && data.op != Op::Constant)
      taken.insert(spelledName(graph.symbol(node), data.version));
    const auto operands = graph.operands(node);
    pending.insert(pending.end(), operands.begin(), operands.end());
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
  const auto byIndex = [](NodeId left, NodeId right) { return left.index < right.index; };
  std::sort(indices.begin(), indices.end(), byIndex);
  for (const NodeId index : indices)
    choose(graph[index].version, graph.symbol(index));
  std::sort(reductions.begin(), reductions.end(), byIndex);
  for (const NodeId reduction : reductions)
    choose(graph.reduction(reduction).loop, "_"); // the term does not mention its index
  if (forReaders)
    distinguishNested(graph, reductions, loopNames);
  return loopNames;
}

} // namespace fporder::order
