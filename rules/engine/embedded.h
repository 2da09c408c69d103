// What the build embeds of rules/*/*: the documents' texts and the entry points of the rules that have a rule.cpp. Written by embed_main.cpp.
#pragma once

#include "rules/engine/hook.h"

#include <span>
#include <string_view>

namespace fporder::rules {

struct EmbeddedRule {
  std::string_view family; // the folder names
  std::string_view slug;
  std::string_view file; // "rules/FAMILY/SLUG/rule.md", for messages
  std::string_view text;
  Hook hook; // null without a rule.cpp
};

std::span<const EmbeddedRule> embeddedRules();

} // namespace fporder::rules
