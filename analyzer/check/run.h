// One run of fporder-check: from options to printed findings and an exit status.
#pragma once

#include "analyzer/check/options.h"

namespace fporder::check {

ExitStatus run(const Options &options);

} // namespace fporder::check
