#include "rules/engine/predicate.h"

#include "rules/engine/condition.h"

#include <algorithm>

namespace fporder::rules {

std::span<const Predicate> predicates() { return ConditionEvaluator::rows(); }

const Predicate *findPredicate(std::string_view name) {
  const std::span<const Predicate> all = predicates();
  const auto found = std::ranges::find(all, name, &Predicate::name);
  return found != all.end() ? &*found : nullptr;
}

bool isRetiredPredicate(std::string_view name) {
  static constexpr std::string_view retired[] = {"leaf",      "nonnegative", "nonpositive", "strict",     "bounded",           "generated", "sampled",
                                                 "spread",    "value",       "accumulator", "sine_ratio", "hoisted",           "shared",    "kept",
                                                 "component", "extremum",    "depends",     "opposite",   "guarded_from_zero", "wider",     "power",
                                                 "converted"};
  return std::ranges::find(retired, name) != std::end(retired);
}

std::span<const Predicate> ConditionEvaluator::rows() {
  using Result = Predicate::Result;
  using Last = Predicate::Last;
  using Self = ConditionEvaluator;
  static constexpr Predicate all[] = {
      {"constant", 1, "e is a compile-time constant", &Self::constant, true},
      {"pow2", 1, "e is a power of two", &Self::powerOfTwo, true},
      {"representable", 2, "e is a constant that the format, the second argument, holds exactly", &Self::representable, true, Last::FormatName},
      {"integral", 1, "e was converted from an integer or rounded to one, or is a sum, product or remainder of such and of integer constants",
       &Self::integral, true},
      {"rounded", 1, "e is the result of a rounding operation", &Self::rounded},
      {"same", 2, "the two are equal values", &Self::same, true},
      {"loop_invariant", 1,
       "e does not depend on the innermost loop around the match, nor on what that loop carries; for a name inside `sum(i, f)`: not on i",
       &Self::loopInvariant, true},
      {"quantity", 1,
       "e, an operation of the match, is a quantity by itself: it ran before the innermost loop around the match, has other users, is stored to "
       "memory "
       "that outlives the function, returned or passed to a call, is a component of a unit vector, or the scale of a quantisation (a constant over a "
       "maximum, or the reverse) that the match multiplies by",
       &Self::quantity, true},
      {"counting", 1, "e is a constant over a count, the weight of a running mean, or the share `n / (m + n)`, that of two means that are merged",
       &Self::counting, true},
      {"guarded", 1, "a condition around the match or a branch of the function compares e, its magnitude or a multiple of it", &Self::guarded, true},
      {"bounded_above", 1,
       "a shift or a sign keeps e from growing: through scaling, negation and casts e is a subtraction, an addition or fma with a negated addend, a "
       "`min`, or provably not positive",
       &Self::boundedAbove, true},
      {"narrow", 1, "e is of a format narrower than binary32", &Self::narrow},
      {"wide_input", 1, "an input of e has a wider format than the match, whose format is known", &Self::wideInput},
      {"full_input", 1, "an input of e has the format of the match or a wider one", &Self::fullInput},
      {"one_operation", 1, "e is one operation on values that the format of the match holds exactly", &Self::oneOperation},
      {"narrowed", 1, "every use of e rounds it to a narrower format, directly or through exact operations", &Self::narrowed},
      {"rounded_apart", 1,
       "e rounds an expression (it converts it to an integer or a narrower format, or is a call that rounds) which the function rounds for other "
       "elements of the same arrays as well, in a direction nearer to the nearest",
       &Self::roundedApart},
      {"feeds", 1, "what consumes the match, directly or through exact operations, is of the kind that the word names: see Consumers", &Self::feeds,
       false, Last::Consumer},
      {"updates", 1, "the match is stored back to where e was read from", &Self::updates, true},
      {"rejoins", 1,
       "e is a difference with a constant, `1 - c`, and every use of it is a product that is added to c itself or, where c is a cosine, to a product "
       "with the sine of the same angle",
       &Self::rejoins, true},
      {"also_summed", 2, "somewhere a sum of two products has the first as a factor of one and the second as a factor of the other",
       &Self::alsoSummed, true},
      {"reduces", 1, "a sum, product, minimum or maximum over a loop occurs in e", &Self::reduces},
      {"running", 1, "the partial sums of the reduction e are used on the way: compared, stored elsewhere, computed with", &Self::running},
      {"recurrent", 1, "e reads a value that the loop of the match hands from one iteration to the next, other than a sum or product",
       &Self::recurrent, true},
      {"counts_terms", 1, "e is the trip count of the loops of the match's sums", &Self::countsTerms, true},
      {"compensated", 0, "the match belongs to an error-free transformation, a compensated sum or quotient", &Self::compensated},
      {"fused", 0, "the compiler may contract the match", &Self::fused},
      {"fast_math", 0, "the compiler may reassociate the match", &Self::fastMath},
      {"trip", 1,
       "the trip count of the reduction e; when it is not known at compile time every lower bound holds that its form (`n % 8`, `min(n, 4)`) or the "
       "loop "
       "before allows, and no upper bound",
       nullptr, false, Last::Value, Result::Number},
      {"format", 1, "the format of e", nullptr, false, Last::Value, Result::FormatName},
      {"operation", 1, "the operation that computes e: a name of `runtime/order/operation.cpp`, `_` for `-`", nullptr, false, Last::Value,
       Result::OperationName},
      {"schedule", 1, "the schedule of the reduction e", nullptr, false, Last::Value, Result::ScheduleName},
  };
  return all;
}

} // namespace fporder::rules
