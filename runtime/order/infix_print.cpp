// Printing walks an explicit stack of texts and nodes still to be written: depth costs memory, not stack. Abbreviated texts, which are short, are
// laid out level by level first: that tells how many levels fit, and what to write.
#include "runtime/limits/limits.h"
#include "runtime/order/infix.h"
#include "runtime/order/infix_lexer.h"
#include "runtime/order/infix_names.h"
#include "runtime/order/infix_operators.h"
#include "runtime/order/recurrence.h"

#include <algorithm>
#include <forward_list>
#include <optional>

namespace fporder::order {

namespace {

using format::Format;

constexpr std::size_t longestText = limits::most(limits::Limit::ExpressionText);
constexpr std::size_t layoutBytes = 4096;  // bytes; a longer text is written as it is walked, for a layout takes several times its memory
constexpr std::size_t reservedBytes = 256; // bytes; texts of this length and more grow as they come
constexpr std::size_t mostNamed = limits::most(limits::Limit::LoopNames); // nodes that the names of loops in an abbreviated text are looked for in
constexpr std::string_view ellipsis = "...";

class InfixPrinter {
public:
  InfixPrinter(const Graph &source, NodeId top, const InfixOptions &how, const LeafMarks *leafMarks = nullptr)
      : graph(source), root(top), options(how), marks(leafMarks) {
    borrow();
  }
  ~InfixPrinter() { borrow(); }
  InfixPrinter(const InfixPrinter &) = delete;
  InfixPrinter &operator=(const InfixPrinter &) = delete;

  /// Writes with everything deeper than `depthLimit` as "..."; false as soon as more than `byteLimit` bytes came out.
  bool print(std::size_t depthLimit, std::size_t byteLimit);
  /// Writes with as many levels as `byteLimit` has room for; false when not even the root's own does.
  bool printDeepest(std::size_t byteLimit);
  std::string take() { return std::move(out); }
  /// Leaves of different objects came out alike.
  bool isAmbiguous() const { return ambiguous; }

private:
  struct Item {
    const char *data = nullptr; // a text, when `node` is invalid
    std::uint32_t size = 0;
    NodeId node; // not a cast that is not shown
    std::uint32_t depth = 0;
    std::uint32_t first = 0, count = 0; // in a layout: the parts of a node that has its turn behind it
    Precedence precedence = Precedence::Any;
    bool shown = false; // in a layout: written out although it is deeper than the levels that are

    std::string_view text() const { return {data, size}; }
  };
  using Range = std::pair<std::uint32_t, std::uint32_t>; // of a layout
  /// What one level of a layout adds.
  struct Level {
    std::size_t leaves = 0; // bytes of nodes without operands
    std::size_t others = 0; // bytes of the rest, their operands aside
    std::size_t inner = 0;  // nodes with operands
  };

  /// Takes a thread's buffers, or gives them back: findings print tens of thousands of short expressions.
  void borrow() {
    struct Buffers {
      std::vector<Item> stack, batch, layout;
      std::vector<Range> ranges;
    };
    thread_local Buffers kept;
    constexpr std::size_t worthKeeping = 4096;
    for (auto [mine, spare] : {std::pair(&stack, &kept.stack), std::pair(&batch, &kept.batch), std::pair(&layout, &kept.layout)}) {
      mine->clear();
      if (mine->capacity() <= worthKeeping)
        mine->swap(*spare);
    }
    ranges.clear();
    ranges.swap(kept.ranges);
  }
  void later(std::string_view text) {
    target->push_back({.data = text.data(), .size = static_cast<std::uint32_t>(text.size()), .node = {}});
    textBytes += text.size();
  }
  /// Before anything else of its batch.
  void laterOwned(std::string text) { later(owned.emplace_front(std::move(text))); }
  void later(NodeId node, Precedence precedence) {
    if (laterName(node, precedence))
      return;
    node = visible(node);
    if (const std::string_view name = plainLeaf(node, precedence); !name.empty())
      later(name);
    else
      target->push_back({.node = node, .depth = depth + 1, .precedence = precedence});
  }
  /// Writes the name of the value, if it has one.
  bool laterName(NodeId node, Precedence precedence) {
    if (!options.names)
      return false;
    auto name = options.names->find(graph.value(node).index);
    if (name == options.names->end())
      name = options.names->find(graph.value(visible(node)).index);
    if (name == options.names->end())
      return false;
    if (precedence > Precedence::Any && looksCompound(name->second))
      laterOwned("(" + name->second + ")");
    else
      later(name->second);
    return true;
  }
  /// The whole text of a leaf that the graph itself holds; empty for anything else.
  std::string_view plainLeaf(NodeId node, Precedence precedence) {
    const Op op = graph[node].op;
    if (!options.forReaders || (op != Op::Input && op != Op::LoopValue && op != Op::Opaque))
      return {};
    if (!markOf(node).empty())
      return {};
    const std::string_view symbol = graph.symbol(node);
    return precedence > Precedence::Any && looksCompound(symbol) ? std::string_view() : symbol;
  }
  /// What tells a leaf from others of its spelling. Without marks, notes whether there are such.
  std::string_view markOf(NodeId leaf) {
    if (marks) {
      const auto found = marks->find(leaf.index);
      return found == marks->end() ? std::string_view() : std::string_view(found->second);
    }
    if (const StorageId object = ambiguous ? StorageId{} : objectOf(graph, leaf)) {
      const std::uint32_t symbol = graph[leaf].symbol;
      const auto known = std::find_if(objects.begin(), objects.end(), [&](const auto &each) { return each.first == symbol; });
      if (known != objects.end())
        ambiguous = known->second != object;
      else if (objects.size() < mostNamed)
        objects.emplace_back(symbol, object);
    }
    return {};
  }
  Level layLevel(std::size_t begin, std::size_t end);
  void showMore(std::size_t depthLimit, std::size_t written, std::size_t byteLimit);
  void writeLayout(std::size_t depthLimit);
  Item whole() const { return {.node = visible(root), .precedence = options.asTerm ? tighter(Precedence::Sum) : Precedence::Any}; }
  void laterList(std::span<const NodeId> nodes);
  NodeId visible(NodeId node) const;

  void write(NodeId node, Precedence precedence);
  void writeBinary(NodeId node, const BinaryOperator &binary, Precedence precedence);
  void writePrefix(NodeId node, std::string_view symbol, Precedence precedence);
  void writeSelect(NodeId node, Precedence precedence);
  void writeCalled(NodeId node);
  void writeLeaf(NodeId node, Precedence precedence);
  void writeConstant(NodeId node, Precedence precedence);
  void writeElement(NodeId node);
  void writeCast(NodeId node);
  void writeReduce(NodeId node);
  void writeRecurrence(NodeId node);
  void writeReductionWords(const Reduction &reduction);
  void writeLoopIndex(NodeId node);
  bool groupsInner(NodeId operand) const;
  const std::string &loopName(NodeId node, std::uint32_t loop);
  std::string carriedName(NodeId node);

  const Graph &graph;
  NodeId root;
  const InfixOptions &options;
  std::string out;
  std::vector<Item> stack, batch, layout;
  std::vector<Range> ranges;
  std::vector<Item> *target = &batch;   // where the parts of the node being written go
  std::forward_list<std::string> owned; // texts that the graph does not hold
  std::uint32_t depth = 0;
  std::size_t textBytes = 0;          // of all the texts among the parts so far
  std::size_t unwritten = 0;          // bytes of the texts on the stack
  std::optional<LoopNames> loopNames; // once one is asked for
  std::optional<CarriedNames> carriedNames;
  const LeafMarks *marks;
  std::vector<std::pair<std::uint32_t, StorageId>> objects; // by symbol, the one that was printed first
  bool ambiguous = false;
};

/// `node` with the casts that are not shown taken off.
NodeId InfixPrinter::visible(NodeId node) const {
  for (;;) {
    const Node data = graph[node];
    if (data.op != Op::Cast)
      return node;
    const NodeId operand = graph.operand(node, 0);
    const Format from = graph[operand].type.format, to = data.type.format;
    const bool exact = format::widensExactly(from, to) && !options.showExactCasts;
    const bool implied = options.forReaders && format::isFloatingPoint(to) &&
                         (from == Format::Integer || from == Format::Boolean || from == Format::Dependent || to == Format::Dependent);
    const NodeId converted = graph[operand].op == Op::Neg ? graph.operand(operand, 0) : operand;
    const bool input = options.hideRoundedInputs && (graph[converted].op == Op::Input || graph[converted].op == Op::Element);
    if (!exact && !implied && !input)
      return node;
    node = operand;
  }
}

bool InfixPrinter::print(std::size_t depthLimit, std::size_t byteLimit) {
  out.clear();
  unwritten = 0;
  stack.assign(1, whole());
  while (!stack.empty()) {
    if (out.size() + unwritten > byteLimit)
      return false;
    const Item item = stack.back();
    stack.pop_back();
    if (!item.node) {
      out += item.text();
      unwritten -= item.size;
      continue;
    }
    const NodeId node = item.node;
    if (item.depth > depthLimit && graph[node].operandCount != 0) {
      out += ellipsis;
      continue;
    }
    depth = item.depth;
    batch.clear();
    write(node, item.precedence);
    auto rest = batch.begin();
    for (; rest != batch.end() && !rest->node; ++rest)
      out += rest->text();
    owned.clear();
    for (auto part = rest; part != batch.end(); ++part)
      unwritten += part->size;
    stack.insert(stack.end(), batch.rbegin(), std::reverse_iterator(rest));
  }
  return out.size() <= byteLimit;
}

/// Replaces the nodes in this range of the layout, where that is not done yet, by their parts, which are appended.
InfixPrinter::Level InfixPrinter::layLevel(std::size_t begin, std::size_t end) {
  Level level;
  target = &layout;
  for (std::size_t position = begin; position < end; ++position) {
    if (!layout[position].node || layout[position].count != 0)
      continue;
    const NodeId node = layout[position].node;
    const bool inner = graph[node].operandCount != 0;
    depth = layout[position].depth;
    const auto first = static_cast<std::uint32_t>(layout.size());
    const std::size_t before = textBytes;
    layout[position].first = first;
    write(node, layout[position].precedence);
    layout[position].count = static_cast<std::uint32_t>(layout.size()) - first;
    level.inner += inner;
    (inner ? level.others : level.leaves) += textBytes - before;
  }
  target = &batch;
  return level;
}

/// Spends the room that is left by whole levels, of which `written` bytes come, on single operations below them: level by level, from the left.
void InfixPrinter::showMore(std::size_t depthLimit, std::size_t written, std::size_t byteLimit) {
  const auto isInner = [&](const Item &item) { return item.node && graph[item.node].operandCount != 0; };
  std::vector<std::uint32_t> hidden;
  for (std::uint32_t position = 0; position < layout.size(); ++position)
    if (layout[position].depth == depthLimit + 1 && isInner(layout[position]))
      hidden.push_back(position);
  for (std::size_t next = 0; next < hidden.size(); ++next) {
    layLevel(hidden[next], hidden[next] + 1);
    const std::uint32_t first = layout[hidden[next]].first, end = first + layout[hidden[next]].count;
    layLevel(first, end);
    std::size_t size = 0;
    for (std::uint32_t part = first; part < end; ++part)
      if (const Item &item = layout[part]; isInner(item))
        size += ellipsis.size();
      else if (!item.node)
        size += item.size;
      else
        for (std::uint32_t text = item.first; text < item.first + item.count; ++text)
          size += layout[text].size;
    if (written - ellipsis.size() + size > byteLimit)
      continue;
    written += size - ellipsis.size();
    layout[hidden[next]].shown = true;
    for (std::uint32_t part = first; part < end; ++part)
      if (isInner(layout[part]))
        hidden.push_back(part);
  }
}

void InfixPrinter::writeLayout(std::size_t depthLimit) {
  out.clear();
  out.reserve(depthLimit == SIZE_MAX ? textBytes : reservedBytes);
  ranges.assign(1, {0, 1});
  while (!ranges.empty()) {
    auto &[next, end] = ranges.back();
    if (next == end) {
      ranges.pop_back();
      continue;
    }
    const Item &item = layout[next++];
    if (!item.node)
      out += item.text();
    else if (item.depth > depthLimit && !item.shown && graph[item.node].operandCount != 0)
      out += ellipsis;
    else
      ranges.emplace_back(item.first, item.first + item.count);
  }
}

bool InfixPrinter::printDeepest(std::size_t byteLimit) {
  layout.assign(1, whole());
  layout.reserve(128);
  std::optional<std::size_t> best;
  bool growing = true;                // no number of levels tried so far was too much
  std::size_t tried = 0, written = 0; // the next number of levels to try; bytes of the levels above
  std::size_t bytes = 0;              // that `best` writes
  for (std::size_t begin = 0, current = 0; begin < layout.size(); ++current) {
    const std::size_t end = layout.size();
    const Level level = layLevel(begin, end);
    begin = end;
    if (growing && current == tried + 1) {
      const std::size_t abbreviated = written + level.leaves + level.inner * ellipsis.size();
      growing = abbreviated <= byteLimit;
      if (growing) {
        best = tried;
        bytes = abbreviated;
      }
      tried += tried < 64 ? 1 : tried / 2;
    }
    written += level.leaves + level.others;
    if (written > byteLimit && current != 0) {
      if (best)
        showMore(*best, bytes, byteLimit);
      writeLayout(best.value_or(0));
      return best.has_value();
    }
  }
  writeLayout(SIZE_MAX);
  return written <= byteLimit;
}

void InfixPrinter::laterList(std::span<const NodeId> nodes) {
  for (std::size_t position = 0; position < nodes.size(); ++position) {
    if (position != 0)
      later(", ");
    later(nodes[position], Precedence::Any);
  }
}

bool InfixPrinter::groupsInner(NodeId operand) const {
  const Op op = graph[visible(operand)].op;
  return options.explicitGrouping && (op == Op::Mul || op == Op::Div);
}

void InfixPrinter::writeBinary(NodeId node, const BinaryOperator &binary, Precedence precedence) {
  const Precedence own = binary.precedence;
  if (precedence > own)
    later("(");
  const NodeId left = graph.operand(node, 0), right = graph.operand(node, 1);
  later(left, own == Precedence::Product && groupsInner(left) ? Precedence::Primary : own);
  later(" ");
  later(binary.text);
  later(" ");
  later(right, tighter(own)); // C associates to the left: an equally strong right operand is grouped
  if (precedence > own)
    later(")");
}

void InfixPrinter::writePrefix(NodeId node, std::string_view symbol, Precedence precedence) {
  const NodeId operand = visible(graph.operand(node, 0));
  const bool literal = graph[operand].op == Op::Constant; // -2 is the constant, -(2) its negation
  if (precedence > Precedence::Prefix)
    later("(");
  later(symbol);
  if (literal)
    later("(");
  later(operand, literal ? Precedence::Any : Precedence::Prefix);
  if (literal)
    later(")");
  if (precedence > Precedence::Prefix)
    later(")");
}

void InfixPrinter::writeSelect(NodeId node, Precedence precedence) {
  if (precedence > Precedence::Ternary)
    later("(");
  later(graph.operand(node, 0), tighter(Precedence::Ternary));
  later(" ? ");
  later(graph.operand(node, 1), Precedence::Ternary);
  later(" : ");
  later(graph.operand(node, 2), Precedence::Ternary);
  if (precedence > Precedence::Ternary)
    later(")");
}

void InfixPrinter::writeConstant(NodeId node, Precedence precedence) {
  const Number &number = graph.number(node);
  std::string text = options.forReaders ? number.display(graph[node].type.format) : number.exactText();
  if (const auto slash = text.find('/'); slash != std::string::npos)
    text = options.forReaders ? "(" + text + ")" : "rational(" + text.substr(0, slash) + ", " + text.substr(slash + 1) + ")";
  const bool parenthesised = text[0] == '-' && precedence > Precedence::Prefix;
  laterOwned(parenthesised ? "(" + text + ")" : std::move(text));
}

/// How many of an element's indices the source writes: further ones tell apart what is another value in every iteration. All where nothing is known
/// of where it lies.
std::size_t writtenIndices(const Graph &graph, NodeId element) {
  const std::size_t all = graph[element].operandCount;
  std::size_t written = 0;
  StorageId storage = graph.storage(element);
  if (!storage)
    return all;
  for (; storage; storage = graph.storage(storage).of)
    written += graph.storage(storage).kind == Storage::Kind::Element || graph.storage(storage).kind == Storage::Kind::At ? 1 : 0;
  return std::min(all, written);
}

void InfixPrinter::writeElement(NodeId node) {
  auto indices = graph.operands(node);
  const auto parts = elementParts(graph.symbol(node), indices.size());
  if (options.forReaders && parts[0].ends_with(")")) { // what a call yields in each iteration
    if (looksCompound(parts[0]))
      laterOwned("(" + std::string(parts[0]) + ")");
    else
      later(parts[0]);
    return;
  }
  if (options.forReaders)
    indices = indices.first(std::max(writtenIndices(graph, node), parts.size() - 1));
  if (const std::string_view mark = options.forReaders ? markOf(node) : std::string_view(); !mark.empty())
    laterOwned(std::string(parts[0]) + std::string(mark));
  else if (options.forReaders)
    later(parts[0]);
  else
    laterOwned(parts.size() == 1 ? spelledName(parts[0], graph[node].version) : withVersion(std::string(parts[0]), graph[node].version));
  std::size_t part = 1;
  for (const NodeId index : indices) {
    later("[");
    later(index, Precedence::Any);
    later("]");
    if (part < parts.size())
      later(parts[part++]);
  }
}

void InfixPrinter::writeCast(NodeId node) {
  const Node data = graph[node];
  if (data.type.format == Format::Unknown && data.rounding == Rounding::NearestEven)
    later("cast(");
  else {
    later("cast<");
    later(format::name(data.type.format));
    if (data.rounding != Rounding::NearestEven) {
      later(", ");
      later(name(data.rounding));
    }
    later(">(");
  }
  later(graph.operand(node, 0), Precedence::Any);
  later(")");
}

void InfixPrinter::writeReduce(NodeId node) {
  const Reduction &reduction = graph.reduction(node);
  const auto operands = graph.operands(node);
  later(name(reduction.kind));
  writeReductionWords(reduction);
  later("(");
  later(loopName(node, reduction.loop));
  std::string_view before = ", ";
  for (const NodeId term : termsOf(graph, node)) {
    later(before);
    later(term, Precedence::Any);
    before = "; ";
  }
  const NodeId initial = operands[initialOperand];
  const bool plain = graph[initial].op == Op::Constant && graph.number(initial) == identity(reduction.kind);
  const bool counted = operands.size() > tripsOperand && !options.forReaders;
  if (!plain || counted) {
    later(", ");
    later(initial, Precedence::Any);
  }
  for (unsigned position = tripsOperand; counted && position < operands.size(); ++position) {
    later(", ");
    later(operands[position], Precedence::Any);
  }
  later(")");
}

void InfixPrinter::writeRecurrence(NodeId node) {
  const Recurrence recurrence = recurrenceOf(graph, node);
  later("recurrence(");
  later(loopName(node, graph[node].version));
  for (const RecurrenceValue &carried : recurrence.values) {
    later(", ");
    later(carried.value, Precedence::Any);
    later(" = ");
    later(carried.initial, Precedence::Any);
  }
  std::string_view before = "; ";
  for (const RecurrenceValue &carried : recurrence.values) {
    later(before);
    later(carried.next, Precedence::Any);
    before = ", ";
  }
  const bool always = graph[recurrence.stays].op == Op::Constant, counted = !options.forReaders;
  if (counted || !always) {
    later("; ");
    later(recurrence.trips, Precedence::Any);
  }
  if (!always) {
    later("; ");
    later(recurrence.stays, Precedence::Any);
  }
  later(")");
}

/// "<lanes 8 fused>", or nothing for a plain sequential sum or product.
void InfixPrinter::writeReductionWords(const Reduction &reduction) {
  const bool ordered = reduction.kind == ReductionKind::Sum || reduction.kind == ReductionKind::Product;
  std::string words;
  if (!ordered || reduction.schedule != Schedule::Sequential || reduction.width != 0)
    words += " " + std::string(name(reduction.schedule));
  if (reduction.width != 0)
    words += " " + std::to_string(reduction.width);
  if (reduction.continues)
    words += " continues";
  if (reduction.fused)
    words += " fused";
  if (words.empty())
    return;
  words.front() = '<';
  laterOwned(words + ">");
}

const std::string &InfixPrinter::loopName(NodeId node, std::uint32_t loop) {
  const std::size_t most = options.forReaders && options.maxLength != 0 ? mostNamed : SIZE_MAX;
  if (!loopNames)
    loopNames = nameLoops(graph, root, options.forReaders, most);
  const auto [known, isNew] = loopNames->try_emplace(loop);
  if (isNew)
    known->second = loopNameAt(graph, node, most);
  return known->second;
}

std::string InfixPrinter::carriedName(NodeId node) {
  if (!carriedNames)
    carriedNames = nameCarried(graph, root);
  const auto known = carriedNames->find(node.index);
  return known == carriedNames->end() ? spelledName(graph.symbol(node), graph[node].version) : known->second;
}

void InfixPrinter::writeLoopIndex(NodeId node) { later(loopName(node, graph[node].version)); }

/// A function by its name, with its arguments.
void InfixPrinter::writeCalled(NodeId node) {
  static constexpr std::string_view own[]{"sqrt", "fma", "abs", "fabs", "fmin", "fmax", "copysign"};
  if (graph[node].op == Op::Call) {
    const std::string_view symbol = graph.symbol(node);
    const bool plain = options.forReaders || (isPlainName(symbol) && std::find(std::begin(own), std::end(own), symbol) == std::end(own));
    if (plain)
      later(symbol);
    else
      laterOwned(quoted(symbol));
  } else {
    later(name(graph[node].op));
  }
  later("(");
  laterList(graph.operands(node));
  later(")");
}

void InfixPrinter::writeLeaf(NodeId node, Precedence precedence) {
  const Node data = graph[node];
  if (!options.forReaders)
    laterOwned(data.op == Op::LoopValue ? carriedName(node) : spelledName(graph.symbol(node), data.version));
  else if (const std::string_view mark = markOf(node); !mark.empty())
    laterOwned(looksCompound(graph.symbol(node)) ? "(" + std::string(graph.symbol(node)) + ")" + std::string(mark)
                                                 : std::string(graph.symbol(node)) + std::string(mark));
  else if (precedence > Precedence::Any && looksCompound(graph.symbol(node)))
    laterOwned("(" + std::string(graph.symbol(node)) + ")");
  else
    later(graph.symbol(node));
}

void InfixPrinter::write(NodeId node, Precedence precedence) {
  const Node data = graph[node];
  const bool call = data.op == Op::Call;
  const BinaryOperator *binary = data.operandCount == 2 ? binaryOperator(data.op, call || data.op == Op::Compare ? graph.symbol(node) : "") : nullptr;
  if (binary)
    return writeBinary(node, *binary, precedence);
  switch (data.op) {
  case Op::Constant:
    return writeConstant(node, precedence);
  case Op::Element:
    return writeElement(node);
  case Op::LoopIndex:
    return writeLoopIndex(node);
  case Op::Input:
  case Op::LoopValue:
  case Op::Opaque:
    return writeLeaf(node, precedence);
  case Op::Neg:
    return writePrefix(node, "-", precedence);
  case Op::Not:
    return writePrefix(node, "!", precedence);
  case Op::Select:
    return writeSelect(node, precedence);
  case Op::Cast:
    return writeCast(node);
  case Op::Reduce:
    return writeReduce(node);
  case Op::Recurrence:
    return writeRecurrence(node);
  default:
    return call && data.operandCount == 1 && graph.symbol(node) == "~" ? writePrefix(node, "~", precedence) : writeCalled(node);
  }
}

} // namespace

namespace {

std::string printed(const InfixOptions &options, InfixPrinter &printer) {
  const std::size_t limit = options.maxLength != 0 ? std::min(options.maxLength, longestText) : longestText;
  if (limit <= layoutBytes ? printer.printDeepest(limit) : printer.print(SIZE_MAX, limit))
    return printer.take();
  std::string best;
  if (limit > layoutBytes) {
    // Deepest level of detail that fits; each attempt stops at the limit, so that this costs a small multiple of it.
    for (std::size_t depth = 0; printer.print(depth, limit); depth += depth < 64 ? 1 : depth / 2)
      best = printer.take();
    if (!best.empty())
      return best;
    printer.print(0, longestText);
  }
  best = printer.take();
  if (best.size() <= limit)
    return best;
  std::size_t cut = limit > 3 ? limit - 3 : 0;
  while (cut > 0 && (static_cast<unsigned char>(best[cut]) & 0xC0) == 0x80) // not inside a UTF-8 sequence
    --cut;
  return best.substr(0, cut) + "...";
}

} // namespace

std::string printInfix(const Graph &graph, NodeId node, const InfixOptions &options) {
  InfixPrinter printer(graph, node, options);
  std::string text = printed(options, printer);
  if (!printer.isAmbiguous())
    return text;
  const LeafMarks marks = markLeaves(graph, node, options.maxLength != 0 ? mostNamed : SIZE_MAX);
  InfixPrinter careful(graph, node, options, &marks);
  return printed(options, careful);
}

} // namespace fporder::order
