// Finding the places of an e-graph where an identity applies.
#include "runtime/enumerate/pattern.h"

#include <algorithm>

namespace fporder::enumerate {

using What = Template::Node::What;
using Part = Template::Part;

namespace {

bool sameVariable(const Template &in, const Part &left, const Part &right) {
  const Template::Node &first = in.nodes[left.index], &second = in.nodes[right.index];
  return first.what == What::Variable && second.what == What::Variable && first.variable == second.variable && left.scale == right.scale;
}

/// Backtracking over the alternatives of each part: goals still to be met are on a stack. Recurses no deeper than the pattern has nodes.
class Search {
public:
  Search(const EGraph &source, const Rewrite &wanted, std::size_t limit, std::vector<Found> &results)
      : graph(source), rewrite(wanted), pattern(wanted.from), most(limit), found(results) {
    for (const Template::Node &node : pattern.nodes)
      heads.push_back(node.kind == Kind::Head && node.what == What::Operation ? headNamed(node.function) : UINT32_MAX);
  }

  bool run();

private:
  struct Goal {
    Part part;
    Ref ref;
  };

  void solve();
  void operation(const Template::Node &node, std::uint32_t head, Ref ref);
  void children(const Template::Node &node, const ENode &candidate, Scale factor);
  void sum(const Template::Node &node, const ENode &candidate, Scale factor);
  void product(const Template::Node &node, const ENode &candidate, Scale factor);
  void quotient(const Template::Node &node, const ENode &candidate, Scale factor);
  void fused(const Template::Node &node, const ENode &candidate, Scale factor);
  void with(std::initializer_list<Goal> more);
  void emit();
  bool holds(SideCondition::Kind kind, const Template &expression) const;
  Facts factsAt(const Template &expression, const Template::Node &node, const std::vector<Facts> &known) const;
  bool takesFactors(const Part &part) const {
    const Template::Node &node = pattern.nodes[part.index];
    return node.what == What::Variable || (node.what == What::Operation && (node.kind == Kind::Mul || node.kind == Kind::Div));
  }
  std::uint32_t headNamed(std::string_view function) const;

  const EGraph &graph;
  const Rewrite &rewrite;
  const Template &pattern;
  std::size_t most;
  std::vector<Found> &found;
  std::vector<std::uint32_t> heads;
  std::vector<Goal> goals;
  Bindings bindings;
  std::uint32_t root = 0;
  Scale rootScale;
};

std::uint32_t Search::headNamed(std::string_view function) const {
  for (std::uint32_t index = 0; index < graph.headCount(); ++index)
    if (graph.head(index).op == order::Op::Call && graph.head(index).symbol == function)
      return index;
  return UINT32_MAX - 1; // no such call
}

void Search::with(std::initializer_list<Goal> more) {
  const std::size_t before = goals.size();
  goals.insert(goals.end(), more);
  solve();
  goals.resize(before);
}

void Search::solve() {
  if (found.size() >= most)
    return;
  if (goals.empty()) {
    emit();
    return;
  }
  const Goal goal = goals.back();
  goals.pop_back();
  const Template::Node &node = pattern.nodes[goal.part.index];
  const Ref ref = graph.find(goal.part.scale.inverse() * goal.ref);
  if (node.what == What::Variable) {
    Ref &bound = bindings[node.variable];
    if (bound.eclass == UINT32_MAX) {
      bound = ref;
      solve();
      bound = {};
    } else if (bound == ref) {
      solve();
    }
  } else if (node.what == What::Constant) {
    const order::Number *core = graph.constantCore(ref.eclass);
    if (core != nullptr && *core == node.number && ref.scale.isOne())
      solve();
  } else {
    operation(node, heads[goal.part.index], ref);
  }
  goals.push_back(goal);
}

void Search::operation(const Template::Node &node, std::uint32_t head, Ref ref) {
  for (const std::uint32_t member : graph.members(ref.eclass)) {
    const ENode &candidate = graph[member];
    if (candidate.kind != node.kind || (node.kind == Kind::Head && (candidate.payload != head || candidate.count != node.operands.size())))
      continue;
    children(node, candidate, ref.scale / candidate.value.scale);
  }
}

/// `factor` times `candidate` against `node`.
void Search::children(const Template::Node &node, const ENode &candidate, Scale factor) {
  switch (node.kind) {
  case Kind::Add:
    return sum(node, candidate, factor);
  case Kind::Mul:
    return product(node, candidate, factor);
  case Kind::Div:
    return quotient(node, candidate, factor);
  case Kind::Fma:
    return fused(node, candidate, factor);
  case Kind::Sqrt:
    if (!factor.negative)
      with({{node.operands[0], Scale{2 * factor.exponent, false} * candidate.operands[0]}});
    return;
  case Kind::Abs:
    if (!factor.negative)
      with({{node.operands[0], factor * candidate.operands[0]}});
    return;
  default:
    if (!factor.isOne())
      return;
    const std::size_t before = goals.size();
    for (std::size_t index = 0; index < node.operands.size(); ++index)
      goals.push_back({node.operands[index], candidate.operands[index]});
    solve();
    goals.resize(before);
  }
}

void Search::sum(const Template::Node &node, const ENode &candidate, Scale factor) {
  const Ref left = factor * candidate.operands[0], right = factor * candidate.operands[1];
  with({{node.operands[1], right}, {node.operands[0], left}});
  with({{node.operands[1], left}, {node.operands[0], right}});
}

void Search::product(const Template::Node &node, const ENode &candidate, Scale factor) {
  const Part &first = node.operands[0], &second = node.operands[1];
  const Ref left = candidate.operands[0], right = candidate.operands[1];
  if (sameVariable(pattern, first, second)) { // a square takes only even powers of two
    const Scale half{factor.exponent / 2, false};
    if (left == right && !factor.negative && factor.exponent % 2 == 0)
      with({{second, half * right}, {first, half * left}});
    return;
  }
  const Scale toFirst = takesFactors(first) || !takesFactors(second) ? factor : Scale{}, toSecond = factor / toFirst;
  with({{second, toSecond * right}, {first, toFirst * left}});
  if (!(left == right))
    with({{second, toSecond * left}, {first, toFirst * right}});
}

void Search::quotient(const Template::Node &node, const ENode &candidate, Scale factor) {
  const Part &first = node.operands[0], &second = node.operands[1];
  const Scale toFirst = takesFactors(first) || !takesFactors(second) ? factor : Scale{}, toSecond = toFirst / factor;
  with({{second, toSecond * candidate.operands[1]}, {first, toFirst * candidate.operands[0]}});
}

void Search::fused(const Template::Node &node, const ENode &candidate, Scale factor) {
  const Ref left = candidate.operands[0], right = candidate.operands[1], addend = factor * candidate.operands[2];
  with({{node.operands[2], addend}, {node.operands[1], right}, {node.operands[0], factor * left}});
  if (!(left == right))
    with({{node.operands[2], addend}, {node.operands[1], left}, {node.operands[0], factor * right}});
}

Facts Search::factsAt(const Template &expression, const Template::Node &node, const std::vector<Facts> &known) const {
  std::vector<Facts> x;
  for (const Part &operand : node.operands)
    x.push_back(known[operand.index].scaled(operand.scale));
  if (node.what == What::Variable)
    return graph.facts(bindings[node.variable]);
  if (node.what == What::Constant)
    return {true, node.number.isZero(), !node.number.isZero()};
  switch (node.kind) {
  case Kind::Add:
    return sumFacts(x[0], x[1]);
  case Kind::Mul:
    if (sameVariable(expression, node.operands[0], node.operands[1]))
      return {true, false, x[0].nonzero};
    return productFacts(x[0], x[1]);
  case Kind::Div:
    return productFacts(x[0], x[1]);
  case Kind::Sqrt:
  case Kind::Abs:
    return {true, false, x[0].nonzero};
  case Kind::Head:
    return callFacts(node.function, x);
  default:
    return {};
  }
}

bool Search::holds(SideCondition::Kind kind, const Template &expression) const {
  const Template::Node &top = expression.nodes[expression.root.index];
  if (kind == SideCondition::Kind::Nonzero)
    return top.what == What::Variable ? !graph.isZero(bindings[top.variable]) : top.what != What::Constant || !top.number.isZero();
  std::vector<Facts> known(expression.nodes.size());
  for (std::size_t position = 0; position < known.size(); ++position)
    known[position] = factsAt(expression, expression.nodes[position], known);
  const Facts result = known[expression.root.index].scaled(expression.root.scale);
  return result.nonnegative && (kind == SideCondition::Kind::Nonnegative || result.nonzero);
}

void Search::emit() {
  for (const auto &[kind, expression] : rewrite.conditions)
    if (!holds(kind, expression))
      return;
  found.push_back({root, rootScale, bindings});
}

bool Search::run() {
  for (std::uint32_t eclass = 0; eclass < graph.classCount() && found.size() < most; ++eclass) {
    if (graph.members(eclass).empty())
      continue;
    root = eclass;
    // The root's factor is free: the operation itself is what is matched, whatever it is of its class.
    const Template::Node &node = pattern.nodes[pattern.root.index];
    for (const std::uint32_t member : graph.members(eclass)) {
      const ENode &candidate = graph[member];
      if (candidate.kind != node.kind ||
          (node.kind == Kind::Head && (candidate.payload != heads[pattern.root.index] || candidate.count != node.operands.size())))
        continue;
      rootScale = pattern.root.scale * candidate.value.scale;
      children(node, candidate, {});
    }
  }
  return found.size() >= most;
}

} // namespace

bool findAll(const EGraph &graph, const Rewrite &rewrite, std::size_t most, std::vector<Found> &found) {
  return Search(graph, rewrite, most, found).run();
}

} // namespace fporder::enumerate
