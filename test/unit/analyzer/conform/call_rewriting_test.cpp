#include "analyzer/conform/call_rewriting.h"

#include "runtime/order/infix.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace fporder;
using namespace fporder::conform;
using order::NodeId;
using order::Op;

namespace {

constexpr order::ValueType binary32{format::Format::Binary32, order::Shape::Scalar};
/// m * lr / v as two calls, which are to become m / v * lr.
class Kernel {
public:
  explicit Kernel(const std::string &source) {
    sources.set("kernel.h", source);
    order::Graph &graph = procedure.graph;
    const NodeId m = leaf("m[i]"), lr = leaf("lr"), v = leaf("v[i]");
    product = graph.binary(Op::Mul, m, lr, binary32, placeOf(source, "Muls("));
    quotient = graph.binary(Op::Div, product, v, binary32, placeOf(source, "Div("));
    procedure.computations = {{.node = product}, {.node = quotient}};
    rewriting = {quotient, graph.binary(Op::Mul, graph.binary(Op::Div, m, v, binary32), lr, binary32), {product, quotient}};
  }

  /// The source as the edits leave it; empty where there are none.
  std::string edited() {
    const findings::SourceFile &source = *sources.find("kernel.h");
    std::vector<findings::Edit> edits = callEdits({procedure, rewriting, "kernel.h", source});
    std::ranges::sort(edits, std::greater<>(), &findings::Edit::beginOffset);
    std::string text(source.text());
    for (const findings::Edit &edit : edits)
      text.replace(edit.beginOffset, edit.endOffset - edit.beginOffset, edit.text);
    return edits.empty() ? "" : text;
  }

  order::Procedure procedure;
  NodeId product, quotient;

private:
  NodeId leaf(std::string_view text) { return std::get<NodeId>(order::parseInfix(text, procedure.graph, binary32)); }

  order::PlaceId placeOf(const std::string &source, const std::string &call) {
    const std::size_t begin = source.find(call);
    order::Place place;
    place.file = procedure.graph.addFile("kernel.h");
    place.beginOffset = static_cast<std::uint32_t>(begin);
    place.endOffset = static_cast<std::uint32_t>(source.find(')', begin) + 1);
    return procedure.graph.addPlace(place);
  }

  findings::SourceFiles sources;
  Rewriting rewriting;
};

std::string edited(const std::string &source) { return Kernel(source).edited(); }

} // namespace

TEST_CASE("two calls change places, with the barrier that was between them") {
  CHECK(edited("{\n  Muls(m, m, lr, n);\n  Div(m, m, v, n);\n}\n") == "{\n  Div(m, m, v, n);\n  Muls(m, m, lr, n);\n}\n");
  CHECK(edited("{\n  Muls(m, m, lr, n);\n  PipeBarrier<PIPE_V>();\n  Div(m, m, v, n);\n}\n") ==
        "{\n  PipeBarrier<PIPE_V>();\n  Div(m, m, v, n);\n  PipeBarrier<PIPE_V>();\n  Muls(m, m, lr, n);\n}\n");
}

TEST_CASE("destinations stay, which needs a first one that is not read again") {
  CHECK(edited("{\n  Muls(t, m, lr, n);\n  Div(u, t, v, n);\n}\n") == "{\n  Div(t, m, v, n);\n  Muls(u, t, lr, n);\n}\n");
  CHECK(edited("{\n  Muls(t, m, lr, n);\n  Div(u, t, v, n);\n  Add(w, w, t, n);\n}\n") == "");
  const std::string apart = "{\n  Muls(m, m, lr, n);\n  Div(u, m, v, n);\n", swapped = "{\n  Div(m, m, v, n);\n  Muls(u, m, lr, n);\n";
  CHECK(edited(apart + "}\n") == swapped + "}\n");
  CHECK(edited(apart + "  DataCopy(out, m, n);\n}\n") == "");
}

TEST_CASE("nothing is edited where something else may be meant") {
  for (const char *source : {
           "{\n  if (n > 8)\n    Muls(m, m, lr, n);\n  Div(m, m, v, n);\n}\n",
           "{\n  Muls(m, m, lr, n);\n  Publish(m);\n  Div(m, m, v, n);\n}\n",
           "{\n  Muls(m, m, lr, n); // the step\n  Div(m, m, v, n);\n}\n",
           "{\n  { Muls(m, m, lr, n); }\n  Div(m, m, v, n);\n}\n",
           "{\n  Muls(m, m, lr, n);\n  Div(m, m, v, 8);\n}\n",
           "{\n  Muls(m, m, lr, n);\n  Div(m, v, m, n);\n}\n",
       })
    CHECK(edited(source) == "");
}

TEST_CASE("a result that another iteration or operation reads stays what it is") {
  const std::string source = "{\n  Muls(m, m, lr, n);\n  Div(m, m, v, n);\n}\n";
  Kernel carried(source);
  carried.procedure.carryingLoops[1].phis.push_back({carried.quotient, {}, carried.product});
  CHECK(carried.edited() == "");
  Kernel read(source);
  read.procedure.computations.push_back({.node = read.procedure.graph.unary(Op::Sqrt, read.product, binary32)});
  CHECK(read.edited() == "");
  Kernel argument(source);
  argument.procedure.effects.push_back({.kind = order::Effect::Kind::Argument, .node = argument.product, .target = "publish", .place = {}});
  CHECK(argument.edited() == "");
}
