#include "analyzer/check/waking/floating_words.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

std::size_t floatingIn(const std::string &text) {
  std::size_t count = 0;
  const SourceTokens source(text);
  for (const SourceToken &token : source.all())
    count += isFloatingToken(token);
  return count;
}

} // namespace

TEST_CASE("floating words: types, intrinsics and numbers") {
  CHECK(floatingIn("float a; double b; __fp16 c; float32x4_t d; __m512d e; svfloat32_t f;") == 6);
  CHECK(floatingIn("vfmaq_f32(a, b); _mm512_add_ps(a, b); svmul_f64_x(p, a, b); _mm_cvtsd_f64(a);") == 3);
  CHECK(floatingIn("1.0 1.f 2e-3 .5") == 4);
  CHECK(floatingIn("int floats; int32x4_t a; vaddq_s32(a, b); _mm_add_epi32(a, b); 12 0x1e3 0x1F 'e' \"1.0\" // float\n") == 0);
}
