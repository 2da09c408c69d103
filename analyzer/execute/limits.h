// How much of a program the cross-check runs.
#pragma once

#include <cstdint>

namespace fporder::execute {

/// Floating-point operations of one run.
constexpr std::uint64_t mostFloatingOperations = 10'000;
/// Statements and expressions of one run, those on integers included: what ends a loop that computes nothing.
constexpr std::uint64_t mostSteps = 400'000;
/// Elements of one object, and of all objects together.
constexpr std::uint64_t mostCells = 1 << 16, mostCellsTogether = 1 << 20;
/// Calls within calls, and expressions and statements within each other.
constexpr unsigned mostCalls = 64, mostNesting = 1500;

} // namespace fporder::execute
