#include "analyzer/check/reference_options.h"

#include "analyzer/python/translate.h"
#include "runtime/conform/profile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <vector>

namespace fporder::check {

namespace cl = llvm::cl;

namespace {

/// "cpu, cuda, ...": platforms that --platform may name.
const std::string &platformNames() {
  static const std::string names = [] {
    std::string text;
    for (const conform::Profile &profile : conform::profiles())
      if (profile.name != "formula")
        text += (text.empty() ? "" : ", ") + std::string(profile.name);
    return text;
  }();
  return names;
}

/// "Whose arithmetic ...": --help keeps a reference to it.
const std::string &platformDescription() {
  static const std::string text = "Whose arithmetic the sources are for, with --reference: " + platformNames() + " (default: by their languages)";
  return text;
}

/// "Order in which ...: numpy-1, ...": of the profiles built in; --help keeps a reference to it.
const std::string &profileDescription() {
  static const std::string text =
      "Version of the library whose order a Python script is read in: " + llvm::join(python::profiles(*models::Models::builtIn()), ", ") +
      " (default: that of --reference-platform, else the newest on a CPU)";
  return text;
}

} // namespace

ReferenceFlags::ReferenceFlags(cl::OptionCategory &category)
    : reference(
          "reference",
          cl::desc("Compare the sources' functions with this reference: a source or Python script, one and a function of it, a directory with one "
                   "for each source, of the same name but for its suffix, or a formula; another order or formula is a warning"),
          cl::value_desc("file[:function]"), cl::cat(category)),
      platform("platform", cl::desc(platformDescription()), cl::value_desc("name"), cl::cat(category)),
      referencePlatform("reference-platform", cl::desc("The same of the reference"), cl::value_desc("name"), cl::cat(category)),
      selfConsistency("self-consistency", cl::desc("Compare functions that compute the same, or whose names say so, with each other"),
                      cl::cat(category)),
      describe("describe", cl::desc("Print what each function computes, in which order and formats"), cl::cat(category)),
      python("python", cl::desc("Program that reads Python scripts, run isolated and never on the script's own code (default: /usr/bin/python3)"),
             cl::value_desc("path"), cl::cat(category)),
      referenceProfile("reference-profile", cl::desc(profileDescription()), cl::value_desc("name"), cl::cat(category)) {}

std::optional<std::string> ReferenceFlags::convert(ReferenceSettings &settings) const {
  settings.reference = reference;
  settings.platform = platform;
  settings.referencePlatform = referencePlatform;
  settings.selfConsistency = selfConsistency;
  settings.describe = describe;
  settings.scripts.interpreter = python;
  settings.scripts.profile = referenceProfile;
  if (reference.getNumOccurrences() && settings.reference.empty())
    return "--reference needs a file, a file and a function, a directory, or a formula";
  for (const std::string &name : {settings.platform, settings.referencePlatform})
    if (!name.empty() && (name == "formula" || !conform::findProfile(name)))
      return "unknown platform '" + name + "': known are " + platformNames();
  if (python.getNumOccurrences() && !llvm::StringRef(settings.scripts.interpreter).contains('/'))
    return "invalid value '" + settings.scripts.interpreter + "' for --python: expected a path such as /usr/bin/python3";
  const std::vector<std::string> known = python::profiles(*models::Models::builtIn());
  if (referenceProfile.getNumOccurrences() && !llvm::is_contained(known, settings.scripts.profile))
    return "unknown profile '" + settings.scripts.profile + "' for --reference-profile: known are " + llvm::join(known, ", ");
  return std::nullopt;
}

} // namespace fporder::check
