// Any bytes as an .npy file: a tensor that can be read, or an error with a message.
#include "runtime/data/npy.h"
#include "tensor_reads.h"

#include <cstring>

using namespace fporder::data;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  std::vector<std::byte> bytes(size);
  if (size != 0)
    std::memcpy(bytes.data(), data, size);
  const Bytes storage = inMemory(std::move(bytes));
  for (const char *type : {"", "float8_e4m3fn", "float16"}) {
    const auto tensor = readNpy(storage, "x.npy", "x", {parseElementType(type), true});
    if (tensor)
      checkTensor(*tensor);
    else if (tensor.error().message.empty())
      std::abort();
  }
  return 0;
}
