#include "runtime/format/format.h"

#include <doctest/doctest.h>

#include <cfloat>

using namespace fporder::format;

TEST_CASE("parameters are those of the compiler's own types") {
  CHECK(parameters(Format::Binary32).precision == FLT_MANT_DIG);
  CHECK(parameters(Format::Binary32).minExponent == FLT_MIN_EXP - 1);
  CHECK(parameters(Format::Binary32).maxExponent == FLT_MAX_EXP - 1);
  CHECK(parameters(Format::Binary64).precision == DBL_MANT_DIG);
  CHECK(parameters(Format::Binary64).minExponent == DBL_MIN_EXP - 1);
  CHECK(parameters(Format::Binary64).maxExponent == DBL_MAX_EXP - 1);
#if LDBL_MANT_DIG == 64
  CHECK(parameters(Format::X87Extended).minExponent == LDBL_MIN_EXP - 1);
  CHECK(parameters(Format::X87Extended).maxExponent == LDBL_MAX_EXP - 1);
#endif
}

TEST_CASE("exact widening") {
  CHECK(widensExactly(Format::Binary32, Format::Binary64));
  CHECK(widensExactly(Format::Binary16, Format::Binary32));
  CHECK(widensExactly(Format::BFloat16, Format::Binary32));
  CHECK(widensExactly(Format::BFloat16, Format::Tf32));
  CHECK(widensExactly(Format::Tf32, Format::Binary32));
  CHECK(widensExactly(Format::E5M2, Format::Binary16));
  CHECK(widensExactly(Format::E4M3FN, Format::BFloat16));
  CHECK(widensExactly(Format::Binary64, Format::X87Extended));
  CHECK(widensExactly(Format::X87Extended, Format::Binary128));
  CHECK(widensExactly(Format::Binary64, Format::DoubleDouble));
  CHECK(widensExactly(Format::Boolean, Format::Binary16));
  CHECK(widensExactly(Format::Binary32, Format::Binary32));
  CHECK_FALSE(widensExactly(Format::Binary64, Format::Binary32));
  CHECK_FALSE(widensExactly(Format::BFloat16, Format::Binary16));
  CHECK_FALSE(widensExactly(Format::Binary16, Format::BFloat16));
  CHECK_FALSE(widensExactly(Format::E5M2, Format::E4M3FN));
  CHECK_FALSE(widensExactly(Format::DoubleDouble, Format::Binary128));
  CHECK_FALSE(widensExactly(Format::Integer, Format::Binary64));
  CHECK_FALSE(widensExactly(Format::Binary32, Format::Integer));
  CHECK_FALSE(widensExactly(Format::Unknown, Format::Unknown));
  CHECK_FALSE(widensExactly(Format::Dependent, Format::Binary64));
}

TEST_CASE("names are read back") {
  for (unsigned index = 0; index <= static_cast<unsigned>(Format::Binary128); ++index) {
    const auto format = static_cast<Format>(index);
    CHECK(parse(name(format)) == format);
  }
  CHECK(parse("half") == Format::Binary16);
  CHECK(parse("float") == Format::Binary32);
  CHECK(parse("double") == Format::Binary64);
  CHECK(parse("long double") == Format::X87Extended);
  CHECK_FALSE(parse("binary17").has_value());
}

TEST_CASE("which formats round and which are narrow") {
  CHECK(isFloatingPoint(Format::Dependent));
  CHECK(isFloatingPoint(Format::E4M3FN));
  CHECK_FALSE(isFloatingPoint(Format::Integer));
  CHECK_FALSE(isFloatingPoint(Format::Unknown));
  CHECK(isNarrow(Format::Tf32));
  CHECK(isNarrow(Format::Binary16));
  CHECK_FALSE(isNarrow(Format::Binary32));
  CHECK_FALSE(isNarrow(Format::Dependent));
}
