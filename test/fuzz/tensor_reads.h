// What must hold of every tensor that a reader returns: its elements lie inside of its storage, and both ways of reading them agree.
#pragma once

#include "runtime/data/tensor.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>

inline void checkTensor(const fporder::data::Tensor &tensor) {
  const std::size_t count = tensor.count();
  if (tensor.offset > tensor.storage->bytes().size() || count > (tensor.storage->bytes().size() - tensor.offset) / tensor.type.size)
    std::abort();
  std::array<double, 7> block;
  for (std::size_t first = 0; first < count; first += block.size()) {
    const std::span<double> part = std::span(block).first(std::min(block.size(), count - first));
    tensor.read(first, part);
    for (std::size_t i = 0; i < part.size(); ++i) {
      const double value = tensor.value(first + i);
      if (!(std::isnan(value) && std::isnan(part[i])) && std::bit_cast<std::uint64_t>(value) != std::bit_cast<std::uint64_t>(part[i]))
        std::abort();
    }
  }
  if (count != 0 && fporder::data::indexText(tensor.shape, count - 1).empty())
    std::abort();
}
