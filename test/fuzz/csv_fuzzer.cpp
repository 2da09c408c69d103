// Any bytes as a .csv file: tensors of equal length, or an error with a message; in binary32 the same verdict on the text's form.
#include "runtime/data/csv.h"
#include "tensor_reads.h"

#include <cstring>

using namespace fporder;
using namespace fporder::data;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  std::vector<std::byte> bytes(size);
  if (size != 0)
    std::memcpy(bytes.data(), data, size);
  const Bytes storage = inMemory(std::move(bytes));
  const auto wide = readCsv(storage, "x.csv", "x");
  const auto single = readCsv(storage, "x.csv", "x", format::Format::Binary32);
  if (!wide && wide.error().message.empty())
    std::abort();
  if (single && (!wide || wide->size() != single->size()))
    std::abort(); // whatever fits into binary32 fits into binary64
  if (wide)
    for (const Tensor &tensor : *wide) {
      checkTensor(tensor);
      if (tensor.shape[0] != wide->front().shape[0])
        std::abort();
    }
  return 0;
}
