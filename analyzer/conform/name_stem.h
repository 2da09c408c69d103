// What variants of one operator are called in common: "rms_norm" of "rms_norm_avx2", "ref::rmsNorm" and "rms_norm_f32_4". A reason to compare two
// functions, and none to believe that they compute the same.
#pragma once

#include <string>
#include <string_view>

namespace fporder::conform {

struct NameStem {
  std::string stem;     // of the qualified name, lower case, without words of variants; the name itself where nothing else is left
  bool variant = false; // a word was left out that names an architecture, a device or a way to write loops
  bool plain = false;   // a word was left out that names a reference: "ref", "scalar", "naive"
};

/// Words are what underscores, digits and capitals separate. Arguments of templates and parameters do not count.
NameStem nameStem(std::string_view qualified);

} // namespace fporder::conform
