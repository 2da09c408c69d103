// Evidence in words.
#include "analyzer/findings/evidence_text.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace fporder;
using namespace fporder::findings;

namespace {

evidence::Judgement hurt() {
  evidence::Judgement judgement;
  judgement.harm = evidence::Harm::Hurt;
  judgement.what = "the result";
  judgement.figures.family = "near-equal pairs";
  judgement.figures.trips = 7;
  judgement.figures.share = 0.25;
  judgement.differing = 0.5;
  evidence::Witness &witness = judgement.witness.emplace();
  witness.inputs = {{"x", static_cast<double>(0.1F), format::Format::Binary32, {}}, {"n", 3, format::Format::Integer, {}}};
  witness.format = format::Format::Binary32;
  witness.exact = static_cast<double>(0.2F);
  witness.written = std::numeric_limits<double>::infinity();
  witness.other = static_cast<double>(0.2F);
  return judgement;
}

} // namespace

TEST_CASE("evidence text: a judgement with harm says it, its family with the trips, and its witness") {
  Finding finding;
  finding.judged = judgedBy(hurt());
  CHECK(finding.judged->evaluated);
  CHECK(finding.judged->family == "near-equal pairs, loops of 7 trips");
  CHECK(finding.judged->share == 0.25);
  CHECK(whyText(finding) == sentence(hurt()));
  CHECK(witnessText(*finding.judged->witness) == "x = 0.1, n = 3: exact 0.2, written infinity, another order 0.2");
}

TEST_CASE("evidence text: without another order the exact value stands alone") {
  evidence::Judgement judgement = hurt();
  judgement.witness->alone = true;
  judgement.witness->written = std::numeric_limits<double>::quiet_NaN();
  CHECK(witnessText(*judgement.witness) == "x = 0.1, n = 3: exact 0.2, written NaN");
}

TEST_CASE("evidence text: what was not evaluated says so after its kinds, what harms nothing leaves the word to the kinds") {
  Finding finding;
  CHECK(whyText(finding) == sentenceOf("order-sensitive"));
  evidence::Judgement judgement;
  judgement.notEvaluated = "its value is not followed to what leaves the function";
  finding.judged = judgedBy(judgement);
  finding.evidence = {{"unordered", "", {}}};
  CHECK(!finding.judged->evaluated);
  CHECK(whyText(finding) == std::string(sentenceOf("unordered")) + "; not evaluated: its value is not followed to what leaves the function");
  finding.severity = rules::Severity::Warning;
  CHECK(whyText(finding) ==
        std::string(sentenceOf("unordered")) + "; judged on the match alone: its value is not followed to what leaves the function");
  finding.judged = judgedBy(evidence::Judgement{});
  CHECK(finding.judged->evaluated);
  CHECK(finding.judged->family.empty());
  CHECK(whyText(finding) == sentenceOf("unordered"));
  finding.severity = rules::Severity::Remark;
  CHECK(whyText(finding) == std::string(sentenceOf("unordered")) + "; evaluation shows no harm");
  judgement = {};
  judgement.differing = 0.25;
  judgement.figures = {.family = "unit scale", .usable = 4};
  finding.judged = judgedBy(judgement);
  CHECK(whyText(finding) ==
        std::string(sentenceOf("unordered")) +
            "; evaluation shows no harm: another order gives other bits on 25 % of the inputs (unit scale), and none is clearly more accurate");
}

TEST_CASE("evidence text: what was evaluated comes first, then what was seen, then nothing of the kinds") {
  Finding finding;
  finding.judged = judgedBy(hurt());
  finding.evidence = {{"cancelling-consumer", "the result feeds 'w[i] - update'", {}}, {"unordered", "", {}}};
  CHECK(whyText(finding) == sentence(hurt()) + "; the result feeds 'w[i] - update'");
}

TEST_CASE("evidence text: each kind of evidence that a rule may give has a sentence") {
  for (const char *kind : {"order-sensitive", "cancelling-consumer", "quantising-consumer", "rounded-apart", "narrow-format", "range", "unordered",
                           "unstable-form", "fast-math", "contraction", "differs-from-reference"}) {
    const std::string_view sentence = sentenceOf(kind);
    CAPTURE(kind);
    CHECK(sentence.find(' ') != std::string_view::npos);
    CHECK(sentence.find(kind) == std::string_view::npos);
    CHECK_FALSE(sentence.ends_with('.'));
  }
  CHECK(sentenceOf("astrology").empty());
}

TEST_CASE("evidence text: what stands at the place of evidence is its consumer, if it is not the other rounding") {
  CHECK(placeLabelOf("cancelling-consumer") == "the consumer");
  CHECK(placeLabelOf("rounded-apart") == "rounded in another direction");
  CHECK(placeLabelOf("astrology") == "the consumer");
}

TEST_CASE("evidence text: what was seen comes before the sentence of its kind, nothing is said twice") {
  Finding finding;
  finding.evidence = {{"cancelling-consumer", "the result feeds 'w[i] - update'", {}}, {"unordered", "", {}}, {"unordered", "", {}}};
  CHECK(whyText(finding) == "the result feeds 'w[i] - update'; the terms are combined in an order that may change from run to run");
}
