// What samples say of an order, for random expressions: every figure is counted again from float arithmetic and MPFR at 1,000 bits.
#include "runtime/evidence/trial_run.h"

#include "test/unit/runtime/evidence/written_candidate.h"

#include <doctest/doctest.h>
#include <mpfr.h>

#include <array>
#include <cmath>
#include <memory>
#include <random>

using namespace fporder;
using namespace fporder::evidence;
using test::WrittenCandidate;

namespace {

constexpr std::size_t samples = 64; // no more than are asked for at a point, so that none is extrapolated
constexpr mpfr_prec_t bits = 1000;
constexpr unsigned names = 4;

/// A number with 1,000 bits.
class Real {
public:
  explicit Real(double value = 0) {
    mpfr_init2(number, bits);
    mpfr_set_d(number, value, MPFR_RNDN);
  }
  ~Real() { mpfr_clear(number); }
  Real(const Real &other) : Real() { mpfr_set(number, other.number, MPFR_RNDN); }
  Real &operator=(const Real &) = delete;
  mpfr_ptr get() { return number; }
  mpfr_srcptr get() const { return number; }

private:
  mpfr_t number;
};

/// An expression of + - * / over `names` values.
struct Tree {
  char op = 0; // 0: a name
  unsigned name = 0;
  std::shared_ptr<const Tree> left, right;
};
using TreePtr = std::shared_ptr<const Tree>;

TreePtr node(char op, TreePtr left, TreePtr right) { return std::make_shared<const Tree>(Tree{op, 0, std::move(left), std::move(right)}); }

std::string text(const Tree &tree) {
  if (tree.op == 0)
    return std::string(1, static_cast<char>('a' + tree.name));
  return "(" + text(*tree.left) + ' ' + tree.op + ' ' + text(*tree.right) + ")";
}

using Inputs = std::array<float, names>;

float computed(const Tree &tree, const Inputs &inputs) {
  if (tree.op == 0)
    return inputs[tree.name];
  const float left = computed(*tree.left, inputs), right = computed(*tree.right, inputs);
  return tree.op == '+' ? left + right : tree.op == '-' ? left - right : tree.op == '*' ? left * right : left / right;
}

Real real(const Tree &tree, const Inputs &inputs) {
  if (tree.op == 0)
    return Real(static_cast<double>(inputs[tree.name]));
  Real result;
  const Real left = real(*tree.left, inputs), right = real(*tree.right, inputs);
  const auto apply = tree.op == '+' ? mpfr_add : tree.op == '-' ? mpfr_sub : tree.op == '*' ? mpfr_mul : mpfr_div;
  apply(result.get(), left.get(), right.get(), MPFR_RNDN);
  return result;
}

class Expressions {
public:
  explicit Expressions(unsigned seed) : random(seed) {}

  TreePtr any(unsigned depth) {
    if (depth == 0 || below(4) == 0)
      return std::make_shared<const Tree>(Tree{0, below(names), nullptr, nullptr});
    if (below(5) == 0) { // a common factor of two terms
      const TreePtr factor = any(depth - 2 < depth ? depth - 2 : 0);
      return node('-', node('*', any(0), factor), node('*', any(0), factor));
    }
    return node("+-*/"[below(4)], any(depth - 1), any(depth - 1));
  }

  /// Another order of the same expression: one identity of the real numbers, applied somewhere.
  TreePtr regrouped(const TreePtr &tree) {
    if (tree->op == 0)
      return tree;
    if (tree->op == '-' && tree->left->op == '*' && tree->right->op == '*' && tree->left->right == tree->right->right)
      return node('*', node('-', tree->left->left, tree->right->left), tree->left->right);
    const bool sum = tree->op == '+', product = tree->op == '*';
    if (below(2) == 0) {
      const char inner = tree->left->op;
      if ((sum && inner == '+') || (product && inner == '*'))
        return node(tree->op, tree->left->left, node(tree->op, tree->left->right, tree->right));
      if (tree->op == '/' && inner == '*')
        return node('*', tree->left->left, node('/', tree->left->right, tree->right));
      if (product && (inner == '+' || inner == '-'))
        return node(inner, node('*', tree->left->left, tree->right), node('*', tree->left->right, tree->right));
      if ((sum || product) && below(2) == 0)
        return node(tree->op, tree->right, tree->left);
    }
    return below(2) == 0 ? node(tree->op, regrouped(tree->left), tree->right) : node(tree->op, tree->left, regrouped(tree->right));
  }

  /// An expression and another order of it that is written otherwise.
  std::pair<TreePtr, TreePtr> twoOrders() {
    for (;;) {
      const TreePtr written = any(4), other = regrouped(written);
      if (text(*written) != text(*other))
        return {written, other};
    }
  }

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random() % bound); }
  std::mt19937 random;
};

/// 2^(max(e, -126) - 23) for 2^e <= |x| < 2^(e + 1): a unit of binary32.
Real unitOf(const Real &x) {
  Real unit(1);
  const long exponent = std::max<long>(mpfr_get_exp(x.get()) - 1, -126) - 23;
  mpfr_mul_2si(unit.get(), unit.get(), exponent, MPFR_RNDN);
  return unit;
}

double ulps(float value, const Real &exact) {
  Real error(static_cast<double>(value));
  mpfr_sub(error.get(), error.get(), exact.get(), MPFR_RNDN);
  mpfr_div(error.get(), error.get(), unitOf(exact).get(), MPFR_RNDN);
  return std::abs(mpfr_get_d(error.get(), MPFR_RNDN));
}

struct Counted {
  std::uint64_t usable = 0, differing = 0, relieved = 0, worsened = 0, lost = 0;
};

/// By the contract of judgement.h.
void count(float own, float other, const Real &exact, Counted &counted) {
  ++counted.usable;
  counted.differing += own == other || (std::isnan(own) && std::isnan(other)) ? 0 : 1;
  const bool isZero = !mpfr_regular_p(exact.get()) || mpfr_get_exp(exact.get()) < -800; // of 1,000 bits, rounding errors are left
  if (isZero || !std::isfinite(mpfr_get_flt(exact.get(), MPFR_RNDN)))
    return;
  const bool normal = std::abs(mpfr_get_flt(exact.get(), MPFR_RNDN)) >= 0x1p-126F;
  if ((!std::isfinite(own) || !std::isfinite(other)) && std::abs(mpfr_get_flt(exact.get(), MPFR_RNDN)) > 0x1.fffffep115F)
    return; // 2^12 from where the format ends
  const auto isLost = [&](float value) { return normal && (value == 0 || !std::isfinite(value)); };
  if ((!std::isfinite(own) && !normal) || (!std::isfinite(other) && !normal))
    return;
  const double infinite = std::numeric_limits<double>::infinity();
  const double ownError = isLost(own) ? infinite : ulps(own, exact), otherError = isLost(other) ? infinite : ulps(other, exact);
  const bool keepsNothing = isLost(own) && otherError > 0x1p21; // an eighth of the value
  const bool relieved = ownError > hurtUlps && otherError <= ownError / clearlyBetter && !isLost(other) && !keepsNothing;
  counted.relieved += relieved ? 1 : 0;
  counted.lost += relieved && isLost(own) ? 1 : 0;
  counted.worsened += otherError > hurtUlps && ownError <= otherError / clearlyBetter && !isLost(own) ? 1 : 0;
}

Inputs inputsOf(const Slice &slice, const DrawnInputs &source, std::size_t sample) {
  Inputs inputs{};
  for (const auto &[leaf, facts] : slice.leaves) {
    double value = 0;
    source.fill({&slice.graph, order::NodeId{leaf}, sample, 1, {}, {}}, {&value, 1});
    inputs[static_cast<unsigned>(slice.graph.symbol(order::NodeId{leaf})[0] - 'a')] = static_cast<float>(value);
  }
  return inputs;
}

std::uint64_t compared = 0, relievedInAll = 0, lostInAll = 0;

void compare(const Tree &written, const Tree &other, const Slice &slice, std::size_t family) {
  const Compiled compiled(slice);
  const DrawnInputs source(slice, family, 1);
  const Compiled::Values values = compiled.values(source, 0, samples);
  double budget = 1e9;
  const Figures figures = outcome(compiled, 0, 0, source, values, samples, compiled.operations(source), budget).figures;
  Counted counted;
  for (std::size_t s = 0; s < samples; ++s) {
    const Inputs inputs = inputsOf(slice, source, s);
    const float own = computed(written, inputs), others = computed(other, inputs);
    if (!values.usable[0][s])
      continue; // a division by zero: there is no real value
    CHECK((values.columns[0][s] == static_cast<double>(own) || (std::isnan(values.columns[0][s]) && std::isnan(own))));
    count(own, others, real(written, inputs), counted);
  }
  CHECK(figures.usable == counted.usable);
  CHECK(figures.differing == counted.differing);
  CHECK(figures.relieved == counted.relieved);
  CHECK(figures.lost == counted.lost);
  CHECK(figures.worsened == counted.worsened);
  ++compared;
  relievedInAll += counted.relieved;
  lostInAll += counted.lost;
}

} // namespace

TEST_CASE("evidence: figures of random orders are those of float arithmetic and MPFR at 1,000 bits") {
  Expressions expressions(20261125);
  for (unsigned trial = 0; trial < 500; ++trial) {
    const auto [written, other] = expressions.twoOrders();
    WrittenCandidate made(text(*written), {text(*other)});
    made.returned(made.written);
    const Slice slice = made.slice();
    if (slice.points.empty())
      continue; // the same expression
    CAPTURE(text(*written));
    CAPTURE(text(*other));
    const std::span<const measure::InputFamily> families = measure::evidenceFamilies();
    for (std::size_t family = 0; family < families.size(); ++family)
      if (applies(families[family], slice))
        compare(*written, *other, slice, family);
  }
  CHECK(compared > 400);
  CHECK(relievedInAll > 20);
  CHECK(lostInAll > 0);
}

TEST_CASE("evidence: the witness of a random order is what its order computes, and the correctly rounded value") {
  Expressions expressions(7);
  unsigned witnesses = 0;
  for (unsigned trial = 0; trial < 400; ++trial) {
    const auto [written, other] = expressions.twoOrders();
    WrittenCandidate made(text(*written), {text(*other)});
    made.returned(made.written);
    const Slice slice = made.slice();
    if (slice.points.empty())
      continue;
    const Judgement judgement = judge(slice);
    if (!judgement.witness)
      continue;
    ++witnesses;
    CAPTURE(text(*written));
    Inputs inputs{};
    for (const Witness::Input &input : judgement.witness->inputs)
      inputs[static_cast<unsigned>(input.name[0] - 'a')] = static_cast<float>(input.value);
    const auto own = static_cast<double>(computed(*written, inputs));
    CHECK((judgement.witness->written == own || (std::isnan(judgement.witness->written) && std::isnan(own))));
    CHECK(judgement.witness->exact == static_cast<double>(mpfr_get_flt(real(*written, inputs).get(), MPFR_RNDN)));
  }
  CHECK(witnesses > 5);
}
