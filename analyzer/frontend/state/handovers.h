// Which buffers a function puts into queues and takes from them, as call models say it (queue(this) = ..., ... = queue(this)).
#pragma once

#include "runtime/order/graph.h"

#include <algorithm>
#include <vector>

namespace fporder::frontend {

/// The buffer that a storage lies in: what its chain begins with.
inline order::StorageId bufferOf(const order::Graph &graph, order::StorageId storage) {
  while (graph.storage(storage).of)
    storage = graph.storage(storage).of;
  return storage;
}

/// Once for each queue and buffer, in the order of the evaluation; a trial of a loop's iteration takes and puts what the loop does.
class Handovers {
public:
  struct Entry {
    order::StorageId queue, buffer; // the buffer is a storage that is no part of another one
    bool operator==(const Entry &) const = default;
  };

  std::vector<Entry> put, taken;
  order::NodeId element; // the index of the generic element that calls on whole buffers act on; invalid without such calls

  static void add(std::vector<Entry> &to, const Entry &entry) {
    if (std::ranges::find(to, entry) == to.end())
      to.push_back(entry);
  }
  /// True for a buffer that the function takes from the queue that it has put it into.
  bool isTakenBack(order::StorageId buffer) const {
    return std::ranges::any_of(put, [&](const Entry &entry) { return entry.buffer == buffer && std::ranges::find(taken, entry) != taken.end(); });
  }
};

} // namespace fporder::frontend
