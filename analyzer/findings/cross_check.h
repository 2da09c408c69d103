// Whether what is measured is what the source computes: the verdict of executing it, and its words.
#pragma once

#include <cstdint>
#include <string>

namespace fporder::findings {

struct CrossCheck {
  enum class Verdict : std::uint8_t { Agrees, Differs, NotChecked };
  Verdict verdict = Verdict::NotChecked;
  std::uint64_t values = 0; // compared; each has the program's bits where the verdict is Agrees
  std::string reason;       // why not, or what differs; of values that agree, where that was seen
};

/// "cross-checked: 24 values have the program's bits", "not cross-checked: it calls 'foo', whose body is not seen", "internal error: ...".
std::string text(const CrossCheck &check);

/// "agrees", "differs", "not checked".
std::string name(CrossCheck::Verdict verdict);

} // namespace fporder::findings
