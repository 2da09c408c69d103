// The random CUDA kernels of test/gpu, how they were launched, and the bits that a GPU computed.
#pragma once

#include "runtime/format/format.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fporder::test {

struct GpuLaunch {
  std::string kernel; // k012
  std::string group;  // elementwise, block, warp, narrow
  std::string form;
  unsigned number = 0, blocks = 0, threads = 0, outputs = 0;
  format::Format format = format::Format::Binary32; // of an output
  int n = 0;                                        // the parameter n
};

/// In the order of their numbers. Throws std::runtime_error where the file cannot be read.
std::vector<GpuLaunch> gpuLaunches();

/// The kernels' source, for one group of them.
std::string gpuSource(const std::string &group);

/// Output bits by kernel, then by the place in the output. What no thread has stored to is left out.
using GpuOutputs = std::map<std::string, std::map<unsigned, std::uint64_t>>;
GpuOutputs gpuOutputs(const std::vector<GpuLaunch> &launches, bool contracted);

} // namespace fporder::test
