// Cells of numbers: for each value in memory its bits, the number's head and radius and as many limbs as there is room for; what is cut is in the
// radius, which is kept as the upper half of a double, rounded up.
//
//   binary64, binary32   value, head (4: kind and 28 bits of exponent), radius (4), all limbs
//   16-bit formats       value, upper half of the radius (2), its lower half and a head with 12 bits of exponent (4), the upper one or two limbs
//
// A cell without a number has a kind of 0, as an untouched page: then nothing is written.
#include "runtime/shadow/program/number_cells.h"

#include "runtime/shadow/program/number_arithmetic.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

namespace fporder::program {

Layout layout = residueLayout;

Layout numberLayout(unsigned bits) {
  const unsigned limbs = (bits + 63) / 64;
  return {(std::uint64_t{1} << 42) - 1, std::max(8U, 3 + 2 * limbs)};
}

namespace {

constexpr std::uint32_t kindMask = 15;

/// The parts of a cell but for the value.
struct Cell {
  std::uint32_t kind = 0; // MPFR's + 8
  std::int32_t exponent = 0;
  std::uint32_t radius = 0;
};

unsigned limbsIn(unsigned size) { return size == 2 ? std::min(limbCount(), (2 * static_cast<unsigned>(layout.stride) - 8) / 8) : limbCount(); }
unsigned limbsAt(unsigned size) { return size == 2 ? 8 : size + 8; }

Cell cellAt(const char *at, unsigned size) {
  std::uint32_t head = 0, radius = 0;
  std::memcpy(&head, at + (size == 2 ? 4 : size), sizeof head);
  if (size == 2) {
    std::uint16_t upper = 0;
    std::memcpy(&upper, at + 2, sizeof upper);
    return {head & kindMask, static_cast<std::int32_t>(head >> 4 & 0xfff) - 2048, std::uint32_t{upper} << 16 | head >> 16};
  }
  std::memcpy(&radius, at + size + 4, sizeof radius);
  return {head & kindMask, static_cast<std::int32_t>(head) >> 4, radius};
}

void putCell(char *at, unsigned size, const Cell &cell) {
  if (size == 2) {
    const std::uint32_t head = cell.kind | static_cast<std::uint32_t>(cell.exponent + 2048) << 4 | cell.radius << 16;
    const auto upper = static_cast<std::uint16_t>(cell.radius >> 16);
    std::memcpy(at + 2, &upper, sizeof upper);
    std::memcpy(at + 4, &head, sizeof head);
    return;
  }
  const std::uint32_t head = cell.kind | static_cast<std::uint32_t>(cell.exponent) << 4;
  std::memcpy(at + size, &head, sizeof head);
  std::memcpy(at + size + 4, &cell.radius, sizeof cell.radius);
}

std::uint32_t roundedUp(double radius) { return static_cast<std::uint32_t>((std::bit_cast<std::uint64_t>(radius) + 0xffffffffU) >> 32); }
double radiusOf(std::uint32_t kept) { return std::bit_cast<double>(std::uint64_t{kept} << 32); }

} // namespace

} // namespace fporder::program

using namespace fporder::program;

void fporder_number_store(const void *address, std::uint64_t value, unsigned size, const Number *number) {
  char *const at = wideCellOf(address);
  Number unknown;
  if (number != nullptr && number->kind == 0) // before it has restarted
    number = fporder_number_unknown(&unknown);
  const bool fits = number != nullptr && (size != 2 || std::abs(number->exponent) < 2000);
  if (!fits) {
    if (cellAt(at, size).kind != 0)
      putCell(at, size, {});
    return;
  }
  const unsigned limbs = limbsIn(size);
  const double radius = limbs < limbCount() ? number->radius + scaleOf(1 - 64 * static_cast<std::int64_t>(limbs)) : number->radius;
  std::memcpy(at, &value, size);
  putCell(at, size, {static_cast<std::uint32_t>(number->kind + 8), number->exponent, roundedUp(radius)});
  std::memcpy(at + limbsAt(size), number->limb + (limbCount() - limbs), sizeof(std::uint64_t) * limbs);
}

const Number *fporder_number_load(Number *result, const void *address, std::uint64_t value, unsigned size, double x) {
  const char *const at = wideCellOf(address);
  const Cell cell = cellAt(at, size);
  if (cell.kind == 0 || std::memcmp(at, &value, size) != 0)
    return nullptr;
  result->kind = static_cast<std::int32_t>(cell.kind) - 8;
  if (const int kind = std::abs(result->kind); kind != MPFR_ZERO_KIND && kind != MPFR_REGULAR_KIND)
    return nullptr; // of a value of another size
  result->exponent = cell.exponent;
  result->radius = radiusOf(cell.radius);
  const unsigned missing = limbCount() - limbsIn(size);
  std::fill_n(result->limb, missing, 0);
  std::memcpy(result->limb + missing, at + limbsAt(size), sizeof(std::uint64_t) * limbsIn(size));
  result->error = errorOf(*result, x);
  return result;
}
