// Python scripts among the sources of a run: they are references, and only looked at by --dump-graph.
#pragma once

#include "analyzer/check/configuration.h"
#include "analyzer/check/options.h"
#include "analyzer/python/translate.h"

#include <functional>
#include <string>
#include <vector>

namespace fporder::check {

/// What scripts are read by.
python::Options scriptOptions(const Options &options, const Profile *profile);

/// Takes the names of Python scripts out of `sources`.
std::vector<std::string> takeScripts(std::vector<std::string> &sources);

/// Prints the graphs of `scripts` (--dump-graph), else says of each that it is no source to check. `fail(script, reason)` is told of those that
/// cannot be read. False where no interpreter can be run: that has been printed.
bool handleScripts(const std::vector<std::string> &scripts, const Options &options, const Profile *profile,
                   const std::function<void(const std::string &, const std::string &)> &fail);

} // namespace fporder::check
