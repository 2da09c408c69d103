#include "runtime/order/procedure.h"

namespace fporder::order {

bool mayOverlap(const MemoryRoot &left, const MemoryRoot &right) {
  if (left.restricted || right.restricted)
    return false;
  const auto reaches = [](const MemoryRoot &pointer, const MemoryRoot &object) {
    return pointer.pointed && (object.pointed || (object.shared && !(pointer.fromParameter && object.fromParameter)));
  };
  return reaches(left, right) || reaches(right, left);
}

} // namespace fporder::order
