#include "analyzer/findings/collect.h"

#include "analyzer/findings/evidence_text.h"
#include "analyzer/findings/fingerprint.h"
#include "analyzer/findings/fixit.h"
#include "analyzer/findings/shape.h"
#include "runtime/limits/limits.h"
#include "runtime/order/printed_orders.h"

#include <algorithm>
#include <unordered_map>

namespace fporder::findings {

namespace {

constexpr std::size_t lastSteps = 4, firstSteps = limits::most(limits::Limit::FlowSteps) - lastSteps; // of a longer code flow the middle is left out
constexpr std::size_t longestExpression =
    limits::most(limits::Limit::MessageExpression); // bytes of infix shown in a message; longer ones are abbreviated inside
constexpr std::size_t longestStep = limits::most(limits::Limit::StepExpression);

order::InfixOptions readersOptions(std::size_t maxLength, const order::ValueNames *names) {
  order::InfixOptions infix;
  infix.explicitGrouping = true;
  infix.forReaders = true;
  infix.names = names;
  infix.maxLength = maxLength;
  return infix;
}

/// One procedure's matches on their way to findings.
class Collector {
public:
  Collector(const order::Procedure &procedure, const CollectOptions &options)
      : procedure(procedure), graph(procedure.graph), options(options), hashes(procedure.graph) {}

  void add(const rules::Match &match, std::vector<Finding> &findings);

private:
  std::string path(order::FileId file) const;
  Region token(const order::Place &place) const;
  Region whole(const order::Place &place) const;
  std::string humanise(order::NodeId node, std::size_t maxLength, const order::ValueNames *names = nullptr) const;
  /// The place the finding points at: the root's, or that of the last matched operation that has one.
  order::PlaceId placeOf(const rules::Match &match) const;
  /// The calls through which the operation at `place` was inlined, outermost first.
  std::vector<order::PlaceId> calls(order::PlaceId place) const;
  /// Where a match is reported whose operations stand in several functions: `at`, or the operator that the user wrote with a class from another file.
  /// Invalid when the match comes about inside another file's function by what it is called with, or when an order would have to be taken apart
  /// there: nobody who calls it can choose that.
  order::PlaceId reportedAt(const rules::Match &match, order::PlaceId at) const;
  bool isOperator(order::PlaceId call) const;
  void addOrders(const rules::Match &match, Finding &finding) const;
  void addValues(const rules::Match &match, Finding &finding) const;
  void addNotes(const rules::Match &match, Finding &finding) const;
  void addSteps(const rules::Match &match, Finding &finding) const;
  void addSubject(const rules::Match &match, Finding &finding);
  const order::Computation &computationOf(const rules::Match &match);
  void addFix(const rules::Match &match, const SourceFile &source, Finding &finding);

  const order::Procedure &procedure;
  const order::Graph &graph;
  const CollectOptions &options;
  ValueHashes hashes;
  std::optional<measure::SubjectBuilder> subjects;
  std::unordered_map<std::uint32_t, std::vector<const order::Computation *>> computed; // by node, once a fix is built
};

std::string Collector::path(order::FileId file) const {
  const std::string &spelled = graph.file(file);
  return options.displayPath ? options.displayPath(spelled) : spelled;
}

Region Collector::token(const order::Place &place) const {
  return {path(place.file), place.line, place.column, place.line, place.column + std::max(place.tokenLength, 1u)};
}

Region Collector::whole(const order::Place &place) const {
  if (place.beginLine == 0)
    return token(place);
  return {path(place.file), place.beginLine, place.beginColumn, place.endLine, place.endColumn};
}

std::string Collector::humanise(order::NodeId node, std::size_t maxLength, const order::ValueNames *names) const {
  return order::printInfix(graph, node, readersOptions(maxLength, names));
}

order::PlaceId Collector::placeOf(const rules::Match &match) const {
  order::PlaceId place = shownPlace(procedure, match.root);
  for (auto operation = match.operations.rbegin(); !place && operation != match.operations.rend(); ++operation)
    place = shownPlace(procedure, *operation);
  return place;
}

std::vector<order::PlaceId> Collector::calls(order::PlaceId place) const {
  std::vector<order::PlaceId> chain;
  for (order::PlaceId call = graph.place(place).inlinedAt; call; call = graph.place(call).inlinedAt)
    chain.push_back(call);
  std::ranges::reverse(chain);
  return chain;
}

bool Collector::isOperator(order::PlaceId call) const {
  constexpr std::uint32_t longestOperator = 2;
  const order::Place &place = graph.place(call);
  if (place.tokenLength > longestOperator)
    return false;
  const SourceFile *source = options.sources ? options.sources->find(path(place.file)) : nullptr;
  if (!source)
    return true;
  const std::string_view line = source->line(place.line);
  return place.column <= line.size() && std::string_view("+-*/").find(line[place.column - 1]) != std::string_view::npos;
}

order::PlaceId Collector::reportedAt(const rules::Match &match, order::PlaceId at) const {
  const std::vector<order::PlaceId> own = calls(at);
  std::size_t shared = own.size(); // calls that all operations stand in
  std::vector<std::vector<order::PlaceId>> chains;
  for (order::NodeId operation : match.operations)
    if (const order::PlaceId place = shownPlace(procedure, operation)) {
      chains.push_back(calls(place));
      const auto [mine, other] = std::ranges::mismatch(own, chains.back());
      shared = std::min(shared, static_cast<std::size_t>(mine - own.begin()));
    }
  chains.push_back(own);
  // From the function in which all operations meet down to `place`: through calls into other files?
  const auto foreign = [&](const std::vector<order::PlaceId> &chain, order::PlaceId place) {
    return std::any_of(chain.begin() + static_cast<std::ptrdiff_t>(shared), chain.end(),
                       [&](order::PlaceId call) { return graph.place(call).file != graph.place(place).file; });
  };
  const auto refused = [&](const std::vector<order::PlaceId> &chain, order::PlaceId place) {
    return foreign(chain, place) &&
           !std::all_of(chain.begin() + static_cast<std::ptrdiff_t>(shared), chain.end(), [&](order::PlaceId call) { return isOperator(call); });
  };
  if (refused(own, at))
    return {};
  for (std::size_t i = 0, next = 0; i < match.operations.size() && traits(match.rule->kind).regroups; ++i)
    if (const order::PlaceId place = shownPlace(procedure, match.operations[i]))
      if (refused(chains[next++], place))
        return {};
  return foreign(own, at) ? own[shared] : at;
}

void Collector::addOrders(const rules::Match &match, Finding &finding) const {
  std::vector<order::NodeId> nodes;
  for (const rules::Order &order : match.orders)
    nodes.push_back(order.node);
  std::vector<std::string> texts = order::printOrders(graph, nodes, readersOptions(longestExpression, &match.written.names));
  for (std::size_t i = 0; i < match.orders.size(); ++i)
    finding.orders.push_back({std::move(texts[i]), match.orders[i].written ? "" : match.orders[i].note, match.orders[i].written});
  if (finding.orders.empty())
    finding.orders.push_back({humanise(match.root, longestExpression, &match.written.names), "", true});
  const auto written = std::ranges::find(match.orders, true, &rules::Order::written);
  finding.expression = humanise(written != match.orders.end() ? written->node : match.root, longestExpression);
}

void Collector::addValues(const rules::Match &match, Finding &finding) const {
  for (const order::NodeId node : match.written.computed) {
    if (finding.values.size() == limits::most(limits::Limit::NamedValues))
      break;
    const order::PlaceId place = shownPlace(procedure, node);
    finding.values.push_back({match.written.names.at(graph.value(node).index), humanise(node, longestStep), place ? graph.place(place).line : 0});
  }
}

void Collector::addNotes(const rules::Match &match, Finding &finding) const {
  for (const rules::Evidence &evidence : match.evidence)
    if (evidence.place && !evidence.detail.empty())
      finding.notes.push_back({token(graph.place(evidence.place)), evidence.detail});
  for (const rules::Note &note : match.notes)
    finding.notes.push_back({note.place ? token(graph.place(note.place)) : finding.where, note.message});
}

void Collector::addSteps(const rules::Match &match, Finding &finding) const {
  const std::size_t count = match.operations.size();
  for (std::size_t i = 0; i < count; ++i) {
    // A sum of 100,000 terms is told by its beginning and its end; each step's text costs as much as its expression is long.
    if (count > firstSteps + lastSteps && i == firstSteps)
      i = count - lastSteps;
    order::NodeId operation = match.operations[i];
    order::Node node = graph[operation];
    if (!node.place)
      continue;
    std::string message = humanise(operation, longestStep);
    if (format::isFloatingPoint(node.type.format) && node.type.format != format::Format::Dependent)
      message += ", rounded to " + std::string(format::name(node.type.format));
    finding.steps.push_back({whole(graph.place(node.place)), std::move(message)});
  }
}

void Collector::addSubject(const rules::Match &match, Finding &finding) {
  if (!subjects)
    subjects.emplace(procedure);
  std::vector<order::NodeId> orders;
  for (const rules::Order &order : match.orders)
    orders.push_back(order.node);
  if (orders.empty())
    orders.push_back(match.root);
  std::vector<std::string> expressions;
  for (const OrderText &order : finding.orders)
    expressions.push_back(order.expression);
  measure::Subject subject = subjects->build(orders, expressions, match.guard);
  if (orders.size() == 1)
    measure::addSchedules(subject);
  for (std::size_t i = orders.size(); i < subject.orderings.size(); ++i)
    finding.orders.push_back({subject.orderings[i].expression, "another schedule, for comparison", false});
  finding.subject = std::make_shared<measure::Subject>(std::move(subject));
}

/// The computation that the match is about; the first of the node where a match has none of its own.
const order::Computation &Collector::computationOf(const rules::Match &match) {
  if (computed.empty())
    for (const order::Computation &computation : procedure.computations)
      computed[computation.node.index].push_back(&computation);
  static const order::Computation nothing{};
  const std::vector<const order::Computation *> &all = computed[match.root.index];
  const auto own = std::ranges::find_if(all, [&](const order::Computation *each) { return each->time == match.time; });
  return own != all.end() ? **own : all.empty() ? nothing : *all.front();
}

void Collector::addFix(const rules::Match &match, const SourceFile &source, Finding &finding) {
  if (match.rule->fix == rules::FixPolicy::None || match.onePath || match.shared || !match.assumed.empty() || !options.trials)
    return;
  std::string withheld;
  finding.fix =
      buildFix({procedure, match, computationOf(match), source, finding.where.file, options.language, *options.trials, options.isOwnName}, &withheld);
  if (!finding.fix && !withheld.empty())
    finding.notes.push_back({finding.where, std::move(withheld)});
}

void Collector::add(const rules::Match &match, std::vector<Finding> &findings) {
  order::PlaceId at = placeOf(match);
  if (at)
    at = reportedAt(match, at);
  if (!at)
    return;
  const order::Place &place = graph.place(at);
  Finding finding;
  finding.where = token(place);
  if (options.reported && !options.reported(finding.where.file))
    return;
  finding.range = whole(place);
  finding.rule = match.rule->slug;
  finding.id = match.rule->id;
  finding.family = match.rule->family;
  auto severity = options.severities.find(finding.rule);
  finding.severity = severity != options.severities.end() && match.severity != rules::Severity::Audit ? severity->second : match.severity;
  finding.assumed = match.assumed;
  if (!finding.assumed.empty()) // whatever the configuration takes the rule for
    finding.severity = std::min(finding.severity, rules::Severity::Remark);
  if (finding.severity < options.least)
    return;
  finding.evidence = match.evidence;
  if (match.judgement)
    finding.judged = judgedBy(*match.judgement);
  finding.quietedBy = match.quietedBy;
  finding.function = procedure.name;
  finding.message = match.message;
  finding.inlined = static_cast<bool>(place.inlinedAt);
  finding.foreign = place.inlinedAt && graph.place(calls(at).front()).file != place.file;
  // Its operations and its evidence stand in one call; what another file does with the result is not the function's concern.
  const auto withinCall = [&](order::PlaceId where) { return where && procedure.graph.place(where).inlinedAt == place.inlinedAt; };
  finding.withinCallee =
      place.analysedAlone &&
      std::ranges::all_of(match.operations, [&](order::NodeId operation) { return withinCall(shownPlace(procedure, operation)); }) &&
      (finding.foreign ||
       std::ranges::all_of(match.evidence, [&](const rules::Evidence &evidence) { return !evidence.place || withinCall(evidence.place); }));
  addOrders(match, finding);
  addValues(match, finding);
  addNotes(match, finding);
  if (options.steps)
    addSteps(match, finding);
  if (options.keepSubjects)
    addSubject(match, finding);
  finding.shape = shapeOf(procedure, match);
  finding.fingerprint = fingerprint({finding.rule, procedure.name, procedure.signature, std::to_string(hashes(match.root))});
  const SourceFile *source = options.sources ? options.sources->find(finding.where.file) : nullptr;
  if (source)
    addFix(match, *source, finding);
  findings.push_back(std::move(finding));
}

} // namespace

void collect(const order::Procedure &procedure, const std::vector<rules::Match> &matches, const CollectOptions &options,
             std::vector<Finding> &findings) {
  Collector collector(procedure, options);
  for (const rules::Match &match : matches)
    collector.add(match, findings);
}

} // namespace fporder::findings
