// The text of --data: which file holds the values of which parameter.
#pragma once

#include "runtime/data/data_file.h"

namespace fporder::data {

/// [FUNCTION.]NAME=FILE[:dtype[:shape]], as in "w=weights.bin:float16:32x1024", "adam.lr=lr.npy", "ns::step.v=run.npz/v".
struct DataSpec {
  std::string function; // empty: any function
  std::string name;
  std::string file;
  ReadOptions options; // `insist` is set where a dtype is given

  /// FUNCTION.NAME as written: also a member of an object, which only the reader of a program can tell.
  std::string qualifiedName() const { return function.empty() ? name : function + "." + name; }
};

/// The error repeats the text and says which part is not understood. The part after a colon belongs to the file when a file of the whole name exists.
Result<DataSpec> parseDataSpec(std::string_view text);

/// FILE[:dtype[:shape]] alone.
Result<DataSpec> parseFileSpec(std::string_view text);

/// The one tensor that a spec names: the file's only one, or the one called NAME among several. Its name becomes the spec's.
Result<Tensor> readSpec(const DataSpec &spec);

} // namespace fporder::data
