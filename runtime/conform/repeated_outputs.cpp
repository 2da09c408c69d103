#include "runtime/conform/repeated_outputs.h"

#include "runtime/conform/piece_comparison.h"

#include <algorithm>

namespace fporder::conform {

std::vector<Conformance> repeatedOutputs(const PreparedSide &side) {
  const order::Graph &graph = side.subject().graph;
  std::vector<Conformance> all;
  for (std::size_t output = 0; output < side.outputs().size(); ++output) {
    const std::vector<PreparedPiece> &pieces = side.pieces(output);
    const auto isOfLoop = [&](const PreparedPiece &piece) {
      return !piece.conditional && std::ranges::any_of(piece.piece.indices, [&](order::NodeId index) { return graph.mentionsLoop(index); });
    };
    if (pieces.size() < 2 || !std::ranges::all_of(pieces, isOfLoop))
      continue;
    const std::vector<Input> inputs = side.inputs(output);
    const InputMatch itself = matchInputs(inputs, inputs, {});
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
      Conformance each = compared(side, pieces[i], side, pieces.back(), itself);
      each.function = side.given().procedure->name;
      each.output = side.outputs()[output].name;
      all.push_back(std::move(each));
    }
  }
  return all;
}

} // namespace fporder::conform
