// What the graph says of CUDA kernels is what a GPU computes: the random kernels of test/gpu, whose outputs a GPU left there, without contraction and
// with the compiler's own. No GPU is needed. With contraction a compiler may choose which products are fused: a GPU's bits are then those of one
// choice for all outputs of a store, as a rule the one that evaluation assumes.
#include "test/gpu/inputs.h"
#include "test/unit/analyzer/executed/gpu_claims.h"
#include "test/unit/analyzer/executed/gpu_contractions.h"
#include "test/unit/analyzer/frontend/accelerators/cuda_source.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

using namespace fporder;

namespace {

constexpr std::uint64_t mostChoices = 4096;

struct Tally {
  unsigned kernels = 0, kernelsClaimed = 0, agree = 0, otherChoice = 0, different = 0, unknown = 0;
  std::map<std::string, unsigned> reasons;
  unsigned claimed() const { return agree + otherChoice + different; }
  unsigned asked() const { return claimed() + unknown; }
  void add(const Tally &other) {
    kernels += other.kernels;
    kernelsClaimed += other.kernelsClaimed;
    agree += other.agree;
    otherChoice += other.otherChoice;
    different += other.different;
    unknown += other.unknown;
    for (const auto &[why, count] : other.reasons)
      reasons[why] += count;
  }
};

/// The outputs of one store that are claimed and were kept: threads, and what the GPU has.
struct Compared {
  std::vector<unsigned> threads;
  std::vector<std::uint64_t> bits;
};

/// Whether one choice of contractions under `root` gives all of these bits.
bool isOfOneChoice(const order::Graph &of, order::NodeId root, const Compared &compared, const test::GpuLaunch &launch) {
  const test::Contractions contractions(of, root);
  for (std::uint64_t choice = 0; choice < contractions.count(mostChoices); ++choice) {
    order::Graph graph;
    const order::NodeId value = contractions.chosen(choice, graph);
    bool same = true;
    for (std::size_t k = 0; same && k < compared.threads.size(); ++k) {
      const auto said = test::gpuValues(graph, value, launch, {compared.threads[k]}).front();
      same = said && test::sameGpuBits(launch.format, *said, compared.bits[k]);
    }
    if (same)
      return true;
  }
  return false;
}

/// The same, a loop being written out or not.
bool isOfOneChoice(const test::GpuStore &store, const Compared &compared, const test::GpuLaunch &launch) {
  order::Graph longer;
  const order::NodeId root = test::writtenOut(store.graph, store.value, longer);
  return isOfOneChoice(store.graph, store.value, compared, launch) || isOfOneChoice(longer, root, compared, launch);
}

std::string shown(format::Format format, std::uint64_t bits) {
  char text[64];
  std::snprintf(text, sizeof text, "%llx (%a)", static_cast<unsigned long long>(bits), format::decode(format, bits));
  return text;
}

/// One kernel's outputs against its graph.
class Comparison {
public:
  Comparison(const order::Procedure &procedure, const test::GpuLaunch &how, const std::map<unsigned, std::uint64_t> &outputs, bool isContracted)
      : launch(how), right(outputs), stores(test::gpuStores(procedure)), contracted(isContracted) {}

  Tally tally() {
    const test::GpuClaims claims = test::gpuClaims(stores, launch);
    for (const auto &[place, bits] : right) {
      const auto found = claims.outputs.find(place);
      const std::string why = !claims.withheld.empty()        ? claims.withheld
                              : found == claims.outputs.end() ? "no store to it is seen"
                                                              : found->second.withheld;
      if (!why.empty()) {
        ++result.unknown;
        ++result.reasons[why];
        continue;
      }
      compared[found->second.store].threads.push_back(found->second.thread);
      compared[found->second.store].bits.push_back(bits);
      judge(place, found->second, bits);
    }
    for (const auto &[store, places] : differing)
      settle(store, places);
    untouched(claims);
    result.kernels = 1;
    result.kernelsClaimed = result.claimed() != 0;
    return result;
  }

private:
  void judge(unsigned place, const test::GpuClaim &claim, std::uint64_t bits) {
    if (test::sameGpuBits(launch.format, claim.bits, bits)) {
      ++result.agree;
      return;
    }
    differing[claim.store].push_back("out[" + std::to_string(place) + "] of thread " + std::to_string(claim.thread) + " is " +
                                     shown(launch.format, bits) + ", the graph says " + shown(launch.format, claim.bits));
  }

  void settle(std::size_t store, const std::vector<std::string> &places) {
    const auto count = static_cast<unsigned>(places.size());
    if (contracted && isOfOneChoice(stores[store], compared[store], launch)) {
      result.otherChoice += count;
      return;
    }
    result.different += count;
    MESSAGE(launch.kernel << " (" << launch.group << ", " << launch.form << "), " << options() << ": " << count << " outputs of "
                          << compared[store].threads.size() << " differ; " << places.front() << "\n  " << stores[store].expression);
  }

  /// What the graph says is stored and the GPU has not.
  void untouched(const test::GpuClaims &claims) {
    for (unsigned k = 0; k < std::min(launch.outputs, gpu::mostKept); ++k) {
      const unsigned place = gpu::keptIndex(k, launch.outputs);
      if (right.contains(place) || !claims.withheld.empty() || !claims.outputs.contains(place))
        continue;
      ++result.different;
      MESSAGE(launch.kernel << ", " << options() << ": nothing is stored to out[" << place << "]");
    }
  }

  std::string options() const { return contracted ? "with contraction" : "without contraction"; }

  const test::GpuLaunch &launch;
  const std::map<unsigned, std::uint64_t> &right;
  std::vector<test::GpuStore> stores;
  bool contracted;
  std::map<std::size_t, Compared> compared;
  std::map<std::size_t, std::vector<std::string>> differing;
  Tally result;
};

std::string row(const std::string &name, const Tally &tally) {
  char text[200];
  std::snprintf(text, sizeof text, "%-34s %7u %8u %8u %8u %8u %9u %8u %6.1f %%\n", name.c_str(), tally.kernels, tally.kernelsClaimed, tally.asked(),
                tally.agree, tally.otherChoice, tally.different, tally.unknown, tally.asked() ? 100.0 * tally.claimed() / tally.asked() : 0.0);
  return text;
}

std::string table(const std::map<std::string, Tally> &forms, const std::map<std::string, Tally> &groups, const Tally &all) {
  std::string text = "                                   kernels  claimed  outputs    agree  another different  unknown  claimed\n";
  for (const auto &[name, tally] : forms)
    text += row("  " + name, tally);
  for (const auto &[name, tally] : groups)
    text += row(name, tally);
  text += row("all", all);
  for (const auto &[why, count] : all.reasons)
    text += std::to_string(count) + " unknown: " + why + "\n";
  return text;
}

void compareAll(bool contracted) {
  const std::vector<test::GpuLaunch> launches = test::gpuLaunches();
  REQUIRE(launches.size() == 300);
  const test::GpuOutputs outputs = test::gpuOutputs(launches, contracted);
  std::map<std::string, Tally> forms, groups;
  Tally all;
  for (const std::string group : {"elementwise", "block", "warp", "narrow"}) {
    const test::TranslatedCuda translated(test::gpuSource(group), {contracted ? "--fmad=true" : "--fmad=false"});
    REQUIRE(translated.parsed.errors == 0);
    for (const test::GpuLaunch &launch : launches)
      if (launch.group == group) {
        const Tally tally = Comparison(translated.procedure(launch.kernel), launch, outputs.at(launch.kernel), contracted).tally();
        forms[group + ": " + launch.form].add(tally);
        groups[group].add(tally);
        all.add(tally);
      }
  }
  MESSAGE(table(forms, groups, all));
  CHECK(all.different == 0);
  CHECK(all.agree > 100 * all.otherChoice);
  // Sums that round otherwise than to nearest have no model; they are a tenth of the outputs.
  CHECK(100 * groups["elementwise"].claimed() >= 85 * groups["elementwise"].asked());
  CHECK(100 * groups["narrow"].claimed() >= 90 * groups["narrow"].asked());
  CHECK(10 * groups["warp"].claimed() >= 4 * groups["warp"].asked());
}

} // namespace

TEST_CASE("what the graph says of CUDA kernels is what a GPU computes, without contraction") { compareAll(false); }

TEST_CASE("what the graph says of CUDA kernels is what a GPU computes, with contraction") { compareAll(true); }
