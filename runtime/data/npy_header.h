// The header of an .npy file: a Python dictionary literal with the keys 'descr', 'fortran_order' and 'shape', each once, in any order.
#pragma once

#include "runtime/data/tensor.h"

namespace fporder::data {

struct NpyHeader {
  std::string descr; // as written; of a single unnamed field [('', '<V2')] that field's
  bool fortranOrder = false;
  Shape shape;
};

/// `offset` is where `text` starts in the file and is added to the offsets in messages. Records (lists of fields) are refused.
Result<NpyHeader> parseNpyHeader(std::string_view text, std::size_t offset);

} // namespace fporder::data
