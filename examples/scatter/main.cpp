// Runs the forms of scatter.cpp on drawn numbers and prints their errors.
//
//   clang++ -O2 -std=c++20 main.cpp scatter.cpp -o scatter && ./scatter
#include "scatter.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

struct Random {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
};

int main() {
  const int slotCount = 1000, updateCount = 100 * slotCount;
  Random random{42};
  std::vector<int> slots(updateCount), order(updateCount), otherSlots(updateCount);
  std::vector<float> updates(updateCount), otherUpdates(updateCount);
  for (int i = 0; i < updateCount; ++i) {
    slots[i] = static_cast<int>(random.next() % slotCount);
    updates[i] = static_cast<float>(random.next() >> 40) * 0x1p-24f;
  }
  std::iota(order.begin(), order.end(), 0);
  for (int i = updateCount - 1; i > 0; --i)
    std::swap(order[i], order[random.next() % (i + 1)]);
  for (int i = 0; i < updateCount; ++i) {
    otherSlots[i] = slots[order[i]];
    otherUpdates[i] = updates[order[i]];
  }
  const auto compare = [&](const char *name, auto scatter) {
    std::vector<float> first(slotCount), second(slotCount);
    scatter(first.data(), slots.data(), updates.data(), updateCount);
    scatter(second.data(), otherSlots.data(), otherUpdates.data(), updateCount);
    int different = 0;
    double largest = 0;
    for (int i = 0; i < slotCount; ++i) {
      different += first[i] != second[i];
      largest = std::fmax(largest, std::fabs(first[i] - second[i]) / std::fabs(first[i]));
    }
    std::printf("%-16s %5.1f %% of the slots change, by up to %.2g of their value\n", name, 100.0 * different / slotCount, largest);
  };
  compare("ScatterAdd", scatterAdd);
  compare("ScatterNDUpdate", scatterUpdate);
}
