#include "analyzer/findings/evidence_text.h"

#include "runtime/order/number.h"

#include <cmath>

namespace fporder::findings {

namespace {

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
  if (judgement.harm == evidence::Harm::None)
    return judged;
  judged.family = runsOf(judgement.figures);
  judged.share = judgement.figures.share;
  judged.witness = judgement.witness;
  return judged;
}

std::string evidenceText(const Finding &finding) {
  if (!finding.judged)
    return {};
  const Judged &judged = *finding.judged;
  if (judged.evaluated)
    return judged.text;
  return judged.text.empty() ? judged.text : "judged on the match alone: " + judged.text;
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
