// Owner and visitor exclude each other.
#include <fporder/shadow/owned_lock.h>

#include <doctest/doctest.h>

#include <cstdint>
#include <mutex>

using namespace fporder::shadowing;

TEST_CASE("shadow owned lock: a visitor never sees half of the owner's work") {
  OwnedLock::prepare();
  OwnedLock lock;
  std::uint64_t first = 0, second = 0; // written and read under the lock only
  std::atomic<bool> done = false;
  std::thread owner([&] {
    for (int index = 0; index < 2'000'000; ++index) {
      const std::lock_guard guard(lock);
      ++first;
      ++second;
    }
    done = true;
  });
  int torn = 0, visits = 0;
  for (; !done || visits == 0; ++visits) {
    const Visit visit(lock);
    torn += first != second ? 1 : 0;
    first += 1; // the visitor may write, too
    second += 1;
  }
  owner.join();
  CHECK(torn == 0);
  CHECK(first == 2'000'000U + static_cast<unsigned>(visits));
  CHECK(first == second);
}
