#include "analyzer/check/unit_key.h"

#include "analyzer/check/driver_environment.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

#include <map>

namespace fporder::check {
namespace {

/// What "native" stands for on this machine; contraction depends on it. Empty where nothing asks for it.
std::string nativeProcessor(const std::vector<std::string> &arguments) {
  for (const llvm::StringRef argument : arguments)
    if (argument.contains("native")) { // -march=native, or its value apart
      std::string text = llvm::sys::getHostCPUName().str();
      const llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
      std::map<std::string, bool> sorted;
      for (const auto &feature : features)
        sorted[feature.getKey().str()] = feature.getValue();
      for (const auto &[name, present] : sorted)
        text += (present ? " +" : " -") + name;
      return text;
    }
  return "";
}

/// Where headers are looked up; empty where they are not.
std::string searchedProject(const AnalysisUnit &unit, const AnalysisSettings &settings) {
  if (!settings.projects || unit.command.fromDatabase)
    return "";
  const std::shared_ptr<const ProjectHeaders> project = settings.projects->around(unit.command.source);
  return project ? project->root() : "";
}

} // namespace

std::string unitKey(const AnalysisUnit &unit, const AnalysisSettings &settings) {
  std::string key;
  const auto add = [&](const std::string &part) { (key += std::to_string(part.size()) + ':') += part; };
  add(programIdentity());
  add(settings.resourceDirectory);
  add(settings.buildSteps ? "steps" : "");
  add(settings.buildFixes ? "fixes" : "");
  add(searchedProject(unit, settings));
  add(settings.repair ? "repair" : "");
  add(settings.wake ? "wake" : "");
  add(unit.command.fromDatabase ? "database" : "");
  add(unit.command.standardAssumed ? "standard" : "");
  add(unit.setting);
  add(unit.profile);
  add(std::string(format::name(unit.imageStorage)));
  add(unit.displayName);
  add(unit.command.directory);
  add(unit.command.source);
  add(std::to_string(unit.command.arguments.size()));
  for (const std::string &argument : unit.command.arguments)
    add(argument);
  add(nativeProcessor(unit.command.arguments));
  add(driverEnvironmentText());
  return key;
}

} // namespace fporder::check
