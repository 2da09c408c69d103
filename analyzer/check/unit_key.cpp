#include "analyzer/check/unit_key.h"

#include <cstdlib>

namespace fporder::check {
namespace {

/// What Clang's driver takes from the environment when it looks for headers and flags.
constexpr const char *variables[] = {"CPATH",         "C_INCLUDE_PATH",  "CPLUS_INCLUDE_PATH", "CCC_OVERRIDE_OPTIONS",
                                     "COMPILER_PATH", "GCC_EXEC_PREFIX", "LIBRARY_PATH",       "SDKROOT",
                                     "CUDA_PATH",     "CUDA_HOME",       "HIP_PATH",           "ROCM_PATH",
                                     "HOME",          "XDG_CONFIG_HOME"};

} // namespace

std::string unitKey(const AnalysisUnit &unit, const AnalysisSettings &settings) {
  std::string key;
  const auto add = [&](const std::string &part) { (key += std::to_string(part.size()) + ':') += part; };
  add(programIdentity());
  add(settings.resourceDirectory);
  add(settings.buildSteps ? "steps" : "");
  add(settings.buildFixes ? "fixes" : "");
  add(unit.setting);
  add(unit.displayName);
  add(unit.command.directory);
  add(unit.command.source);
  add(std::to_string(unit.command.arguments.size()));
  for (const std::string &argument : unit.command.arguments)
    add(argument);
  for (const char *variable : variables) {
    const char *value = std::getenv(variable);
    add(value ? value : "");
  }
  return key;
}

} // namespace fporder::check
