// Records what instrumented threads would hand over, without shadow memory, which ThreadSanitizer's lies in: areas of threads that come and go, one
// module, outputs and cells' locks. Built with the library's sources by thread_sanitizer_test.py.
#include "runtime/shadow/program/abi.h"

#include <fporder/shadow/report.h>

#include <cstdio>
#include <thread>
#include <vector>

using namespace fporder::program;

extern "C" void fporder_record(ModuleDescription *description, Area *area, std::uint32_t chunk, Entry *entries);
extern "C" void fporder_leave(const ModuleDescription *description);
extern "C" std::uint32_t fporder_lock_cell(const void *address);
extern "C" void fporder_unlock_cell(const void *address, std::uint32_t isHeld);

namespace {

constexpr unsigned slotCount = 6;
struct ThreadArea {
  void *state, *reserved;
  Slot slots[slotCount];
};
thread_local ThreadArea threadArea;

const SiteDescription sites[] = {{"file.cpp", "*", 3, 7, Action::Multiply, SiteFormat::Binary64, 2, 0, {-1, -2, -1}, 0, 0},
                                 {"file.cpp", "/", 3, 11, Action::Divide, SiteFormat::Binary64, 2, 0, {0, -3, -1}, 0, 0},
                                 {"file.cpp", "<", 3, 15, Action::Compare, SiteFormat::Binary64, 2, 4, {-1, -1, -1}, 0, 0},
                                 {"file.cpp", "printf", 3, 1, Action::Output, SiteFormat::Binary64, 1, 0, {-1, -1, -1}, 0, 0}};
const ChunkDescription chunks[] = {{0, 4, 0}};
ModuleDescription description{abiVersion, 4, 1, slotCount, sites, chunks, nullptr};
double guarded = 0;

void work(unsigned thread) {
  for (unsigned step = 1; step <= 2000; ++step) {
    const double a = thread + step, b = 1.1, product = a * b, quotient = product / 3;
    Entry entries[] = {{{a, b, 0}, {}, product, {1e-17 * step, 1e-30}},
                       {{product, 3, 0}, {{1e-17, 0}}, quotient, {1e-17, 1e-30}},
                       {{a, b, 0}, {{1e-17, 0}}, 0, {b - a, 1e-30}},
                       {{quotient, 0, 0}, {{1e-17, 0}}, quotient, {1e-17, 1e-30}}};
    --threadArea.slots[0].chunk.left;
    fporder_record(&description, reinterpret_cast<Area *>(&threadArea), 0, entries);
    const std::uint32_t isHeld = fporder_lock_cell(&guarded);
    guarded += isHeld;
    fporder_unlock_cell(&guarded, isHeld);
  }
}

} // namespace

int main() {
  for (unsigned round = 0; round < 3; ++round) {
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < 6; ++thread)
      threads.emplace_back(work, thread);
    for (std::thread &thread : threads)
      thread.join();
  }
  fporder_leave(&description);
  const fporder::shadowing::Report report = fporder::shadowing::makeReport();
  std::printf("%llu operations, %zu trees, %llu printed, %g\n", static_cast<unsigned long long>(report.operations), report.trees.size(),
              static_cast<unsigned long long>(report.outputs.at(0).statistics.count), guarded);
}
