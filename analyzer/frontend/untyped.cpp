// Arithmetic in a template on values whose types nobody knows yet: `long offset = batch * params.rows * params.stride` is of integers.
#include "analyzer/frontend/evaluator.h"

#include <algorithm>

namespace fporder::frontend {

using format::Format;
using order::NodeId;
using order::Op;

namespace {

constexpr std::size_t searchLimit = 100; // nodes of an expression that is looked at

} // namespace

/// `node`, of unknown format, becomes an integer without a cast. Where it mixes integer variables with values of unknown format it is taken for
/// arithmetic of integers: none of it is computed in floating point.
void Evaluator::withdrawIntegers(NodeId node) {
  std::vector<NodeId> work{node};
  llvm::DenseSet<std::uint32_t> arithmetic;
  bool variables = false;
  for (std::size_t next = 0; next < work.size(); ++next) {
    const NodeId current = work[next];
    const order::Node stored = graph[current];
    if (work.size() > searchLimit)
      return;
    if (stored.type.format == Format::Integer || stored.op == Op::Constant) {
      variables |= stored.op != Op::Constant;
    } else if (stored.type.format != Format::Dependent) {
      return; // of floating point after all
    } else if (stored.op == Op::Cast) {
      work.push_back(graph.operand(current, 0));
    } else if (stored.op == Op::Add || stored.op == Op::Sub || stored.op == Op::Mul || stored.op == Op::Div) {
      arithmetic.insert(current.index);
      work.insert(work.end(), graph.operands(current).begin(), graph.operands(current).end());
    }
  }
  if (!variables)
    return;
  // Loops count what was computed before them.
  auto &computations = procedure.computations;
  const std::size_t own = activeLoop ? std::min(activeLoop->computations, computations.size()) : 0;
  const auto isInteger = [&](const order::Computation &computation) { return arithmetic.contains(computation.node.index); };
  computations.erase(std::remove_if(computations.begin() + static_cast<std::ptrdiff_t>(own), computations.end(), isInteger), computations.end());
}

} // namespace fporder::frontend
