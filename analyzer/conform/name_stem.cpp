#include "analyzer/conform/name_stem.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace fporder::conform {

namespace {

constexpr std::string_view plainWords[] = {"ref",    "reference", "golden",   "naive",    "scalar", "plain",
                                           "simple", "generic",   "fallback", "baseline", "slow",   "c"};
constexpr std::string_view variantWords[] = {
    "avx",     "fma",      "sse",    "neon",      "sve",       "simd",     "vec",    "vector", "vectorized", "vectorised", "rvv",
    "altivec", "vsx",      "msa",    "lsx",       "lasx",      "arm",      "aarch",  "x",      "amx",        "wasm",       "cuda",
    "hip",     "rocm",     "gpu",    "cpu",       "opencl",    "cl",       "metal",  "sycl",   "ascend",     "npu",        "kernel",
    "impl",    "opt",      "fast",   "optimized", "optimised", "unrolled", "unroll", "tiled",  "tail",       "blocked",    "parallel",
    "omp",     "threaded", "openmp", "fused",     "half",      "float",    "double", "bf",     "fp",         "f",          "d",
    "v",       "host",     "device", "tiling",    "template",  "serial",   "body"};

/// "rms", "Norm", "F" of "rms_normF32".
std::vector<std::string> wordsOf(llvm::StringRef name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool begins = llvm::isUpper(c) && (i == 0 || !llvm::isUpper(name[i - 1]));
    if (!llvm::isAlpha(c) || begins)
      words.emplace_back();
    if (llvm::isAlpha(c))
      words.back() += llvm::toLower(c);
  }
  llvm::erase_if(words, [](const std::string &word) { return word.empty(); });
  return words;
}

/// "ns::Kernel::step" without what stands in angle brackets or parentheses; "operator()" keeps its own.
std::string bare(llvm::StringRef name) {
  std::string text;
  unsigned depth = 0;
  for (const char c : name) {
    depth += c == '<' || c == '(' ? 1 : 0;
    if (depth == 0)
      text += c;
    depth -= depth > 0 && (c == '>' || c == ')') ? 1 : 0;
  }
  return text;
}

} // namespace

NameStem nameStem(std::string_view qualified) {
  NameStem result;
  std::string whole;
  llvm::SmallVector<llvm::StringRef> parts;
  const std::string text = bare({qualified.data(), qualified.size()});
  llvm::StringRef(text).split(parts, "::");
  for (const llvm::StringRef part : parts) {
    std::string kept;
    for (const std::string &word : wordsOf(part)) {
      const bool plain = llvm::is_contained(plainWords, std::string_view(word)), variant = llvm::is_contained(variantWords, std::string_view(word));
      result.plain |= plain;
      result.variant |= variant;
      kept += plain || variant ? "" : word;
      whole += word;
    }
    if (!kept.empty())
      result.stem += (result.stem.empty() ? "" : "::") + kept;
  }
  if (result.stem.empty())
    result.stem = whole.empty() ? text : whole;
  return result;
}

} // namespace fporder::conform
