// A finding's measured figures in words and columns, for text and HTML.
#pragma once

#include "analyzer/findings/finding.h"

#include <optional>
#include <string>
#include <vector>

namespace fporder::findings {

struct MeasuredRow {
  std::string order;
  bool written = false;
  std::vector<std::string> cells; // as MeasuredTable::columns
};

struct MeasuredTable {
  std::string caption; // "measured on 1,000,000 samples, binary32"
  std::vector<std::string> columns;
  std::vector<MeasuredRow> rows;
};

/// What a sentence calls an order: its expression in quotes, or "order B" where the table shows letters.
std::string orderName(const Finding &finding, std::size_t order);

/// The most accurate of the orders that are clearly more accurate than the written one, or deliver results that it loses; none where there is none.
/// Orders that lose more results over the format's full range, where that was measured, do not count.
/// Precondition: the finding has a measurement.
std::optional<std::size_t> moreAccurateOrder(const Finding &finding);

/// Whether the order loses more results over the format's full range than the written one, as far as that was measured.
bool isFragile(const Finding &finding, std::size_t order);

/// Precondition: the finding has a measurement.
MeasuredTable measuredTable(const Finding &finding);

/// What the figures mean, one sentence each, the verdict first: which order is more accurate if any, what the consumer makes of it, losses of range,
/// samples left out, where the values come from, the worst case.
std::vector<std::string> measuredSentences(const Finding &finding);

/// 0 of nothing.
double shareOf(std::uint64_t part, std::uint64_t whole);
/// "1.23e-08", "0.346", "17": four significant digits at most.
std::string shortFigure(double value);
/// "35.2 %", "0.0031 %", "0".
std::string shortShare(double share);
/// "1,000,000".
std::string grouped(std::uint64_t count);

} // namespace fporder::findings
