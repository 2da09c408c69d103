// What a cell gives back: the shadow for its value, none for another; what is cut from the error is in the bound, and a bound that is stored a
// million times stays what it is.
#include "runtime/shadow/program/cells.h"

#include <doctest/doctest.h>
#include <sys/mman.h>

#include <bit>
#include <cmath>
#include <random>

using namespace fporder::program;

namespace {

/// The cells of a few addresses, mapped for the test; the same page may be mapped already.
void mapCellsOf(const void *address) {
  const auto page = reinterpret_cast<std::uintptr_t>(cells::cellOf(address)) & ~std::uintptr_t{4095};
  mmap(reinterpret_cast<void *>(page), 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}

} // namespace

TEST_CASE("shadow program: a cell answers for its value alone") {
  alignas(8) double memory[4] = {};
  mapCellsOf(memory);
  cells::store64(memory, 17, {0.5, 0.25});
  CHECK(cells::load64(memory, 17).error == 0.5);
  CHECK(cells::load64(memory, 17).bound == 0.25);
  CHECK(cells::load64(memory, 18).error == 0);
  CHECK(cells::load64(memory, 18).bound == 0);
  cells::store32(memory + 1, 3, {0.5, 0});
  CHECK(cells::load32(memory + 1, 3).error == 0.5);
  CHECK(cells::load32(memory + 1, 3).bound == 0);
  CHECK(cells::load32(memory + 1, 4).error == 0);
  cells::store16(memory + 2, 3, {0.5, 0});
  CHECK(cells::load16(memory + 2, 3).error == 0.5);
  CHECK(cells::load16(memory + 2, 4).error == 0);
  CHECK(cells::load32(memory + 3, 0).error == 0); // untouched: zero without an error
}

TEST_CASE("shadow program: what is cut from an error is in its bound") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int lost = 0, far = 0;
  for (int index = 0; index < 100'000; ++index) {
    const Shadow shadow{std::ldexp(uniform(random), -static_cast<int>(20 + 40 * std::fabs(uniform(random)))), 0};
    const Shadow kept = cells::unpacked(cells::packed(shadow));
    far += std::fabs(kept.error - shadow.error) > std::fabs(shadow.error) * 0x1p-27;
    lost += std::fabs(kept.error - shadow.error) > kept.bound * (1 + 0x1p-12);
  }
  CHECK(lost == 0);
  CHECK(far == 0);
  // Narrow errors, such as the rounding of one operation on floats, are kept whole.
  CHECK(cells::unpacked(cells::packed({static_cast<double>(1.2345678F) * 0x1p-30, 0})).bound == 0);
}

TEST_CASE("shadow program: a bound that is stored again and again stays in the mean") {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<float> uniform(-1, 1);
  double sum = 0;
  constexpr int chains = 500, stores = 20'000;
  for (int chain = 0; chain < chains; ++chain) {
    double bound = 1e-20;
    for (int store = 0; store < stores; ++store)
      bound = cells::unpacked(cells::packed({static_cast<double>(uniform(random)) * 1e-10, bound})).bound;
    sum += bound;
  }
  CHECK(sum / chains == doctest::Approx(1e-20).epsilon(0.02)); // cut each time it would be 0 by now, rounded up far beyond
}
