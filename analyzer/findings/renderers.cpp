#include "analyzer/findings/render.h"

namespace fporder::findings {

// formats.def holds FPORDER_FORMAT(NAME) for each formats/NAME.cpp; the build writes it.
#define FPORDER_FORMAT(name) extern const Renderer name##Renderer;
#include "formats.def"
#undef FPORDER_FORMAT

std::span<const Renderer *const> renderers() {
  static constexpr const Renderer *all[] = {
#define FPORDER_FORMAT(name) &name##Renderer,
#include "formats.def"
#undef FPORDER_FORMAT
  };
  return all;
}

const Renderer *findRenderer(std::string_view name) {
  for (const Renderer *renderer : renderers())
    if (renderer->name == name)
      return renderer;
  return nullptr;
}

} // namespace fporder::findings
