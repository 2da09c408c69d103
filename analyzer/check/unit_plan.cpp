#include "analyzer/check/unit_plan.h"
#include "analyzer/findings/resolved_path.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fporder::check {
namespace {

std::string absolutePath(llvm::StringRef workingDirectory, llvm::StringRef file) {
  llvm::SmallString<256> full;
  if (!llvm::sys::path::is_absolute(file))
    full = workingDirectory;
  llvm::sys::path::append(full, file);
  llvm::sys::path::remove_dots(full, /*remove_dot_dot=*/false);
  return std::string(full);
}

} // namespace

bool UnitPlanner::addUnit(UnitPlan &plan, const std::string &source, CompileCommand command, const std::string &profileName) {
  const Profile *profile = profiles.forSource(absolutePath(workingDirectory, source));
  if (profile)
    add(plan, source, std::move(command), profileName, *profile);
  return profile != nullptr;
}

void UnitPlanner::add(UnitPlan &plan, const std::string &source, CompileCommand command, const std::string &profileName, const Profile &profile) {
  plan.failOn[source] = profile.config.failOn.value_or(options.asTidy ? findings::FailOn::Never : findings::FailOn::Warning);
  plan.units.push_back({source,
                        std::move(command),
                        &profile.rules,
                        profile.config.severities,
                        &profile.filter,
                        profile.models,
                        profile.setting,
                        caches.forConfig(profile.config),
                        profileName,
                        profile.config.imageStorage.value_or(format::Format::Unknown),
                        profile.config.mayAlias.value_or(false),
                        {profile.config.level.value_or(rules::Severity::Remark), options.measure.seed, nullptr, nullptr, options.measure.functions}});
}

void UnitPlanner::addUnits(UnitPlan &plan, const std::string &source, CompileCommands &commands) {
  const std::string path = absolutePath(workingDirectory, source);
  const Profile *profile = profiles.forSource(path);
  if (!profile) {
    plan.faulty = true;
    return;
  }
  llvm::Expected<std::vector<CompileCommand>> found = commands.commandsFor(path);
  if (!found) {
    if (std::string message = llvm::toString(found.takeError()); !message.empty()) {
      reportError(message);
      plan.problems.push_back(std::move(message));
    }
    plan.faulty = true;
    return;
  }
  for (CompileCommand &command : *found) {
    // Before the final "--" and the source.
    command.arguments.insert(command.arguments.end() - 2, profile->config.extraArgs.begin(), profile->config.extraArgs.end());
    add(plan, source, command, "", *profile);
    for (const auto &[name, flags] : profile->config.profiles) {
      CompileCommand own = command;
      own.arguments.insert(own.arguments.end() - 2, flags.begin(), flags.end());
      add(plan, source, std::move(own), name, *profile);
    }
  }
}

UnitPlan UnitPlanner::plan(const std::vector<std::string> &sourceNames, CompileCommands &commands) {
  UnitPlan plan;
  llvm::StringSet<> seen;
  for (const std::string &source : sourceNames) {
    if (!seen.insert(findings::resolvedPath(source)).second)
      continue; // the same file again, perhaps by another name
    plan.sources.push_back({source, inputFileProblem(source).value_or("")});
    if (plan.sources.back().problem.empty())
      addUnits(plan, source, commands);
  }
  return plan;
}

} // namespace fporder::check
