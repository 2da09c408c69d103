#include "runtime/shadow/program/trees.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace fporder::program {

namespace {

/// FPCore's name of an operation; empty: none.
std::string_view wordOf(const SiteDescription &site) {
  switch (site.action) {
  case Action::Add:
    return "+";
  case Action::Subtract:
    return "-";
  case Action::Multiply:
    return "*";
  case Action::Divide:
    return "/";
  case Action::Fma:
    return "fma";
  case Action::Conversion:
    return "cast";
  case Action::Function: {
    const std::string_view name = site.operation;
    return name == "rint" || name == "roundeven" ? "nearbyint" : name;
  }
  default:
    return {};
  }
}

const char *formatName(SiteFormat format) { return shadowing::precisionOf(static_cast<shadowing::Format>(format)).name; }

/// Every double, exactly.
std::string numberText(double value) {
  char text[64];
  std::snprintf(text, sizeof text, value == std::trunc(value) && std::fabs(value) < 1e15 ? "%.0f" : "%a", value);
  return text;
}

/// Which sites another operation of the chunk takes, and how often.
std::vector<unsigned> usesOf(std::span<const SiteDescription> sites) {
  std::vector<unsigned> uses(sites.size());
  for (const SiteDescription &site : sites)
    if (!wordOf(site).empty())
      for (unsigned operand = 0; operand < site.operandCount; ++operand)
        if (site.origin[operand] >= 0)
          ++uses[static_cast<std::size_t>(site.origin[operand])];
  return uses;
}

/// Writes one expression. A value that is taken more than once is bound by a let*.
class TreeWriter {
public:
  TreeWriter(std::span<const SiteDescription> ofSites, std::span<const shadowing::SiteId> ofIds, const Entry *ofEntries)
      : sites(ofSites), ids(ofIds), entries(ofEntries) {}

  ChunkTree write(std::uint32_t root) {
    result.root = root;
    collect(root);
    findLeafFormats();
    std::vector<unsigned> uses(sites.size());
    for (const std::uint32_t site : operations)
      for (unsigned operand = 0; operand < sites[site].operandCount; ++operand)
        if (sites[site].origin[operand] >= 0)
          ++uses[static_cast<std::size_t>(sites[site].origin[operand])];
    std::string bindings;
    for (const std::uint32_t site : operations) // each behind its operands
      if (site != root && uses[site] > 1) {
        const std::string text = operation(site);
        names[site] = "t" + std::to_string(names.size() + 1);
        bindings += (bindings.empty() ? "[" : " [") + names[site] + " " + text + "]";
      }
    std::string body = operation(root);
    if (!bindings.empty())
      body = "(let* (" + bindings + ") " + body + ")";
    std::string arguments;
    std::vector<SiteFormat> formats(result.leaves.size());
    for (const auto &[origin, number] : leafNumbers)
      formats[number] = leafFormats.at(origin);
    for (std::size_t leaf = 0; leaf < result.leaves.size(); ++leaf)
      arguments +=
          (leaf == 0 ? "(! :precision " : " (! :precision ") + std::string(formatName(formats[leaf])) + " " + shadowing::leafName(leaf) + ")";
    result.tree = {ids[root], "(FPCore (" + arguments + ") " + body + ")", {}};
    for (const std::uint32_t site : operations)
      result.tree.operations.push_back(ids[site]);
    std::sort(result.tree.operations.begin(), result.tree.operations.end());
    result.tree.operations.erase(std::unique(result.tree.operations.begin(), result.tree.operations.end()), result.tree.operations.end());
    return std::move(result);
  }

  std::size_t operationCount() const { return operations.size(); }

private:
  /// The operations below, in the order in which they run.
  void collect(std::uint32_t root) {
    std::vector<bool> isWanted(sites.size());
    isWanted[root] = true;
    for (std::uint32_t site = root + 1; site-- > 0;) {
      if (!isWanted[site])
        continue;
      operations.push_back(site);
      for (unsigned operand = 0; operand < sites[site].operandCount; ++operand)
        if (sites[site].origin[operand] >= 0)
          isWanted[static_cast<std::size_t>(sites[site].origin[operand])] = true;
    }
    std::reverse(operations.begin(), operations.end());
  }

  /// Of a leaf the narrowest format that its uses show.
  void findLeafFormats() {
    for (const std::uint32_t site : operations)
      for (unsigned operand = 0; operand < sites[site].operandCount; ++operand)
        if (const Origin origin = sites[site].origin[operand]; origin < 0) {
          const SiteFormat format = sites[site].action == Action::Conversion ? SiteFormat::Binary64 : sites[site].format;
          SiteFormat &known = leafFormats.try_emplace(origin, format).first->second;
          known = std::min(known, format);
        }
  }

  std::string operation(std::uint32_t site) {
    const SiteDescription &description = sites[site];
    std::string text = "(! :precision " + std::string(formatName(description.format)) + " (" + std::string(wordOf(description));
    for (unsigned operand = 0; operand < description.operandCount; ++operand)
      text += " " + operandText(site, operand);
    return text + "))";
  }

  std::string operandText(std::uint32_t site, unsigned operand) {
    const SiteDescription &description = sites[site];
    const bool isNegated = (description.negated >> operand & 1) != 0;
    const double value = entries[site].value[operand];
    if ((description.constants >> operand & 1) != 0 && std::isfinite(value))
      return numberText(value);
    const Origin origin = description.origin[operand];
    std::string text;
    const SiteFormat format = origin < 0 ? leafFormats.at(origin) : sites[static_cast<std::size_t>(origin)].format;
    if (origin < 0)
      text = leaf(site, operand, isNegated);
    else if (const auto bound = names.find(static_cast<std::uint32_t>(origin)); bound != names.end())
      text = bound->second;
    else
      text = this->operation(static_cast<std::uint32_t>(origin));
    if (format != description.format && description.action != Action::Conversion)
      text = "(cast " + text + ")"; // widened
    return isNegated ? "(- " + text + ")" : text;
  }

  std::string leaf(std::uint32_t site, unsigned operand, bool isNegated) {
    const auto [known, isNew] = leafNumbers.try_emplace(sites[site].origin[operand], result.leaves.size());
    if (isNew)
      result.leaves.push_back({site, operand, isNegated});
    return shadowing::leafName(known->second);
  }

  std::span<const SiteDescription> sites;
  std::span<const shadowing::SiteId> ids;
  const Entry *entries;
  ChunkTree result;
  std::vector<std::uint32_t> operations;
  std::map<std::uint32_t, std::string> names; // of what a let* binds
  std::map<Origin, std::size_t> leafNumbers;
  std::map<Origin, SiteFormat> leafFormats;
};

} // namespace

std::vector<ChunkTree> treesOf(std::span<const SiteDescription> sites, std::span<const shadowing::SiteId> ids, const Entry *entries) {
  const std::vector<unsigned> uses = usesOf(sites);
  std::vector<ChunkTree> trees;
  for (std::uint32_t site = 0; site < sites.size(); ++site) {
    if (uses[site] != 0 || wordOf(sites[site]).empty())
      continue;
    TreeWriter writer(sites, ids, entries);
    ChunkTree tree = writer.write(site);
    if (writer.operationCount() > 1 && !tree.leaves.empty())
      trees.push_back(std::move(tree));
  }
  return trees;
}

shadowing::TreeSample::Leaves leavesOf(const ChunkTree &tree, const Entry *entries) {
  shadowing::TreeSample::Leaves leaves;
  for (const auto &[site, operand, isNegated] : tree.leaves)
    leaves.push_back(isNegated ? -entries[site].value[operand] : entries[site].value[operand]);
  return leaves;
}

} // namespace fporder::program
