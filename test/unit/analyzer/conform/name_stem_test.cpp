#include "analyzer/conform/name_stem.h"

#include <doctest/doctest.h>

using namespace fporder::conform;

TEST_CASE("words of variants are no part of a stem") {
  for (const char *name : {"rms_norm", "rms_norm_avx2", "rmsNormNeon", "rms_norm_ref", "rms_norm_f32_4", "RMSNorm_cuda", "rms_norm_kernel<float>",
                           "avx2::rms_norm", "ref::rms_norm(float *)"})
    CHECK_MESSAGE(nameStem(name).stem == "rmsnorm", name);
  CHECK(nameStem("rms_norm_avx2").variant);
  CHECK_FALSE(nameStem("rms_norm").variant);
  CHECK(nameStem("rms_norm_ref").plain);
  CHECK_FALSE(nameStem("rms_norm_avx2").plain);
}

TEST_CASE("classes tell functions of one name apart") {
  CHECK(nameStem("Adam::step").stem == "adam::step");
  CHECK(nameStem("Sgd::step").stem != nameStem("Adam::step").stem);
  CHECK(nameStem("AdamAvx2::step").stem == nameStem("Adam::step").stem);
}

TEST_CASE("a name of nothing else is its own stem") {
  CHECK(nameStem("naive").stem == "naive");
  CHECK(nameStem("ref::naive").stem == "refnaive");
  CHECK(nameStem("").stem.empty());
}
