#include "test/unit/analyzer/executed/loop_classes.h"

namespace fporder::test {

const std::vector<LoopClass> &loopClasses() {
  static const std::vector<LoopClass> all = {
      {"sum", classes::sum},
      {"nest", classes::nest},
      {"several accumulators", classes::severalAccumulators},
      {"several additions", classes::severalAdditions},
      {"unrolled", classes::unrolled},
      {"tiled", classes::tiled},
      {"strided", classes::strided},
      {"triangular", classes::triangular},
      {"window", classes::window},
      {"backwards", classes::backwards},
      {"dot products", classes::dots},
      {"matrix and vector", classes::matrixVector},
      {"while", classes::whileLoop},
      {"do", classes::doLoop},
      {"break", classes::breaks},
      {"continue", classes::continues},
      {"early return", classes::earlyReturn},
      {"guards", classes::guards},
      {"early out", classes::earlyOut},
      {"ternaries", classes::ternaries},
      {"carried values", classes::carried},
      {"array of accumulators", classes::arrayOfAccumulators},
      {"partial sums", classes::partialSums},
      {"compensated", classes::compensated},
      {"products and extremes", classes::extremes},
      {"stencil", classes::stencil},
      {"fma", classes::fused},
      {"casts", classes::casts},
      {"helpers", classes::helperFunctions},
      {"structs", classes::structs},
      {"pointers", classes::pointers},
      {"gathered", classes::gathered},
      {"pointer casts", classes::pointerCasts},
      {"integers", classes::integers},
      {"generators", classes::generators},
      {"steps", classes::steps},
  };
  return all;
}

} // namespace fporder::test
