// How much of a program the cross-check runs.
#pragma once

#include "runtime/limits/limits.h"

#include <cstdint>

namespace fporder::execute {

/// Floating-point operations of one run.
constexpr std::uint64_t mostFloatingOperations = limits::most(limits::Limit::CheckedOperations);
/// Statements and expressions of one run, those on integers included: what ends a loop that computes nothing.
constexpr std::uint64_t mostSteps = limits::most(limits::Limit::CheckedSteps);
/// Elements of one object, and of all objects together.
constexpr std::uint64_t mostCells = limits::most(limits::Limit::CheckedCells), mostCellsTogether = limits::most(limits::Limit::CheckedCellsTogether);
/// Calls within calls, and expressions and statements within each other.
constexpr unsigned mostCalls = limits::most(limits::Limit::CheckedCalls), mostNesting = limits::most(limits::Limit::CheckedNesting);

} // namespace fporder::execute
