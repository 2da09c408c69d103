// How much work a sample is, in operations: what sampling is capped by, so that it ends in like time on every machine with the same figures.
//
// An operation of arithmetic counts 1 for each order and 8 for the real value; a function counts what it costs beside that, one that only MPFR knows
// most. What depends on a reduction's loop counts once a term. How many samples the oracle leaves to MPFR depends on the values: it is looked up on
// the first ones.
#pragma once

#include "runtime/measure/binding.h"
#include "runtime/measure/subject.h"

namespace fporder::measure {

/// Of one sample with all orders, the consumer's included; `escalated` is the share of samples whose real value only MPFR decides.
double operationsPerSample(const Subject &subject, const Binding &binding, double escalated);

/// Of the real values of one sample that MPFR decides.
double escalatedOperations(const Subject &subject, const Binding &binding);

/// Of one evaluation of one order and of the real value.
double operationsPerTrial(const Subject &subject, const Binding &binding, std::size_t ordering, double escalated);

/// "61 thousand", "1.2 million", "40 billion": for messages.
std::string roughly(double operations);

} // namespace fporder::measure
