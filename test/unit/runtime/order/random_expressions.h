// Random ordering graphs for property tests.
#pragma once

#include "runtime/order/graph.h"

#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace fporder::order {

/// How many cases a property test runs: all of `full` under FPORDER_FULL=1, a fraction otherwise.
inline unsigned propertyCases(unsigned full, unsigned reduced) {
  const char *wanted = std::getenv("FPORDER_FULL");
  return wanted != nullptr && std::strcmp(wanted, "1") == 0 ? full : reduced;
}

class RandomExpressions {
public:
  struct Options {
    bool everything = true; // formats, environments, control, loops; otherwise + - * / and the like on binary64 inputs
    unsigned operations = 12;
  };

  RandomExpressions(Graph &target, std::uint64_t seed, Options how) : graph(target), random(seed), options(how) {}

  NodeId expression() {
    pool.clear();
    for (int leaves = 0; leaves < 4; ++leaves)
      pool.push_back(leaf());
    const unsigned operations = 1 + below(options.operations);
    for (unsigned count = 0; count < operations; ++count)
      pool.push_back(options.everything ? anyOperation() : arithmetic());
    return pool.back();
  }

  unsigned below(unsigned bound) { return static_cast<unsigned>(random() % bound); }
  NodeId some() {
    // Recent values are preferred: expressions grow deep rather than wide.
    return below(2) != 0 ? pool[pool.size() - 1 - below(std::min<unsigned>(3, static_cast<unsigned>(pool.size())))]
                         : pool[below(static_cast<unsigned>(pool.size()))];
  }

  NodeId arithmetic() {
    static constexpr Op ops[]{Op::Add, Op::Sub, Op::Mul, Op::Div};
    const NodeId left = some(), right = some();
    return graph.binary(ops[below(4)], left, right, binary64);
  }

  static constexpr ValueType binary64{format::Format::Binary64, Shape::Scalar};

private:
  ValueType type() {
    static constexpr format::Format formats[]{format::Format::Binary64, format::Format::Binary32,    format::Format::Binary16,
                                              format::Format::BFloat16, format::Format::X87Extended, format::Format::Dependent,
                                              format::Format::Unknown,  format::Format::Integer};
    return {formats[below(8)], below(20) == 0 ? Shape::Complex : Shape::Scalar};
  }

  Environment environment() {
    Environment result;
    if (below(3) == 0)
      result.contraction = static_cast<Contraction>(below(3));
    if (below(6) == 0)
      result.reassociate = result.noSignedZeros = true;
    if (below(8) == 0)
      result.approximateCalls = result.reciprocal = true;
    if (below(12) == 0)
      result.strict = result.dynamicRounding = true;
    if (below(12) == 0)
      result.finiteMathOnly = true;
    return result;
  }

  Number number() {
    switch (below(8)) {
    case 0:
      return Number::fromInteger(static_cast<int>(below(20)) - 10);
    case 1:
      return *Number::parse("1/" + std::to_string(3 + below(20)));
    case 2:
      return *Number::parse(std::to_string(below(1000)) + "e-" + std::to_string(below(30)));
    case 3:
      return *Number::parse(below(3) == 0 ? "-inf" : below(2) == 0 ? "inf" : "nan");
    case 4:
      return Number::fromDouble(-0.0);
    default:
      return Number::fromDouble(std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(below(80)) - 90) * (below(2) != 0 ? 1 : -1));
    }
  }

  NodeId leaf() {
    static constexpr const char *names[]{"x", "y", "p->v.z", "a b", "w`q", "std::k", "max", "inf", "PI", "t", "this->inv[0]", "_", "E@1"};
    if (!options.everything) {
      if (below(4) == 0)
        return graph.constant(Number::fromInteger(1 + below(9)), binary64);
      return graph.input(names[below(3)], binary64);
    }
    const char *name = names[below(13)];
    switch (below(8)) {
    case 0:
    case 1:
      return graph.constant(number(), type());
    case 2: {
      const NodeId indices[]{
          graph.intern({.op = Op::LoopIndex, .type = {format::Format::Integer, Shape::Scalar}, .symbol = "i", .version = below(3)}),
          graph.constant(Number::fromInteger(below(5)), {format::Format::Integer, Shape::Scalar})};
      return graph.intern({.op = Op::Element,
                           .type = type(),
                           .operands = std::span(indices).first(1 + below(2)),
                           .symbol = below(3) != 0   ? "a"
                                     : below(2) != 0 ? "p->x[].y"
                                                     : "odd[]name",
                           .version = below(3)});
    }
    case 3:
      return graph.intern({.op = below(2) != 0 ? Op::Opaque : Op::LoopValue, .type = type(), .symbol = name, .version = below(3)});
    case 4:
      return graph.intern(
          {.op = Op::LoopIndex, .type = {format::Format::Integer, Shape::Scalar}, .symbol = below(2) != 0 ? "i" : "x", .version = below(3)});
    default:
      return graph.input(name, type(), {}, below(3));
    }
  }

  NodeId anyOperation() {
    static constexpr Op ops[]{Op::Add,  Op::Sub,    Op::Mul,     Op::Div,  Op::Add, Op::Sub, Op::Mul,      Op::Div,
                              Op::Sqrt, Op::Fma,    Op::Call,    Op::Cast, Op::Neg, Op::Abs, Op::CopySign, Op::Min,
                              Op::Max,  Op::Select, Op::Compare, Op::And,  Op::Or,  Op::Not, Op::Reduce};
    static constexpr const char *comparisons[]{"<", "<=", ">", ">=", "==", "!="};
    static constexpr const char *functions[]{
        "exp", "log1p", "my_function", "std::odd name", "sqrt", "hypot", "sum", "isnan", "fabs", "abs", "%", "<<", "&", "^", "~"};
    NodeSpec spec;
    spec.op = ops[below(std::size(ops))];
    spec.type = type();
    spec.environment = environment();
    std::vector<NodeId> operands;
    const int fixed = arity(spec.op);
    const unsigned count = fixed >= 0 ? static_cast<unsigned>(fixed) : spec.op == Op::Reduce ? 2 + below(2) : below(4);
    for (unsigned operand = 0; operand < count; ++operand)
      operands.push_back(some());
    spec.operands = operands;
    Reduction reduction{static_cast<ReductionKind>(below(4)), static_cast<Schedule>(below(10)), below(3) * 8, below(3)};
    if (spec.op == Op::Reduce) {
      spec.reduction = &reduction;
      reduction.continues = below(4) == 0;
      reduction.fused = below(4) == 0;
      if (below(4) == 0 && (reduction.kind == ReductionKind::Sum || reduction.kind == ReductionKind::Product)) {
        const NodeId terms[]{operands[termOperand], some(), some()};
        operands[termOperand] = graph.intern({.op = Op::Terms, .type = spec.type, .operands = std::span(terms).first(2 + below(2))});
      }
      while (operands.size() > tripsOperand && operands.size() < 5 && below(3) == 0)
        operands.push_back(some());
      spec.operands = operands;
    }
    if (spec.op == Op::Compare)
      spec.symbol = comparisons[below(6)];
    else if (spec.op == Op::Call)
      spec.symbol = functions[below(std::size(functions))];
    else if (spec.op == Op::Cast)
      spec.rounding = static_cast<Rounding>(below(6));
    if ((spec.op == Op::Compare || spec.op == Op::And || spec.op == Op::Or || spec.op == Op::Not) && below(4) != 0)
      spec.type.format = format::Format::Boolean;
    return graph.intern(spec);
  }

  Graph &graph;
  std::mt19937_64 random;
  Options options;
  std::vector<NodeId> pool;
};

} // namespace fporder::order
