#include "analyzer/check/waking/floating_words.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

namespace fporder::check {
namespace {

struct Words {
  llvm::StringSet<> whole;
  llvm::SmallVector<llvm::StringRef> start, end;

  Words() {
    enum Place : std::uint8_t { Whole, Start, End };
    const auto add = [this](Place place, llvm::StringRef words) {
      llvm::SmallVector<llvm::StringRef> list;
      words.split(list, ' ', -1, /*KeepEmpty=*/false);
      if (place == Whole)
        whole.insert_range(list);
      else
        llvm::append_range(place == Start ? start : end, list);
    };
#define FPORDER_FLOATING_WORDS(place, words) add(place, words);
#include "analyzer/check/waking/floating_words.def"
#undef FPORDER_FLOATING_WORDS
  }
};

/// 1.0, 1e-3, 1.f; hexadecimal ones are left out, as most have no exponent.
bool isFloatingNumber(llvm::StringRef text) { return !text.starts_with_insensitive("0x") && (text.contains('.') || text.contains_insensitive("e")); }

} // namespace

bool isFloatingToken(const SourceToken &token) {
  static const Words words;
  if (token.kind == clang::tok::numeric_constant)
    return isFloatingNumber(token.text);
  if (token.kind != clang::tok::raw_identifier)
    return false;
  const llvm::StringRef text = token.text;
  return words.whole.contains(text) || llvm::any_of(words.start, [&](llvm::StringRef word) { return text.starts_with(word); }) ||
         llvm::any_of(words.end, [&](llvm::StringRef word) { return text.ends_with(word); });
}

} // namespace fporder::check
