#include "test/unit/analyzer/executed/gpu_kernels.h"

#include "test/gpu/inputs.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace fporder::test {

namespace {

std::ifstream opened(const std::string &name) {
  std::ifstream file(FPORDER_SOURCE_DIR "/test/gpu/" + name);
  if (!file)
    throw std::runtime_error("cannot read test/gpu/" + name);
  return file;
}

std::uint64_t untouchedBits(format::Format format) {
  std::uint64_t bits = 0;
  std::memset(&bits, gpu::untouched, format == format::Format::Binary64 ? 8 : format::isNarrow(format) ? 2 : 4);
  return bits;
}

} // namespace

std::vector<GpuLaunch> gpuLaunches() {
  static const std::regex row(R"re(LAUNCH\((k(\d+)), (\w+), "(.*)", (\d+), (\d+), (\d+), (\w+), (\d+)\))re");
  static const std::map<std::string, format::Format> formats = {{"double", format::Format::Binary64},
                                                                {"float", format::Format::Binary32},
                                                                {"__half", format::Format::Binary16},
                                                                {"__nv_bfloat16", format::Format::BFloat16}};
  std::vector<GpuLaunch> launches;
  std::ifstream file = opened("launches.inc");
  for (std::string line; std::getline(file, line);) {
    std::smatch found;
    if (!std::regex_match(line, found, row))
      continue;
    const auto number = [&](std::size_t group) { return static_cast<unsigned>(std::stoul(found[group])); };
    const format::Format format = formats.at(found[8]);
    launches.push_back({found[1], found[3], found[4], number(2), number(5), number(6), number(7), format, static_cast<int>(number(9))});
  }
  return launches;
}

std::string gpuSource(const std::string &group) {
  std::ifstream file = opened(group + ".cu");
  return {std::istreambuf_iterator<char>(file), {}};
}

GpuOutputs gpuOutputs(const std::vector<GpuLaunch> &launches, bool contracted) {
  GpuOutputs all;
  std::ifstream file = opened(contracted ? "outputs_fmad_true.txt" : "outputs_fmad_false.txt");
  for (const GpuLaunch &launch : launches) {
    std::string line, name, bits;
    std::getline(file, line);
    std::istringstream words(line);
    if (!(words >> name) || name != launch.kernel)
      throw std::runtime_error("no outputs of " + launch.kernel);
    for (unsigned k = 0; words >> bits; ++k)
      if (const std::uint64_t value = std::stoull(bits, nullptr, 16); value != untouchedBits(launch.format))
        all[name][gpu::keptIndex(k, launch.outputs)] = value;
  }
  return all;
}

} // namespace fporder::test
