#include "analyzer/report/findings.h"

namespace fporder::report {

using namespace llvm;

ArrayRef<Kind> kinds() {
  static constexpr Kind all[] = {
      {"flip", "A branch or a conversion to an integer that the exact values would have taken otherwise.", true, &SavedPlace::flips},
      {"overflow", "An infinite result of finite operands.", true, &SavedPlace::overflow},
      {"invalid", "A NaN that was made of numbers.", true, &SavedPlace::invalid},
      {"underflow", "An inexact result below the normal range.", false, &SavedPlace::underflow},
      {"cancellation", "A sum or difference that cancels and passes on more error of its operands than its own rounding brings.", false,
       &SavedPlace::cancels},
      {"undecided", "Results or decisions that the precision of the shadows does not decide: fporder-run repeats the program with more bits.", false,
       &SavedPlace::undecided},
  };
  return all;
}

std::string Finding::message() const {
  const std::string text =
      "'" + place->place.operation + "' in " + place->place.format + ": " + std::to_string(count) + " of " + std::to_string(place->count);
  if (kind->name == "flip")
    return text + " decide otherwise than the exact values";
  if (kind->name == "overflow")
    return text + " results are infinite, of finite operands";
  if (kind->name == "invalid")
    return text + " results are NaN, made of numbers";
  if (kind->name == "underflow")
    return text + " results are rounded below the normal range";
  if (kind->name == "cancellation")
    return text + " results cancel; they are off by up to " + shortest(place->maxUlp) + " ulp";
  return text + " are not decided by the precision of the shadows";
}

std::vector<Finding> findingsOf(const SavedReport &report, Sources &sources) {
  std::vector<Finding> findings;
  for (const SavedPlace &place : report.places)
    for (const Kind &kind : kinds())
      if (const std::uint64_t count = place.*kind.count; count > 0)
        findings.push_back({&kind, &place, count, sources.isSuppressed(place.place.file, place.place.line, "fporder-shadow-" + kind.name.str())});
  return findings;
}

void forget(SavedReport &report, Sources &sources) {
  for (SavedPlace &place : report.places)
    for (const Kind &kind : kinds())
      if (place.*kind.count > 0 && sources.isSuppressed(place.place.file, place.place.line, "fporder-shadow-" + kind.name.str()))
        place.*kind.count = 0;
}

} // namespace fporder::report
