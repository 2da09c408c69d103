// What the build embeds of analyzer/models/*.yaml. Written by embed_main.cpp.
#pragma once

#include <span>
#include <string_view>

namespace fporder::models {

struct EmbeddedModel {
  std::string_view file; // "analyzer/models/NAME.yaml", for messages
  std::string_view text;
};

std::span<const EmbeddedModel> embeddedModels();

} // namespace fporder::models
