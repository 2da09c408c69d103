// What an instrumented program hands over, one chunk at a time, into the statistics of fporder::shadow<T>: one report, two ways in.
//
// A chunk is recorded the first 64 times, then at growing distances (each 64th part later), and whenever a result's error exceeds what its site
// has shown by more than a 1024th, a comparison may come out otherwise, or a result is not finite. Distributions and means are of the sampled
// executions; counts and flips are of all, and so are largest errors, to within a 1024th. Undecided results are counted where they exceed what the
// site has shown, until nothing bounds the errors of a place any more, and from then on by what samples stand for.
#pragma once

#include "runtime/shadow/program/abi.h"

#include <fporder/shadow/registry.h>

namespace fporder::program {

/// Of one execution of a site.
struct Record {
  const SiteDescription &site;
  const Entry &entry;
  shadowing::SiteId id;
  bool isSampled; // not only since it is remarkable
  double weight;  // the number of executions that a sampled one stands for
};

/// Its error is not finite, and it restarts; but for numbers of MPFR, which go on beside infinities.
bool restarts(const Entry &entry);

/// The bound with which a result restarts whose error is not finite: 0 where the result is what the operation gives over the reals and infinities, as
/// far as these operands are exact; infinity where an operation overflowed or had an unknown operand, so that nothing is known of its exact value.
double restartBound(const Record &record);

/// `state` is the site's; its limit is set anew.
void recordOperation(const Record &record, SiteState &state, shadowing::SiteStatistics &statistics);
void recordDecision(const Record &record, shadowing::SiteStatistics &statistics);
void recordOutput(const Record &record, shadowing::Counters &counters);
/// Operands of two operations that could have run in another order; `entries` are the chunk's.
void offerOrders(const Record &record, const Record *chunk, shadowing::Shard &shard);

/// A result's error in ulp; NaN where it is not decided or not finite.
double severityOf(const SiteDescription &site, const Entry &entry);

/// Of an exact value nothing is known: bounded by nothing, or stored before it restarted. Numbers of MPFR, whose errors are not finite beside an
/// infinity or NaN, have an infinite radius.
bool isUnknown(Shadow shadow);

/// Where nothing bounds the errors, a sample counts for the executions that it stands for; what else is recorded counts once.
void countUndecided(const Record &record, bool isUnbounded, shadowing::SiteStatistics &statistics);

/// The record as what a report shows of one execution.
shadowing::Case caseOf(const Record &record, double severity, double exact);

/// A result's bound is small beside its error, or beside the format's unit.
bool isDecided(shadowing::Format format, double result, Shadow shadow);

} // namespace fporder::program
