// Sines, cosines and their inverses in double-double. Errors run through the operations of double_double.h; what a series leaves out is added.
#pragma once

#include "runtime/elementary/lane_functions.h"

namespace fporder::elementary::lanes {

constexpr Lane pi = constant(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53);
constexpr Lane halfPi = constant(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54);

/// sin(r) / r - 1 over z = r^2, for |r| <= 0.79: Taylor's series to r^26, what follows being below 0.63^13 / 29! < 2^-110. The terms from r^18 on,
/// which are below 2^-58, are summed in plain double as in seriesTail: coefficients fall so fast that Horner's scheme stays within 10 u, and z moves
/// the sum by less than its own error.
template <bool Fused> FPORDER_INLINED Lane sineSeries(const Lane &z) {
  double tailSum = -0x1.d1ab1c2dccea3p-94;
  tailSum = tailSum * z.high + 0x1.3f3ccdd165fa9p-84;
  tailSum = tailSum * z.high - 0x1.761b41316381ap-75;
  tailSum = tailSum * z.high + 0x1.71b8ef6dcf572p-66;
  tailSum = tailSum * z.high - 0x1.2f49b46814157p-57;
  Lane sum{tailSum, 0, magnitude(tailSum) * (0x1p-48 + z.error)};
  sum = add(multiply<Fused>(z, sum), constant(0x1.952c77030ad4ap-49, 0x1.ac981465ddc6cp-103));
  sum = add(multiply<Fused>(z, sum), constant(-0x1.ae7f3e733b81fp-41, -0x1.1d8656b0ee8cbp-97));
  sum = add(multiply<Fused>(z, sum), constant(0x1.6124613a86d09p-33, 0x1.f28e0cc748ebep-87));
  sum = add(multiply<Fused>(z, sum), constant(-0x1.ae64567f544e4p-26, 0x1.c062e06d1f209p-80));
  sum = add(multiply<Fused>(z, sum), constant(0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73));
  sum = add(multiply<Fused>(z, sum), constant(-0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73));
  sum = add(multiply<Fused>(z, sum), constant(0x1.1111111111111p-7, 0x1.1111111111111p-63));
  sum = add(multiply<Fused>(z, sum), constant(-0x1.5555555555555p-3, -0x1.5555555555555p-57));
  sum.error += 0x1p-110;
  return sum;
}

/// (cos(r) - 1) over z = r^2 likewise, to r^28; what follows is below 0.63^14 / 30! < 2^-116.
template <bool Fused> FPORDER_INLINED Lane cosineSeries(const Lane &z) {
  double tailSum = 0x1.0a18a2635085dp-98;
  tailSum = tailSum * z.high - 0x1.88e85fc6a4e5ap-89;
  tailSum = tailSum * z.high + 0x1.f2cf01972f578p-80;
  tailSum = tailSum * z.high - 0x1.0ce396db7f853p-70;
  tailSum = tailSum * z.high + 0x1.e542ba4020225p-62;
  Lane sum{tailSum, 0, magnitude(tailSum) * (0x1p-48 + z.error)};
  sum = add(multiply<Fused>(z, sum), constant(-0x1.6827863b97d97p-53, -0x1.eec01221a8b0bp-107));
  sum = add(multiply<Fused>(z, sum), constant(0x1.ae7f3e733b81fp-45, 0x1.1d8656b0ee8cbp-101));
  sum = add(multiply<Fused>(z, sum), constant(-0x1.93974a8c07c9dp-37, -0x1.05d6f8a2efd1fp-92));
  sum = add(multiply<Fused>(z, sum), constant(0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83));
  sum = add(multiply<Fused>(z, sum), constant(-0x1.27e4fb7789f5cp-22, -0x1.cbbc05b4fa99ap-76));
  sum = add(multiply<Fused>(z, sum), constant(0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76));
  sum = add(multiply<Fused>(z, sum), constant(-0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65));
  sum = add(multiply<Fused>(z, sum), constant(0x1.5555555555555p-5, 0x1.5555555555555p-59));
  sum = add(multiply<Fused>(z, sum), exactly(-0.5));
  sum.error += 0x1p-116;
  return sum;
}

struct SineAndCosine {
  Lane sine, cosine;
};

/// Of count pi / 2 + r, count being given modulo 4.
template <bool Fused> FPORDER_INLINED SineAndCosine ofReduced(const Lane &r, std::uint64_t quadrant) {
  const Lane z = multiply<Fused>(r, r);
  const bool none = (r.high == 0) && (r.error == 0);
  const Lane sine = chosen(none, r, add(r, multiply<Fused>(r, multiply<Fused>(z, sineSeries<Fused>(z)))));
  const Lane cosine = chosen(none, exactly(1), add(exactly(1), multiply<Fused>(z, cosineSeries<Fused>(z))));
  const bool swapped = (quadrant & 1) != 0;
  Lane first = chosen(swapped, cosine, sine), second = chosen(swapped, sine, cosine);
  first = chosen((quadrant & 2) != 0, negated(first), first);
  second = chosen(((quadrant + 1) & 2) != 0, negated(second), second);
  const bool valid = magnitude(r.high) <= 0.79;
  first.error = valid ? first.error : unknown;
  second.error = valid ? second.error : unknown;
  return {first, second};
}

/// x = count pi / 2 + r. pi / 2 comes in three parts of 33 bits, whose products with a count below 2^18 are exact, and a fourth within 2^-53 of
/// itself.
template <bool Fused> FPORDER_INLINED SineAndCosine sineAndCosine(const Lane &x) {
  constexpr double magic = 0x1.8p52;
  const double shifted = x.high * 0x1.45f306dc9c883p-1 + magic;
  const double count = shifted - magic;
  const double fourth = count * 0x1.b839a252049c1p-104;
  Lane r = add(x, exactly(-count * 0x1.921fb54400000p+0));
  r = add(r, exactly(-count * 0x1.0b4611a600000p-34));
  r = add(r, exactly(-count * 0x1.3198a2e000000p-69));
  r = add(r, {-fourth, 0, magnitude(fourth) * 0x1p-51});
  r.error = magnitude(x.high) <= 0x1p17 ? r.error : unknown;
  return ofReduced<Fused>(r, std::bit_cast<std::uint64_t>(shifted) & 3);
}

/// Of pi x: the reduction is exact for a double; a tail is added to what is left.
template <bool Fused> FPORDER_INLINED SineAndCosine sineAndCosineOfPi(const Lane &x) {
  constexpr double magic = 0x1.8p52;
  const double shifted = x.high * 2 + magic;
  const double count = shifted - magic;
  Lane r = multiply<Fused>(add(x, exactly(-0.5 * count)), pi);
  r.error = magnitude(x.high) <= 0x1p40 ? r.error : unknown;
  return ofReduced<Fused>(r, std::bit_cast<std::uint64_t>(shifted) & 3);
}

template <bool Fused> FPORDER_INLINED Lane tangentOf(const SineAndCosine &both) { return divide<Fused>(both.sine, both.cosine); }

/// A double near atan(x): the series on |w| <= 0.415, to which x is brought by 1 / x and (x - 1) / (x + 1). Basic operations only.
FPORDER_INLINED double guessedArcTangent(double x) {
  const double size = magnitude(x);
  const bool large = size > 1;
  const double z = large ? 1 / size : size;
  const bool middle = z > 0.4142;
  const double w = middle ? (z - 1) / (z + 1) : z, square = w * w;
  double sum = 1.0 / 33;
  sum = 1.0 / 31 - sum * square;
  sum = 1.0 / 29 - sum * square;
  sum = 1.0 / 27 - sum * square;
  sum = 1.0 / 25 - sum * square;
  sum = 1.0 / 23 - sum * square;
  sum = 1.0 / 21 - sum * square;
  sum = 1.0 / 19 - sum * square;
  sum = 1.0 / 17 - sum * square;
  sum = 1.0 / 15 - sum * square;
  sum = 1.0 / 13 - sum * square;
  sum = 1.0 / 11 - sum * square;
  sum = 1.0 / 9 - sum * square;
  sum = 1.0 / 7 - sum * square;
  sum = 1.0 / 5 - sum * square;
  sum = 1.0 / 3 - sum * square;
  const double small = (middle ? 0x1.921fb54442d18p-1 : 0.0) + (w - w * square * sum);
  const double angle = large ? 0x1.921fb54442d18p+0 - small : small;
  return x < 0 ? -angle : angle;
}

/// atan(x) = y + atan(t) for a guess y and t = (x cos y - sin y) / (cos y + x sin y); |atan(t) - t| <= |t|^3.
template <bool Fused> FPORDER_INLINED Lane arcTangent(const Lane &x) {
  const double guess = guessedArcTangent(x.high);
  const SineAndCosine of = sineAndCosine<Fused>(exactly(guess));
  const Lane upper = add(multiply<Fused>(x, of.cosine), negated(of.sine));
  const Lane lower = add(of.cosine, multiply<Fused>(x, of.sine));
  Lane t = divide<Fused>(upper, lower);
  const double size = magnitude(t.high) + t.error;
  t.error += size * size * size * slack;
  Lane result = add(exactly(guess), t);
  result.error = (size <= 0x1p-30) && (magnitude(x.high) <= 0x1p300) ? result.error : unknown;
  return oddFunction(x, -1.0 / 3, result);
}

/// atan(x / sqrt((1 - x) (1 + x))).
template <bool Fused> FPORDER_INLINED Lane arcSine(const Lane &x) {
  const Lane product = multiply<Fused>(add(exactly(1), negated(x)), add(exactly(1), x));
  return oddFunction(x, 1.0 / 6, arcTangent<Fused>(divide<Fused>(x, squareRoot<Fused>(product))));
}

/// 2 atan(sqrt((1 - x) / (1 + x))).
template <bool Fused> FPORDER_INLINED Lane arcCosine(const Lane &x) {
  const Lane quotient = divide<Fused>(add(exactly(1), negated(x)), add(exactly(1), x));
  return scaledBy(arcTangent<Fused>(squareRoot<Fused>(quotient)), 2);
}

/// The angle of (x, y): that of y / x, half a turn on where x is negative.
template <bool Fused> FPORDER_INLINED Lane angleOf(const Lane &y, const Lane &x) {
  const Lane angle = arcTangent<Fused>(divide<Fused>(y, x));
  const Lane turned = add(angle, chosen(y.high < 0, negated(pi), pi));
  Lane result = chosen(x.high < 0, turned, angle);
  const double side = signOf(x), other = signOf(y);
  const bool known = ((side == 1) || (side == -1)) && ((other == 1) || (other == -1));
  result.error = known ? result.error : unknown;
  return result;
}

template <bool Fused> FPORDER_INLINED Lane hypotenuse(const Lane &x, const Lane &y) {
  return squareRoot<Fused>(add(multiply<Fused>(x, x), multiply<Fused>(y, y)));
}

} // namespace fporder::elementary::lanes
