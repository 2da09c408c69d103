// Orders of operations as trees in the HTML report: see html_plots.h.
#pragma once

#include "runtime/conform/pair_trees.h"

#include <string>
#include <vector>

namespace fporder::findings {

/// The tree, operations numbered as they run, what differs marked; empty for fewer than three nodes. `title`: what it is, for who does not see it.
std::string treePicture(const std::vector<conform::MarkedNode> &tree, const std::string &title);

} // namespace fporder::findings
