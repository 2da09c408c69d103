// Tensors from a file or a folder, whatever the container: .npy and .npz by their first bytes, .csv, .txt and .tsv by their names, everything else as
// raw elements whose type and shape the caller, a sidecar or the file's name gives.
#pragma once

#include "runtime/data/npy.h"

namespace fporder::data {

struct ReadOptions {
  AssumedType assumed;        // for raw files, and for what an .npy file leaves open
  std::optional<Shape> shape; // for raw files; one extent may be inferred. For others: must be the shape that they have
};

/// Every tensor of one file; ARCHIVE.npz/NAME reads one member. A raw file's type is, in this order: what the options insist on; the sidecar
/// FILE.dtype, a line "dtype[:shape]" ("float16:32x1024"); the file's name, as in "x_float16_32x1024.bin"; what the options assume; float32. All but
/// the first are noted in the tensor. The tensor's name is the file's without folder, suffix, and the parts of the name that gave type and shape.
Result<std::vector<Tensor>> readFile(const std::string &path, const ReadOptions &options = {});

struct Folder {
  std::vector<Tensor> tensors; // by file name
  std::vector<std::string> notes;
};

/// Every .bin, .npy, .npz and .csv file of a folder such as a kernel test's input/. A prefix "input_" or "output_" (or "golden_") common to the
/// kernel samples is taken off the names unless that makes two alike. Other files are named in the notes. Errors: no such folder, no data file in it,
/// a file that cannot be read, two tensors of one name.
Result<Folder> readFolder(const std::string &path, const ReadOptions &options = {});

} // namespace fporder::data
