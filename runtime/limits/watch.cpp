#include "runtime/limits/watch.h"

#include <algorithm>
#include <utility>

namespace fporder::limits {

static thread_local Watch *innermost = nullptr;

Watch::Watch(std::uint32_t where) : place(where), outer(std::exchange(innermost, this)) {}

Watch::~Watch() { innermost = outer; }

void Watch::note(Limit limit) {
  if (innermost && std::ranges::find(innermost->found, limit, &Hit::limit) == innermost->found.end())
    innermost->found.push_back({limit, innermost->place});
}

Here::Here(std::uint32_t where) : watch(innermost) {
  if (watch)
    before = std::exchange(watch->place, where);
}

Here::~Here() {
  if (watch)
    watch->place = before;
}

} // namespace fporder::limits
