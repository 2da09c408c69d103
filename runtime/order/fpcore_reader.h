// The reader of FPCore: turns the text into a flat array of S-expressions and evaluates that with an explicit stack of frames.
#pragma once

#include "runtime/order/fpcore.h"
#include "runtime/order/fpcore_words.h"
#include "runtime/order/s_expression.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fporder::order::fpcore {

using format::Format;

/// What a (! ...) says of the very expression that it annotates.
struct Annotation {
  std::optional<Op> leaf;
  std::optional<std::string> symbol, call, number;
  std::optional<Format> result;
  std::optional<Reduction> reduction;
  std::uint32_t version = 0;
};

class Reader {
public:
  Reader(std::string_view source, Graph &target) : text(source), graph(target) {}

  Parsed<NodeId> read();

private:
  /// An expression list under evaluation; `next` is the child to evaluate next.
  struct Frame {
    enum class Kind : std::uint8_t { Operation, Annotated, Let, LetStar };
    Kind kind = Kind::Operation;
    std::uint32_t list = 0;
    std::size_t next = 1;
    std::size_t base = 0; // values.size() at the start
    FpcoreContext context;
    std::uint32_t annotation = UINT32_MAX;
    std::size_t boundNames = 0; // names bound by this let so far
  };

  bool fail(std::size_t offset, std::string message) {
    error = {offset, std::move(message)};
    return false;
  }
  bool fail(std::uint32_t index, std::string message) { return fail(items[index].offset, std::move(message)); }

  bool header(std::uint32_t &body);
  bool argument(std::uint32_t index);
  bool run(std::uint32_t body);
  bool begin(std::uint32_t index, const FpcoreContext &context, std::uint32_t annotation);
  bool step();
  bool stepLet(Frame &frame);
  bool finish(const Frame &frame);
  bool atom(std::uint32_t index, const FpcoreContext &context, const Annotation *annotation);
  bool number(std::uint32_t index, const FpcoreContext &context, const Annotation *annotation);
  bool digits(const Frame &frame);
  bool property(std::uint32_t key, std::uint32_t value, FpcoreContext &context, Annotation &annotation);
  bool properties(const std::vector<std::uint32_t> &children, std::size_t first, std::size_t last, FpcoreContext &context, Annotation &annotation);
  bool precision(std::uint32_t value, Format &result);
  bool reductionProperty(std::uint32_t value, Annotation &annotation);
  bool environmentProperty(std::uint32_t value, FpcoreContext &context);
  bool operation(const Frame &frame, std::string_view word, const Annotation &annotation);
  bool comparison(const Frame &frame, std::string_view word, const Annotation &annotation);
  bool call(const Frame &frame, std::string_view name, const Annotation &annotation);
  bool reduce(const Frame &frame, const Annotation &annotation);
  bool element(const Frame &frame, const Annotation &annotation);
  NodeSpec spec(Op op, const Frame &frame) const;
  std::span<const NodeId> operands(const Frame &frame) const { return std::span(values).subspan(frame.base); }
  void replace(const Frame &frame, NodeId node) {
    values.resize(frame.base);
    values.push_back(node);
  }
  const Annotation &annotationOf(const Frame &frame) const {
    static const Annotation none;
    return frame.annotation == UINT32_MAX ? none : annotations[frame.annotation];
  }
  void bind(const std::string &name, NodeId node) {
    bound[name].push_back(node);
    boundOrder.push_back(name);
  }
  void unbind(std::size_t count) {
    for (; count != 0; --count) {
      bound[boundOrder.back()].pop_back();
      boundOrder.pop_back();
    }
  }

  std::string_view text;
  Graph &graph;
  std::vector<SExpression> items;
  std::vector<Frame> frames;
  std::vector<NodeId> values;
  std::vector<Annotation> annotations;
  std::unordered_map<std::string, std::vector<NodeId>> bound;
  std::vector<std::string> boundOrder;
  FpcoreContext top;
  SyntaxError error;
};

} // namespace fporder::order::fpcore
