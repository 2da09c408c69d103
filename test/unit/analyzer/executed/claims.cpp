#include "test/unit/analyzer/executed/claims.h"

#include "runtime/eval/evaluator.h"
#include "runtime/measure/binding.h"
#include "runtime/measure/reached_samples.h"
#include "runtime/measure/subject.h"
#include "runtime/oracle/exact.h"
#include "runtime/order/infix.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

namespace fporder::test {

namespace {

constexpr std::uint64_t mostSamples = 4096;

measure::DataSet dataOf(const LoopProgram &program) {
  measure::DataSet data;
  for (const LoopParameter &parameter : program.parameters)
    if (parameter.given)
      for (const Member &member : parameter.members) {
        const std::string name = member.name.empty() ? parameter.name : parameter.name + "[]." + member.name;
        data::Tensor tensor = data::tensorOf(name, parameter.shape, member.values);
        tensor.file = name;
        data.tensors.push_back({name, std::move(tensor)});
      }
  return data;
}

Claim claimOf(const order::Procedure &procedure, const order::Effect &effect, measure::SubjectBuilder &builder, const measure::DataSet &data) {
  Claim claim{effect.kind, effect.target, order::printInfix(procedure.graph, effect.node), {}, procedure.graph.mayRound(effect.node), {}, false, {}};
  const measure::Subject subject = builder.build(std::vector{effect.node}, std::vector{claim.graph}, effect.guard);
  const order::NodeId root = subject.orderings.front().root;
  claim.rounds = claim.rounds || subject.graph.mayRound(root); // what a loop carries is a name in the procedure's graph
  const auto withheld = [&](const std::string &why) {
    claim.withheld = why;
    return claim;
  };
  if (!subject.notHeld.empty())
    return withheld(subject.notHeld);
  Result<measure::Binding> binding = measure::Binding::bind(subject, data, {});
  if (!binding)
    return withheld(binding.error().message);
  const oracle::Oracle oracle(subject.graph, root, subject.graph[root].type.format);
  if (!oracle.unsupported().empty())
    return withheld(oracle.unsupported());
  const eval::Evaluator evaluator(subject.graph, std::vector{root});
  if (!evaluator.notEvaluated().empty())
    return withheld(evaluator.notEvaluated().front().why);
  for (const measure::BoundLeaf &leaf : binding->leaves())
    if (leaf.assumed)
      claim.drawn = leaf.name + " is drawn: " + leaf.origin;
  const std::optional<std::uint64_t> samples = binding->sampleCount();
  claim.invariant = samples.value_or(1) == 1;
  const measure::ReachedSamples reached(subject, *binding, std::min(samples.value_or(1), mostSamples), {});
  if (reached.notHeld() != 0)
    return withheld(std::string(eval::notHeldReason));
  claim.values.resize(reached.count());
  std::vector<std::uint8_t> events(reached.count());
  const eval::Column column{claim.values, events};
  evaluator.evaluate(reached, 0, claim.values.size(), {&column, 1});
  if (std::ranges::any_of(events, [](std::uint8_t each) { return (each & eval::Open) != 0; }))
    return withheld(std::string(eval::openReason));
  return claim;
}

bool sameValue(double left, double right) {
  return (std::isnan(left) && std::isnan(right)) || std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}

std::string hexadecimal(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%a (%.9g)", value, value);
  return text;
}

std::string listed(std::span<const double> values) {
  std::string text;
  for (const double value : values.first(std::min<std::size_t>(values.size(), 8)))
    text += " " + hexadecimal(value);
  return text;
}

/// Empty where sample for sample the values are the same; samples over a loop that counts down may be in another order than it is. What no loop
/// touches has one sample, however often it is stored.
std::string difference(const Claim &claim, std::span<const double> right) {
  const std::vector<double> said = claim.invariant && !claim.values.empty() ? std::vector(right.size(), claim.values.front()) : claim.values;
  if (std::ranges::is_permutation(said, right, sameValue))
    return "";
  for (std::size_t s = 0; s < std::min(said.size(), right.size()); ++s)
    if (!sameValue(said[s], right[s]))
      return "sample " + std::to_string(s) + " of " + std::to_string(right.size()) + "; the program has" + listed(right) + ", the graph" +
             listed(said);
  return "the program computes " + std::to_string(right.size()) + " values, the graph " + std::to_string(said.size());
}

/// "o" and "a" of "o[i].a".
std::pair<std::string, std::string> parameterAndMember(const std::string &target) {
  const std::size_t end = target.find_first_of("[.-"), dot = target.rfind('.');
  const bool hasMember = dot != std::string::npos && target.find(']', dot) == std::string::npos;
  std::string name = target.substr(0, end);
  if (name.starts_with("*"))
    name.erase(0, 1);
  return {name, hasMember ? target.substr(dot + 1) : ""};
}

class Judge {
public:
  Judge(std::vector<Claim> all, const Outcome &what) : claims(std::move(all)), outcome(what) {}

  std::vector<Judged> judged() {
    std::vector<Judged> all;
    for (const Claim &claim : claims)
      all.push_back(claim.kind == order::Effect::Kind::Return ? returned(claim) : stored(claim));
    return all;
  }

private:
  Judged verdict(const Claim &claim, const std::string &why) const {
    if (why.empty())
      return {claim.rounds ? Verdict::Agrees : Verdict::PassedOn, claim, why};
    // A mere leaf has no order and no figure: nothing is claimed of one that is not known.
    if (!claim.rounds && !claim.drawn.empty())
      return {Verdict::Withheld, claim, claim.drawn};
    return {Verdict::Differs, claim, claim.drawn.empty() ? why : why + "; " + claim.drawn};
  }

  /// Of several returns one runs: the others have conditions that do not hold.
  Judged returned(const Claim &claim) const {
    if (!claim.withheld.empty())
      return {Verdict::Withheld, claim, claim.withheld};
    const auto returns = std::ranges::count(claims, order::Effect::Kind::Return, &Claim::kind);
    if (claim.values.empty() && returns > 1)
      return {Verdict::PassedOn, claim, {}};
    return verdict(claim, difference(claim, std::vector{*outcome.returned}));
  }

  Judged stored(const Claim &claim) {
    // The nth store to an array in the source is the nth in the graph.
    const auto place = parameterAndMember(claim.target);
    const std::size_t number = seen[place]++;
    if (!claim.withheld.empty())
      return {Verdict::Withheld, claim, claim.withheld};
    std::vector<const StoredSequence *> sequences;
    for (const StoredSequence &sequence : outcome.stores)
      if (std::pair(sequence.parameter, sequence.member) == place)
        sequences.push_back(&sequence);
    const auto effects =
        std::ranges::count_if(claims, [&](const Claim &each) { return each.kind == claim.kind && parameterAndMember(each.target) == place; });
    if (claim.values.empty() && effects > static_cast<std::ptrdiff_t>(sequences.size()))
      return {Verdict::PassedOn, claim, {}}; // a statement that did not run
    if (effects != static_cast<std::ptrdiff_t>(sequences.size()))
      return {Verdict::Withheld, claim, "the stores are not told apart"};
    return verdict(claim, difference(claim, sequences[number]->values));
  }

  std::vector<Claim> claims;
  const Outcome &outcome;
  std::map<std::pair<std::string, std::string>, std::size_t> seen;
};

} // namespace

std::vector<Claim> claimsOf(const order::Procedure &procedure, const LoopProgram &program) {
  const measure::DataSet data = dataOf(program);
  measure::SubjectBuilder builder(procedure);
  std::vector<Claim> claims;
  for (const order::Effect &effect : procedure.effects)
    if (effect.node && (effect.kind == order::Effect::Kind::Return || effect.kind == order::Effect::Kind::Store) &&
        format::isFloatingPoint(procedure.graph[effect.node].type.format))
      claims.push_back(claimOf(procedure, effect, builder, data));
  return claims;
}

std::vector<Judged> judge(std::vector<Claim> claims, const Outcome &outcome) { return Judge(std::move(claims), outcome).judged(); }

} // namespace fporder::test
