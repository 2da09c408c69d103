// Any bytes as an .npz archive: every member that is listed is a tensor or an error with a message.
#include "runtime/data/npz.h"
#include "tensor_reads.h"

#include <cstring>

using namespace fporder::data;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  std::vector<std::byte> bytes(size);
  if (size != 0)
    std::memcpy(bytes.data(), data, size);
  const Bytes storage = inMemory(std::move(bytes));
  const auto names = listNpz(storage, "x.npz");
  if (!names)
    return names.error().message.empty() ? std::abort(), 0 : 0;
  for (const std::string &name : *names) {
    const auto tensor = readNpzMember(storage, "x.npz", name);
    if (tensor)
      checkTensor(*tensor);
    else if (tensor.error().message.empty())
      std::abort();
  }
  return 0;
}
