#include "analyzer/findings/cross_check.h"

namespace fporder::findings {

std::string text(const CrossCheck &check) {
  switch (check.verdict) {
  case CrossCheck::Verdict::Agrees:
    return "cross-checked: " + std::to_string(check.values) + (check.values == 1 ? " value has" : " values have") + " the program's bits" +
           (check.reason.empty() ? "" : ", " + check.reason);
  case CrossCheck::Verdict::Differs:
    return "internal error: " + check.reason + "; no figure is printed";
  case CrossCheck::Verdict::NotChecked:
    break;
  }
  return "not cross-checked: " + check.reason;
}

std::string name(CrossCheck::Verdict verdict) {
  return verdict == CrossCheck::Verdict::Agrees ? "agrees" : verdict == CrossCheck::Verdict::Differs ? "differs" : "not checked";
}

} // namespace fporder::findings
