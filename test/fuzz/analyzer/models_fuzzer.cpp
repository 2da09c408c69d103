// Any text as a document of call models: a vendor whose calls can be asked for, or mistakes with their places.
#include "analyzer/models/model.h"
#include "runtime/order/infix.h"

#include <cstdint>
#include <cstdlib>

using namespace fporder;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char *>(data), size);
  std::vector<rules::DocumentError> errors;
  const std::unique_ptr<models::Vendor> vendor = models::readVendor(text, "vendor.yaml", errors);
  if (!vendor) {
    if (errors.empty() || errors.front().message.empty() || errors.front().place.line == 0)
      std::abort();
    return 0;
  }
  vendor->appliesTo({"kernel.cpp", text, {"kernel_operator.h"}});
  static_cast<void>(vendor->declarations());
  for (const char *name : {"Add", "Muls", "_mm_add_ps"})
    for (const models::CallModel *call : vendor->find(name)) {
      call->takes(3);
      for (const models::Effect &effect : call->effects)
        if (effect.source == models::Effect::Source::Formula && order::printInfix(vendor->graph(), effect.formula).empty())
          std::abort();
    }
  return 0;
}
