// What an order does to what leaves the function: the verdict on one candidate, with a witness.
//
// On an input an output is hurt when the written order's result is more than `hurtUlpsOf` its format from the real value: a reader of binary64 does
// not look at its last three or four digits. Another order relieves it when it is `clearlyBetter` times closer. A result is lost when it is zero,
// infinite or not a number while the real value is a normal number of the format; that is hurt too, and an order whose relative error is more than an
// eighth keeps nothing of it. What is infinite beside a real value within half of the format's digits of its largest number says nothing: the next
// input overflows in every order. In one family of inputs another order is clearly better when it relieves `leastRelieved` inputs and `leastShare` of
// them, and three of four of those that either order hurts, and more than chance does with two orders of one quality (three standard deviations);
// where most of what it relieves is lost otherwise, and it loses hardly anything itself, its other errors do not count. What the inputs' own last
// bits explain is no harm where inputs are rounded: an error of less than four times what half a unit in the last place of each input does to the
// real value (1 - w * w near 1; the order is backward stable there). The same of two units in the last place of the magnitude of what an output adds
// up, the sum of its terms' magnitudes, where terms are rounded. A decision is flipped where the written order decides otherwise than the real value
// and another order does not. A comparison is flipped by one input. A conversion
// or rounding of a number is flipped by one input whose real value lies where the decision changes ((int)(x / y) where x is a multiple of y), found
// in a family or by stepping (boundary.h); beside such a place every order goes the other way somewhere, so that other inputs count where the number
// is more than `hurtUlps` off, as outputs do. With a constant that is rounded (1.0 / 6) what lies within `hurtUlps` of such a place says nothing. A
// state is harmed when what is added to it, by one iteration, has other bits in `leastShare` of the inputs. Errors in ulps are those of
// measure/measure.h; where the real value is zero, every other result is off by more than any number of them. Without another order the correctly
// rounded real value takes its place, and no state is harmed. The same candidate has the same judgement for a seed, on every machine, whatever else
// is judged.
#pragma once

#include "runtime/evidence/slice.h"
#include "runtime/limits/limits.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fporder::evidence {

constexpr double hurtUlps = 8, hurtUlpsWide = 4096; // of formats up to binary32, and of wider ones: of an output, and of which sentence() speaks
constexpr double clearlyBetter = 4;
double hurtUlpsOf(format::Format format);
constexpr std::size_t leastRelieved = 3;
constexpr double leastShare = 0.01;

enum class Harm : std::uint8_t {
  None,
  State,   // other bits, carried along
  Flipped, // a decision
  Hurt,    // an output
  Lost,    // an output's value
};

std::string_view name(Harm harm);

/// One input and what the orders make of it.
struct Witness {
  struct Input {
    std::string name;
    double value = 0;
    format::Format format = format::Format::Binary64;
    order::NodeId leaf = {}; // of the slice
  };
  std::vector<Input> inputs; // those that no loop reads one after another
  double exact = 0;          // correctly rounded
  double written = 0, other = 0;
  bool alone = false;                              // there is no other order: `other` is the exact value
  format::Format format = format::Format::Unknown; // of the results
};

/// One family's samples at one point, for the other order that does best.
struct Figures {
  std::string_view family;
  std::uint32_t trips = 0; // of loops whose length the source leaves open; 0 without such
  std::size_t point = 0;
  std::size_t order = 0;    // of the candidate's others
  std::uint64_t usable = 0; // samples that satisfy the conditions, with finite inputs
  std::uint64_t differing = 0;
  std::uint64_t hurt = 0, relieved = 0, worsened = 0, lost = 0; // of those whose real value was asked for, see `share`
  std::uint64_t halved = 0;                                     // relieved, with half of the format's digits lost, or all
  double share = 0; // of the usable samples that are relieved, flipped, or have other bits in a state; 0 when the input was found by stepping
};

/// The inputs of the family are one value, but for their signs: comparisons decide between equals there.
bool areInputsEqual(const Figures &figures);

struct Judgement {
  std::string notEvaluated; // why there is none; lower case, no final period; empty when there is one
  Harm harm = Harm::None;
  bool alone = false;       // there is no other order
  bool branch = false;      // the point is a comparison
  bool elementwise = false; // see Point
  std::string what;         // the point, see Point::what
  Figures figures;          // where the harm is largest; without harm where most samples differ
  std::optional<Witness> witness;
  bool helps = false; // in some family another order is clearly better on some samples, with `longTrips` of open loops at most
  Figures help;       // where it is so without harm, on the largest share
  /// Of loops of open length the fewest trips with which an output is hurt or lost; 0 where none is, or no loop is open.
  std::uint32_t fewestTrips = 0;
  double hurtUlps = evidence::hurtUlps; // an output is hurt beyond these
  double operations = 0;                // evaluated
  bool ofInputs = false;                // an output is hurt no more than half a unit in the last place of its inputs explains
  bool ofTerms = false;                 // ... than a unit in the last place of the terms that are added up in it
  double differing = 0;                 // the largest share of a family's samples in which an output has other bits
};

struct JudgeOptions {
  std::uint64_t seed = 1;
  /// An output whose real value is zero is hurt where the written order leaves anything. Otherwise such samples show that an order helps and no harm:
  /// what roundings leave of them says nothing of its size beside the inputs.
  bool zerosCount = true;
  /// An output is hurt where its error is more than half a unit in the last place of its inputs explains; else another order helps, no more. Without
  /// another order, whose inputs these are, it is hurt as it is.
  bool roundedInputs = false;
  /// The same where its error is more than a unit in the last place of the terms of the sum that it is, of which nothing is left but that.
  bool roundedTerms = false;
  double operations = static_cast<double>(limits::most(limits::Limit::EvidenceOperations)); // at most; samples are fewer where they do not suffice
};

/// What an operation of the slice costs in the mean, in additions.
double costOfOperation(const Slice &slice);

/// Trips of loops of open length from which on a harm rests on the assumption that they are long.
constexpr std::uint32_t longTrips = 64;

Judgement judge(const Slice &slice, const JudgeOptions &options = {});

/// The family, with the trips of loops of open length: "offset data, loops of 7 trips".
std::string runsOf(const Figures &figures);

/// "what is stored to 'p[i]' is more than 8 ulp off on 12 % of the inputs (near-equal pairs), ...": one sentence without a final period, for what
/// harms; else empty.
std::string sentence(const Judgement &judgement);

/// The same where nothing harms: on how many inputs another order is better, or has other bits; empty where none has.
std::string sentenceOfBits(const Judgement &judgement);

} // namespace fporder::evidence
