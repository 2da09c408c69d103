#include "analyzer/check/scripts.h"

#include "analyzer/check/input_file.h"
#include "analyzer/check/messages.h"
#include "analyzer/findings/input_text.h"
#include "analyzer/frontend/dump.h"
#include "analyzer/python/interpreter.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::check {

std::vector<std::string> takeScripts(std::vector<std::string> &sources) {
  std::vector<std::string> scripts;
  llvm::copy_if(sources, std::back_inserter(scripts), [](const std::string &name) { return python::isScriptName(name); });
  llvm::erase_if(sources, [](const std::string &name) { return python::isScriptName(name); });
  return scripts;
}

python::Options scriptOptions(const Options &options, const Profile *profile) {
  python::Options reading;
  reading.interpreter = options.references.scripts.interpreter;
  reading.profile = options.references.scripts.profile;
  if (profile && profile->models)
    reading.models = profile->models;
  return reading;
}

bool handleScripts(const std::vector<std::string> &scripts, const Options &options, const Profile *profile,
                   const std::function<void(const std::string &, const std::string &)> &fail) {
  const python::Options reading = scriptOptions(options, profile);
  for (const std::string &script : scripts) {
    if (!options.dumpGraph) {
      fail(script, "is a Python script, which is no source to check but a reference: --dump-graph prints its graphs");
      continue;
    }
    const auto buffer = findings::inputBuffer(script, file::Limit::SourceFile);
    if (!buffer) {
      fail(script, inputFileProblem(script).value_or("cannot be read"));
      continue;
    }
    llvm::Expected<python::ScriptSummary> summary =
        python::translate(script, (*buffer)->getBuffer(), reading, [](order::Procedure &&procedure) { print(frontend::dump(procedure)); });
    if (summary) {
      if (options.coverage)
        notice(script + ": " + std::to_string(summary->understood) + " of " + std::to_string(summary->assignments) +
               " assignments of what is returned, stored or saved were understood");
      continue;
    }
    bool missing = false;
    llvm::Error rest = llvm::handleErrors(summary.takeError(), [&](const python::InterpreterMissing &problem) {
      std::string text;
      llvm::raw_string_ostream stream(text);
      problem.log(stream);
      reportError(text);
      missing = true;
    });
    if (missing)
      return false;
    fail(script, llvm::toString(std::move(rest)));
  }
  return true;
}

} // namespace fporder::check
