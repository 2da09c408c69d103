// Judgements on slices that are equal but for names: generated and unrolled code has one form a hundred times.
#pragma once

#include "runtime/evidence/judgement.h"

#include <mutex>
#include <string>
#include <unordered_map>

namespace fporder::evidence {

/// Safe to use from several threads; a judgement is the same whether it is known or not.
class Judgements {
public:
  Judgement operator()(const Slice &slice, const JudgeOptions &options);

private:
  std::mutex mutex;
  std::unordered_map<std::string, Judgement> known; // by everything that a judgement depends on
};

} // namespace fporder::evidence
