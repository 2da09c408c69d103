// One run of fporder-check: from options to printed findings and an exit status.
#pragma once

#include "analyzer/check/options.h"

namespace fporder::check {

class MergedShards;

/// With `shards`, their units' results are taken from there. The process must end next.
ExitStatus run(const Options &options, const MergedShards *shards = nullptr);

} // namespace fporder::check
