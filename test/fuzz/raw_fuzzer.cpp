// A line of text, then elements: the line as the specification of a data file (dtype, shape, name), the rest as its bytes. Also as the other texts
// that name data: ranges, distributions, --data.
#include "runtime/data/data_spec.h"
#include "runtime/data/distribution.h"
#include "runtime/data/raw.h"
#include "tensor_reads.h"

#include <cstring>

using namespace fporder::data;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  const std::size_t end = std::min(text.find('\n'), size);
  const std::string line(text.substr(0, std::min<std::size_t>(end, 200)));
  std::vector<std::byte> bytes(size - end);
  if (!bytes.empty())
    std::memcpy(bytes.data(), data + end, bytes.size());
  const auto given = parseTypeText(line);
  AssumedType assumed;
  std::optional<Shape> shape;
  if (given) {
    assumed = {given->type, true};
    shape = given->shape;
  }
  const bool plain = line.find_first_of(std::string_view("/\0", 2)) == std::string::npos;
  const auto tensor = readRaw(inMemory(std::move(bytes)), plain ? "none-" + line + ".bin" : "x.bin", assumed, shape);
  if (tensor)
    checkTensor(*tensor);
  else if (tensor.error().message.empty())
    std::abort();
  if (const auto spec = parseDataSpec(line); !spec && spec.error().message.empty())
    std::abort();
  for (const auto &parsed : {parseRange(line), parseDistribution(line)})
    if (parsed && !describe(parsed->distribution).empty() && std::isnan(Sampler(parsed->distribution, 1, parsed->name)(0)))
      std::abort();
  return 0;
}
