// Judgements on slices that are equal but for names: generated and unrolled code has one form a hundred times, and the functions of a header are
// judged in every unit that includes it.
#pragma once

#include "runtime/evidence/judgement.h"

#include <mutex>
#include <string>
#include <unordered_map>

namespace fporder::evidence {

/// Safe to use from several threads; a judgement is the same whether it is known or not. What is kept is limited (JudgementsKept), and given back
/// with the object.
class Judgements {
public:
  Judgement operator()(const Slice &slice, const JudgeOptions &options);

private:
  std::mutex mutex;
  std::unordered_map<std::string, Judgement> known; // by everything that a judgement depends on
  std::size_t kept = 0;                             // bytes, about
};

} // namespace fporder::evidence
