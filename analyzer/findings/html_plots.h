// The pictures of the HTML report as inline SVG: no script, no network; colours are CSS variables, so that they follow the page's theme, and orders
// differ by dash and marker as well as by colour.
#pragma once

#include "analyzer/findings/finding.h"

#include <string>
#include <vector>

namespace fporder::findings {

/// Text made safe for HTML: markup escaped, invalid UTF-8 and control characters replaced.
std::string htmlText(std::string_view text);

/// A place or length of a picture, in pixels, to a tenth.
std::string coordinate(double pixels);

/// Share of samples with an error of at most so many ulps, a curve for each order. Precondition, here and below: the finding has a measurement.
std::string errorDistributionPlot(const Finding &finding);

/// Error in ulps of single samples against the size of their largest input; empty without such samples.
std::string errorScatterPlot(const Finding &finding);

/// Mean error against operations, the orders that nothing beats in both marked.
std::string costPlot(const Finding &finding);

struct OrderPicture {
  std::string svg, caption; // the caption is no HTML
};

/// The written order and the first others as trees of operations, numbered as they run; of the written one that is marked which the first other does
/// not compute, of the others what the written one does not. Trees of more than Limit::PlottedNodes nodes are left out. Precondition: the finding has
/// a subject.
std::vector<OrderPicture> orderPictures(const Finding &finding);

} // namespace fporder::findings
