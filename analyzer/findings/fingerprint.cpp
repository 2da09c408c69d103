#include "analyzer/findings/fingerprint.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cstring>

namespace fporder::findings {

namespace {

/// Bytes to be hashed, appended piece by piece.
class Buffer {
public:
  void number(std::uint64_t value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, raw + sizeof value);
  }
  void text(std::string_view value) {
    number(value.size());
    bytes.append(value.begin(), value.end());
  }
  std::uint64_t hash() const { return llvm::xxh3_64bits(llvm::StringRef(bytes.data(), bytes.size())); }

private:
  llvm::SmallVector<char, 256> bytes;
};

} // namespace

std::uint64_t ValueHashes::operator()(order::NodeId node) {
  // Operands have smaller indices than their users, so that a forward sweep always finds them done.
  while (hashes.size() <= node.index)
    hashes.push_back(hashOf({static_cast<std::uint32_t>(hashes.size())}));
  return hashes[node.index];
}

std::uint64_t ValueHashes::hashOf(order::NodeId id) const {
  order::Node node = graph[id];
  Buffer buffer;
  buffer.text(order::name(node.op));
  buffer.text(format::name(node.type.format));
  buffer.number(static_cast<std::uint64_t>(node.type.shape));
  if (node.op == order::Op::Constant)
    buffer.text(graph.number(id).text());
  else if (node.op != order::Op::LoopIndex)
    buffer.text(graph.symbol(id));
  if (node.op == order::Op::Cast)
    buffer.text(order::name(node.rounding));
  if (node.op == order::Op::Reduce) {
    const order::Reduction &reduction = graph.reduction(id);
    buffer.text(order::name(reduction.kind));
    buffer.text(order::name(reduction.schedule));
    buffer.number(reduction.width);
  }
  llvm::SmallVector<std::uint64_t, 4> operands;
  for (order::NodeId operand : graph.operands(id))
    operands.push_back(hashes[operand.index]);
  if (order::isCommutative(node.op))
    std::sort(operands.begin(), operands.end());
  else if (node.op == order::Op::Fma && operands.size() == 3 && operands[1] < operands[0])
    std::swap(operands[0], operands[1]);
  for (std::uint64_t operand : operands)
    buffer.number(operand);
  return buffer.hash();
}

std::string fingerprint(std::initializer_list<std::string_view> parts) {
  llvm::BLAKE3 hasher;
  for (std::string_view part : parts) {
    hasher.update(llvm::StringRef(part.data(), part.size()));
    hasher.update(llvm::StringRef("\0", 1));
  }
  return llvm::toHex(hasher.final<16>(), /*LowerCase=*/true);
}

} // namespace fporder::findings
