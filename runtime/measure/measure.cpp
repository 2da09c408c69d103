#include "runtime/measure/measure.h"

#include "runtime/format/rounding.h"
#include "runtime/measure/in_order.h"
#include "runtime/measure/referenced.h"
#include "runtime/measure/search.h"
#include "runtime/measure/stage_block.h"
#include "runtime/measure/work.h"
#include "runtime/oracle/exact.h"
#include "runtime/oracle/ulp_error.h"

#include <algorithm>
#include <cmath>

namespace fporder::measure {

namespace {

constexpr std::size_t blockSize = 1024;      // samples at a time, when a sample has few values
constexpr std::size_t blockValues = 1 << 18; // values at a time
constexpr std::size_t blocksAChunk = 64;     // of one thread's turn, at most
constexpr double chunkOperations = 2e7;      // of one thread's turn, more or less
constexpr double pilotOperations = 1e8;      // spent on finding out how many samples MPFR has to decide
constexpr std::uint64_t pilotSamples = 256;
constexpr std::size_t largestPrintedLeaf = 8; // values of one leaf in a worst case
constexpr std::uint64_t fullRangeSamples = 20'000;
constexpr std::uint64_t mostSamples = 200'000'000; // unless more are asked for
constexpr std::string_view notMeasuredReason = "an integer wraps around, or is beyond its type's range or beyond 2^53";

format::Format workingFormat(const order::Graph &graph, order::NodeId node, const eval::EvaluationOptions &options) {
  const format::Format written = graph[node].type.format;
  return format::isHeldInDouble(written)                                              ? written
         : written == format::Format::Dependent || written == format::Format::Unknown ? options.dependentFormat
                                                                                      : format::Format::Binary64;
}

/// The two operands of the written ordering's consumer.
struct Addends {
  order::NodeId a, b;
};

/// What is measured, compiled: nothing in it changes while blocks are run.
class Engine {
public:
  Engine(const Subject &what, const Binding &values, const MeasureOptions &chosen)
      : subject(what), binding(values), resultFormat(workingFormat(what.graph, what.orderings[0].root, chosen.evaluation)),
        resultOracle(what.graph, what.orderings[0].root, resultFormat), evaluator(what.graph, rootsAndConditions(), chosen.evaluation) {
    if (subject.hasConsumer()) {
      consumerFormat = workingFormat(what.graph, what.orderings[0].consumed, chosen.evaluation);
      consumerOracle.emplace(what.graph, what.orderings[0].consumed, consumerFormat);
    }
  }

  std::string unsupported() const {
    if (!resultOracle.unsupported().empty())
      return resultOracle.unsupported();
    return evaluator.notEvaluated().empty() ? std::string() : evaluator.notEvaluated().front().why;
  }

  Measurement empty() const {
    Measurement measurement;
    measurement.result = emptyStage(resultFormat);
    if (consumerOracle)
      measurement.consumer = emptyStage(consumerFormat);
    return measurement;
  }

  double escalatedShare() const;
  void runBlock(Measurement &into, std::uint64_t first, std::size_t count) const;
  WorstCase worstCase(std::uint64_t sample, std::size_t ordering) const;

private:
  std::vector<order::NodeId> roots() const {
    std::vector<order::NodeId> nodes;
    for (const Ordering &ordering : subject.orderings)
      nodes.push_back(ordering.root);
    if (!subject.hasConsumer())
      return nodes;
    for (const Ordering &ordering : subject.orderings)
      nodes.push_back(ordering.consumed);
    for (const order::NodeId operand : subject.graph.operands(subject.orderings[0].consumed))
      nodes.push_back(operand);
    return nodes;
  }
  std::vector<order::NodeId> rootsAndConditions() const {
    std::vector<order::NodeId> nodes = roots();
    nodes.insert(nodes.end(), subject.conditions.begin(), subject.conditions.end());
    return nodes;
  }

  Stage emptyStage(format::Format format) const {
    Stage stage;
    stage.format = format;
    stage.orderings.resize(subject.orderings.size());
    return stage;
  }

  struct Values {
    std::vector<std::vector<double>> storage;      // by root
    std::vector<std::vector<std::uint8_t>> events; // by root; of operands of the consumer none
    std::vector<char> held;                        // samples of which all integers are the program's
    std::vector<char> reached;                     // of these, those that the program computes the expression with
    std::vector<char> usable;                      // of these, those whose inputs are finite
    std::vector<ComputedColumn> columns(std::size_t first, std::size_t count) const;
  };
  Values computed(std::uint64_t first, std::size_t count) const;
  void addAmplification(Measurement &into, const Values &values) const;

  const Subject &subject;
  const Binding &binding;
  format::Format resultFormat, consumerFormat = format::Format::Binary64;
  oracle::Oracle resultOracle;
  std::optional<oracle::Oracle> consumerOracle;
  eval::Evaluator evaluator;
};

std::vector<ComputedColumn> Engine::Values::columns(std::size_t first, std::size_t count) const {
  std::vector<ComputedColumn> all;
  for (std::size_t root = first; root < first + count; ++root)
    all.push_back({storage[root], events[root]});
  return all;
}

void Engine::addAmplification(Measurement &into, const Values &values) const {
  const std::size_t orderings = subject.orderings.size();
  const std::span<const double> sum = values.storage[orderings], a = values.storage[2 * orderings], b = values.storage[2 * orderings + 1];
  std::vector<double> kappa(sum.size());
  for (std::size_t s = 0; s < sum.size(); ++s) {
    const double size = std::abs(a[s]) + std::abs(b[s]);
    const bool known = values.usable[s] && std::isfinite(size) && size > 0;
    // Total cancellation amplifies without bound.
    kappa[s] = known ? size / std::abs(sum[s]) : std::numeric_limits<double>::quiet_NaN();
  }
  into.amplification.add(kappa);
}

Engine::Values Engine::computed(std::uint64_t first, std::size_t count) const {
  Values values;
  const std::size_t rootCount = roots().size(), conditions = subject.conditions.size();
  values.storage.assign(rootCount + conditions, std::vector<double>(count));
  const std::size_t orderings = subject.orderings.size(), stages = subject.hasConsumer() ? 2 : 1;
  values.events.assign(stages * orderings + conditions, std::vector<std::uint8_t>(count)); // conditions last
  std::vector<eval::Column> targets(values.storage.begin(), values.storage.end());
  for (std::size_t root = 0; root < stages * orderings; ++root)
    targets[root].events = values.events[root];
  for (std::size_t c = 0; c < conditions; ++c)
    targets[rootCount + c].events = values.events[stages * orderings + c];
  evaluator.evaluate(binding, static_cast<std::size_t>(first), count, targets);
  values.held.assign(count, 1);
  for (const std::vector<std::uint8_t> &events : values.events)
    for (std::size_t s = 0; s < count; ++s)
      values.held[s] &= hasNoReference(events[s]) ? 0 : 1;
  // The consumer reads all that the result does.
  values.reached = values.held;
  for (std::size_t c = 0; c < conditions; ++c)
    for (std::size_t s = 0; s < count; ++s)
      values.reached[s] &= values.storage[rootCount + c][s] == 1 ? 1 : 0;
  for (std::size_t s = 0; s < count; ++s)
    values.usable.push_back(values.reached[s] && (values.events[(stages - 1) * orderings][s] & eval::NonFiniteInput) == 0 ? 1 : 0);
  return values;
}

/// The share of samples, by the first ones, whose real value double-double leaves to MPFR.
double Engine::escalatedShare() const {
  const double each = std::max(1.0, escalatedOperations(subject, binding));
  const auto affordable = static_cast<std::uint64_t>(std::clamp(pilotOperations / each, 1.0, double(pilotSamples)));
  const std::size_t count = static_cast<std::size_t>(std::min(affordable, binding.sampleCount().value_or(UINT64_MAX)));
  std::vector<oracle::ExactValue> exact(count);
  oracle::Effort effort;
  resultOracle.evaluate(binding, 0, exact, &effort);
  return effort.samples == 0 ? 0 : static_cast<double>(effort.escalated) / static_cast<double>(effort.samples);
}

void Engine::runBlock(Measurement &into, std::uint64_t first, std::size_t count) const {
  const Values values = computed(first, count);
  const auto reached = static_cast<std::uint64_t>(std::ranges::count(values.reached, 1));
  const auto held = static_cast<std::uint64_t>(std::ranges::count(values.held, 1));
  into.notHeld += count - held;
  into.notReached += held - reached;
  into.nonFiniteInputs += reached - static_cast<std::uint64_t>(std::ranges::count(values.usable, 1));

  std::vector<oracle::ExactValue> exact(count);
  resultOracle.evaluate(binding, static_cast<std::size_t>(first), exact);
  const std::size_t orderings = subject.orderings.size();
  addBlock(into.result, first, values.columns(0, orderings), exact, values.usable);
  if (!consumerOracle)
    return;
  consumerOracle->evaluate(binding, static_cast<std::size_t>(first), exact);
  addBlock(*into.consumer, first, values.columns(orderings, orderings), exact, values.usable);
  addAmplification(into, values);
}

WorstCase Engine::worstCase(std::uint64_t sample, std::size_t ordering) const {
  WorstCase worst;
  worst.sample = sample;
  for (const Binding::SampledLeaf &leaf : binding.sampled()) {
    std::vector<double> values(eval::valuesPerSample(leaf.extents));
    if (values.size() > largestPrintedLeaf)
      continue;
    binding.fill({&subject.graph, leaf.node, static_cast<std::size_t>(sample), 1, leaf.loops, leaf.extents}, values);
    for (std::size_t k = 0; k < values.size(); ++k)
      worst.inputs.push_back(
          {values.size() > 1 ? leaf.name + "[" + std::to_string(k) + "]" : leaf.name, values[k], subject.graph[leaf.node].type.format});
  }
  const Values values = computed(sample, 1);
  oracle::ExactValue exact;
  resultOracle.evaluate(binding, static_cast<std::size_t>(sample), {&exact, 1});
  worst.computed = values.storage[ordering][0];
  worst.exact = exact.rounded;
  worst.ulps = oracle::errorInUlp(worst.computed, exact, resultFormat);
  return worst;
}

void mergeMeasurement(Measurement &into, const Measurement &later) {
  merge(into.result, later.result);
  if (into.consumer)
    merge(*into.consumer, *later.consumer);
  into.amplification.merge(later.amplification);
  into.notReached += later.notReached;
  into.nonFiniteInputs += later.nonFiniteInputs;
  into.notHeld += later.notHeld;
}

/// How many samples are taken, and in the notes why not all.
std::uint64_t sampleCount(const Binding &binding, const MeasureOptions &options, double operations, std::vector<std::string> &notes) {
  const auto affordable = static_cast<std::uint64_t>(std::min(0x1p63, std::max(1.0, options.operationLimit / operations)));
  const std::string eachTakes = "a sample takes " + roughly(operations) + " operations";
  if (const std::optional<std::uint64_t> available = binding.sampleCount()) {
    const std::uint64_t wanted = std::min(*available, options.sampleLimit);
    const std::uint64_t most = options.asManyAsGiven ? UINT64_MAX : std::min(mostSamples, affordable);
    if (wanted > most)
      notes.push_back((affordable < mostSamples ? eachTakes + ": " : "") + "the arrays give " + std::to_string(*available) +
                      " samples, all indices combined: the first " + std::to_string(most) + " are taken");
    return std::min(wanted, most);
  }
  const std::uint64_t held = std::max<std::uint64_t>(1, options.valueLimit / std::max<std::size_t>(1, binding.valuesPerSample()));
  const std::uint64_t taken = std::min({options.samples, held, options.asManyAsGiven ? UINT64_MAX : affordable});
  if (taken < options.samples)
    notes.push_back((taken == held ? "a sample has " + std::to_string(binding.valuesPerSample()) + " values" : eachTakes) + ": " +
                    std::to_string(taken) + " samples instead of " + std::to_string(options.samples));
  return taken;
}

void runAll(const Engine &engine, const Binding &binding, const MeasureOptions &options, double operations, Measurement &total) {
  const std::size_t block = std::clamp<std::size_t>(blockValues / std::max<std::size_t>(1, binding.valuesPerSample()), 1, blockSize);
  const double blocks = chunkOperations / (operations * static_cast<double>(block));
  const std::uint64_t chunk = block * static_cast<std::size_t>(std::clamp(blocks, 1.0, static_cast<double>(blocksAChunk)));
  const std::uint64_t chunks = (total.samples + chunk - 1) / chunk;
  inOrder<Measurement>(
      chunks, options.threads,
      [&](std::uint64_t index) {
        Measurement part = engine.empty();
        const std::uint64_t end = std::min(total.samples, (index + 1) * chunk);
        for (std::uint64_t first = index * chunk; first < end; first += block)
          engine.runBlock(part, first, static_cast<std::size_t>(std::min<std::uint64_t>(block, end - first)));
        return part;
      },
      [&](std::uint64_t index, const Measurement &part) {
        mergeMeasurement(total, part);
        if (options.progress)
          options.progress(double(std::min(total.samples, (index + 1) * chunk)) / double(total.samples));
      });
}

/// The shares of the whole that precede the search for worse inputs, and the full range.
constexpr double searchBegins = 0.8, fullRangeBegins = 0.9;
constexpr double besides = 10; // one in so many of the operations is for each of these

std::function<void(double)> part(const std::function<void(double)> &progress, double from, double to) {
  if (!progress)
    return {};
  return [progress, from, to](double share) { progress(from + (to - from) * share); };
}

/// The worst sample of every order and, where wanted, what a search makes of it.
void findWorst(const Engine &engine, const Subject &subject, const Binding &binding, const MeasureOptions &options, double escalated,
               Measurement &total) {
  const std::function<void(double)> progress = part(options.progress, searchBegins, fullRangeBegins);
  const std::size_t orderings = subject.orderings.size();
  SearchOptions search{options.seed};
  bool shortened = false;
  for (std::size_t o = 0; o < orderings; ++o)
    if (OrderingFigures &figures = total.result.orderings[o]; figures.errors.samples() > 0) {
      figures.worst = engine.worstCase(figures.errors.worstSample(), o);
      if (!options.search || !subject.conditions.empty()) // the search knows of no conditions that inputs have to satisfy
        continue;
      const double round = operationsPerTrial(subject, binding, o, escalated) * search.neighbours;
      const double rounds = options.operationLimit / (besides * static_cast<double>(orderings) * round);
      SearchOptions affordable = search;
      affordable.rounds = static_cast<unsigned>(std::min<double>(search.rounds, rounds));
      shortened |= affordable.rounds < search.rounds && isSearched(subject, binding);
      figures.worst = searchWorst(subject, binding, o, *figures.worst, options.evaluation, affordable);
      if (progress)
        progress(double(o + 1) / double(orderings));
    }
  if (shortened)
    total.notes.emplace_back("the search for worse inputs was cut short: a sample takes too many operations");
}

} // namespace

Measurement measure(const Subject &subject, const Binding &binding, const MeasureOptions &options) {
  Engine engine(subject, binding, options);
  Measurement total = engine.empty();
  total.unsupported = !subject.notHeld.empty() ? subject.notHeld : !binding.notMeasured().empty() ? binding.notMeasured() : engine.unsupported();
  total.leaves = binding.leaves();
  total.notes = binding.notes();
  total.notes.insert(total.notes.end(), subject.notes.begin(), subject.notes.end());
  if (!total.unsupported.empty())
    return total;
  const double few = operationsPerSample(subject, binding, 0);
  const double escalated = few > options.operationLimit ? 0 : engine.escalatedShare();
  const double operations = operationsPerSample(subject, binding, escalated);
  if (operations > options.operationLimit) {
    total.unsupported = "one sample takes " + roughly(operations) + " operations: more than " + roughly(options.operationLimit) + " are not spent";
    return total;
  }
  total.samples = sampleCount(binding, options, operations, total.notes);
  MeasureOptions sampling = options;
  sampling.progress = part(options.progress, 0, searchBegins);
  runAll(engine, binding, sampling, operations, total);
  if (total.notHeld != 0 && total.notHeld + total.notReached == total.samples) {
    total.unsupported = notMeasuredReason;
    return total;
  }
  if (total.notHeld != 0)
    total.notes.push_back(std::to_string(total.notHeld) + " of " + std::to_string(total.samples) +
                          " samples are not measured: " + std::string(notMeasuredReason));
  findWorst(engine, subject, binding, options, escalated, total);
  if (options.scatterPoints)
    total.scatter = scatter(subject, binding, options.evaluation, options.scatterPoints);
  if (!options.criteria.empty())
    total.gates = judgeOrderings(subject, binding, total.samples, options.evaluation, options.criteria);
  return total;
}

Result<Measurement> measure(const Subject &subject, const DataSet &data, const BindingOptions &bindingOptions, const MeasureOptions &options) {
  if (!subject.notHeld.empty()) {
    Measurement none;
    none.unsupported = subject.notHeld;
    return none;
  }
  Result<Binding> binding = Binding::bind(subject, data, bindingOptions);
  if (!binding)
    return binding.error();
  Measurement measurement = measure(subject, *binding, options);
  if (options.progress)
    options.progress(fullRangeBegins);
  const bool assumed = std::ranges::all_of(measurement.leaves, [&](const BoundLeaf &leaf) { return leaf.assumed; });
  if (!assumed || !measurement.unsupported.empty())
    return measurement;
  BindingOptions wide = bindingOptions;
  wide.fullRange = true;
  Result<Binding> full = Binding::bind(subject, data, wide);
  if (!full)
    return full.error();
  MeasureOptions brief = options;
  brief.samples = std::min(options.samples, fullRangeSamples);
  brief.operationLimit = options.operationLimit / besides;
  brief.asManyAsGiven = false;
  brief.progress = part(options.progress, fullRangeBegins, 1);
  brief.criteria.clear();
  brief.scatterPoints = 0;
  brief.search = false;
  const Measurement losses = measure(subject, *full, brief);
  if (options.progress)
    options.progress(1);
  if (!losses.unsupported.empty()) // one sample takes more than is spent on this
    return measurement;
  for (const OrderingFigures &figures : losses.result.orderings)
    measurement.fullRangeLosses.push_back(losses.result.normal ? double(figures.lost) / double(losses.result.normal) : 0);
  return measurement;
}

} // namespace fporder::measure
