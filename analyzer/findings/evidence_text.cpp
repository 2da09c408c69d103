#include "analyzer/findings/evidence_text.h"

#include "runtime/order/number.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fporder::findings {

namespace {

struct EvidenceRow {
  std::string_view kind, sentence;
  std::string_view atPlace = "the consumer"; // what stands where the evidence is
};

/// One row for each kind of rules::Evidence. The kind of a finding without any other evidence comes first.
constexpr EvidenceRow rows[]{
    {"order-sensitive", "the order decides the last bits of the result; no consumer is known that amplifies the difference"},
    {"cancelling-consumer", "a subtraction of the result cancels and amplifies its rounding error"},
    {"quantising-consumer", "the result is rounded to fewer digits or to an integer: one ulp can move it to the next value"},
    {"rounded-apart", "the same expression is rounded in another direction elsewhere", "rounded in another direction"},
    {"narrow-format", "the format has few digits for this computation"},
    {"range", "an intermediate result can overflow or underflow where the final one does not"},
    {"unordered", "the terms are combined in an order that may change from run to run"},
    {"unstable-form", "the form loses digits for some inputs; another form keeps them"},
    {"fast-math", "the compiler may reassociate these operations"},
    {"contraction", "the compiler may fuse the product into the addition"},
    {"differs-from-reference", "the reference computes it otherwise"},
};

std::string number(double value, format::Format format) {
  if (std::isfinite(value))
    return order::Number::fromDouble(value).display(format);
  return std::isnan(value) ? "NaN" : value < 0 ? "-infinity" : "infinity";
}

} // namespace

Judged judgedBy(const evidence::Judgement &judgement) {
  Judged judged;
  judged.evaluated = judgement.notEvaluated.empty();
  if (!judged.evaluated) {
    judged.text = judgement.notEvaluated;
    return judged;
  }
  judged.text = sentence(judgement);
  judged.differing = judgement.differing;
  judged.bits = sentenceOfBits(judgement);
  if (judgement.harm == evidence::Harm::None)
    return judged;
  judged.family = runsOf(judgement.figures);
  judged.share = judgement.figures.share;
  judged.witness = judgement.witness;
  return judged;
}

std::string_view placeLabelOf(std::string_view kind) {
  const auto *const row = std::ranges::find(rows, kind, &EvidenceRow::kind);
  return row == std::end(rows) ? EvidenceRow().atPlace : row->atPlace;
}

std::string_view sentenceOf(std::string_view kind) {
  const auto *const row = std::ranges::find(rows, kind, &EvidenceRow::kind);
  return row == std::end(rows) ? std::string_view() : row->sentence;
}

namespace {

/// Of a warning that nothing was evaluated for, and of a remark that speaks of a harm: why it is what it is.
std::string whatDecided(const Finding &finding) {
  if (!finding.judged || (finding.judged->evaluated && !finding.judged->text.empty()))
    return {};
  if (finding.severity == rules::Severity::Warning)
    return finding.judged->evaluated || finding.judged->text.empty() ? std::string() : "; judged on the match alone: " + finding.judged->text;
  const bool speaksOfHarm = std::ranges::any_of(finding.evidence, [](const rules::Evidence &each) { return each.kind != rows[0].kind; });
  if (!speaksOfHarm)
    return {};
  if (!finding.judged->evaluated)
    return "; not evaluated: " + finding.judged->text;
  return finding.judged->bits.empty() ? "; evaluation shows no harm" : "; evaluation shows no harm: " + finding.judged->bits;
}

} // namespace

std::string whyText(const Finding &finding) {
  std::vector<std::string_view> sentences;
  const auto say = [&](std::string_view sentence) {
    if (!sentence.empty() && std::ranges::find(sentences, sentence) == sentences.end())
      sentences.push_back(sentence);
  };
  const bool evaluated = finding.judged && finding.judged->evaluated;
  const auto sayKind = [&](std::string_view kind) {
    say(evaluated && kind == rows[0].kind && !finding.judged->bits.empty() ? finding.judged->bits : sentenceOf(kind));
  };
  if (evaluated)
    say(finding.judged->text);
  for (const rules::Evidence &evidence : finding.evidence)
    say(evidence.detail);
  if (!evaluated || sentences.empty())
    for (const rules::Evidence &evidence : finding.evidence)
      if (evidence.detail.empty())
        sayKind(evidence.kind);
  if (sentences.empty())
    sayKind(rows[0].kind);
  std::string text;
  for (const std::string_view sentence : sentences)
    text += (text.empty() ? "" : "; ") + std::string(sentence);
  return text + whatDecided(finding);
}

std::string witnessText(const evidence::Witness &witness) {
  std::string text;
  for (const evidence::Witness::Input &input : witness.inputs)
    text += (text.empty() ? "" : ", ") + input.name + " = " + number(input.value, input.format);
  text += text.empty() ? "" : ": ";
  text += "exact " + number(witness.exact, witness.format) + ", written " + number(witness.written, witness.format);
  return witness.alone ? text : text + ", another order " + number(witness.other, witness.format);
}

} // namespace fporder::findings
