// What a rule is about. Kinds differ in what the engine leaves alone and proves, a row each.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace fporder::rules {

enum class Kind : std::uint8_t { Form, Ordering, Conversion, Contraction, Reduction };

struct KindTraits {
  std::string_view name;     // as the document's key `kind` says it
  std::string_view family;   // whose rules are of this kind without the key; all other families are of the first kind
  std::string_view evidence; // of a warning that names none
  bool sparesCompensation;   // matches in compensated sums and other error-free transformations are for audit
  bool meansEveryBit;        // what is drawn at random has no last bit to speak of
  bool sparesFigures;        // figures of progress, and operands that are limited to a range, are for audit
  bool sparesTests;          // what is only compared with constants is for audit
  bool provesSilence;        // orders that cannot change a bit are dropped; not where formats or contraction are what changes
  bool regroups;             // its orders take the same operations together in another way: what cancels, cancels elsewhere
  bool isOfLoops;            // speaks of a loop's schedule: stands beside what is said of the loop's term
};

/// In the order of Kind.
std::span<const KindTraits> kinds();

const KindTraits &traits(Kind kind);

/// The kind of a family's rules that name none.
Kind kindOfFamily(std::string_view family);

} // namespace fporder::rules
