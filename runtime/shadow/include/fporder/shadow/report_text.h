// The report for people: outputs, places, cancellations, orders, each as a table that fits a terminal.
#pragma once

#include <fporder/shadow/report_model.h>

#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace fporder::shadowing {

/// The shortest decimal that reads back as the same value of the format (for the 16-bit formats: enough digits), and its bits as hexadecimal.
inline std::string decimal(Format format, double value) {
  char text[512];
  if (format == Format::Binary64 || (format == Format::Binary32 && std::isfinite(value))) {
    const auto end = format == Format::Binary64 ? std::to_chars(text, text + sizeof text, value).ptr
                                                : std::to_chars(text, text + sizeof text, static_cast<float>(value)).ptr;
    return {text, end};
  }
  std::snprintf(text, sizeof text, "%.*g", precisionOf(format).bits * 30103 / 100000 + 2, value);
  return text;
}

inline std::string hexadecimal(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

namespace detail {

inline std::string printed(const char *pattern, double value) {
  char text[64];
  std::snprintf(text, sizeof text, pattern, value);
  return text;
}

/// An error in ulp with three digits, or a condition number.
inline std::string figure(double value) { return value != 0 && (value < 0.01 || value >= 1e6) ? printed("%.1e", value) : printed("%.3g", value); }
inline std::string percent(double share) { return printed("%.1f %%", 100 * share); }

/// 1,234,567.
inline std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t position = text.size(); position > 3; position -= 3)
    text.insert(position - 3, ",");
  return text;
}

inline std::string plural(std::uint64_t count, const std::string &noun) { return grouped(count) + " " + noun + (count == 1 ? "" : "s"); }

inline std::string padded(std::string text, std::size_t width, bool right = true) {
  if (text.size() < width)
    text.insert(right ? 0 : text.size(), width - text.size(), ' ');
  return text;
}

inline std::string placeText(const Site &site) { return site.file + ":" + std::to_string(site.line) + ":" + std::to_string(site.column); }

inline std::string both(Format format, double value) { return decimal(format, value) + " (" + hexadecimal(value) + ")"; }

/// The operation with its operands: `a - b`, `exp(a)`.
inline std::string caseText(const PlaceReport &place, const Case &example) {
  const Format format = place.site.format;
  const std::string &name = place.site.operation;
  const bool symbol = !name.empty() && std::string_view("+-*/<>=!").find(name.front()) != std::string_view::npos;
  if (symbol && example.operandCount == 2)
    return both(format, example.operands[0]) + " " + name + " " + both(format, example.operands[1]);
  std::string text = symbol ? "" : name + "(";
  for (unsigned index = 0; index < example.operandCount; ++index)
    text += (index > 0 ? ", " : "") + both(name == "conversion" ? Format::Binary64 : format, example.operands[index]);
  return text + (symbol ? "" : ")");
}

inline std::string outputsText(const Report &report) {
  std::string text = "outputs, error in ulp" + padded("values", 24) + padded("mean", 10) + padded("p99 below", 12) + padded("max", 10) + "\n";
  for (const auto &[name, statistics] : report.outputs) {
    text += "  " + padded(name + "  " + precisionOf(statistics.format).name, 33, false) + padded(grouped(statistics.count), 10) +
            padded(figure(statistics.error.mean()), 10) + padded(figure(statistics.errorBy2.quantileBound(0.99)), 12) +
            padded(figure(statistics.error.largest), 10) + "\n";
    if (statistics.worst.severity >= 0)
      text += "      worst: " + both(statistics.format, statistics.worst.result) + ", exactly " + decimal(Format::Binary64, statistics.worst.exact) +
              "\n";
    if (statistics.nonFinite > 0)
      text += "      not finite, here or exactly: " + plural(statistics.nonFinite, "value") + "\n";
    if (statistics.undecided > 0)
      text += "      not decided by the shadow's precision: " + plural(statistics.undecided, "value") + "\n";
  }
  return text + "\n";
}

inline std::string exceptionsText(const PlaceReport &place) {
  const SiteStatistics &statistics = place.statistics;
  std::string text;
  const auto say = [&](std::uint64_t count, const char *what) {
    if (count > 0)
      text += "      " + plural(count, "time") + " " + what + "\n";
  };
  say(statistics.overflows, "to infinity from finite operands");
  say(statistics.underflows, "rounded below the normal range");
  say(statistics.invalids, "to NaN from numbers");
  say(statistics.undecided, "not decided by the shadow's precision");
  if (statistics.flips > 0) {
    const std::string outcome = !place.isOperation() ? (statistics.flip.exact != 0 ? ", exactly true" : ", exactly false")
                                                     : ", exactly " + decimal(Format::Binary64, statistics.flip.exact);
    text += "      decides otherwise than the exact values " + grouped(statistics.flips) + " of " + plural(statistics.count, "time") + ", as at " +
            caseText(place, statistics.flip) + outcome + "\n";
  }
  return text;
}

inline std::string worstText(const PlaceReport &place) {
  const Case &worst = place.statistics.worst;
  if (!(worst.severity > 0))
    return {};
  return "      worst: " + caseText(place, worst) + " = " + both(place.site.format, worst.result) + ", exactly " +
         decimal(Format::Binary64, worst.exact) + "\n";
}

inline std::string meanAndMax(const Summary &summary) { return padded(" " + figure(summary.mean()) + " / " + figure(summary.largest), 19); }

inline std::string placeRow(const PlaceReport &place) {
  const SiteStatistics &statistics = place.statistics;
  std::string text = padded(percent(place.share), 9) + "  " + placeText(place.site) + "  " + place.site.operation + "  " +
                     precisionOf(place.site.format).name + "\n" + padded(grouped(statistics.count), 20);
  text += place.isOperation() ? meanAndMax(statistics.born) + meanAndMax(statistics.incoming) + meanAndMax(statistics.outgoing) + "\n"
                              : "  comparisons\n";
  if (statistics.amplification.count > 0)
    text += "      cancels " + plural(statistics.amplification.count, "time") + ", amplifying by up to " + figure(statistics.amplification.largest) +
            " (p99 below " + figure(statistics.amplificationBy2.quantileBound(0.99)) + ")\n";
  text += exceptionsText(place);
  return text + worstText(place);
}

inline std::string placesText(const Report &report, std::size_t limit) {
  static constexpr const char *titles[] = {
      "places, by their share in the outputs' error\n", "places, by their share in the error of all results; no output is marked\n",
      "places, by their share in what operations add to their operands' errors; means are of sampled executions\n"};
  std::string text = titles[static_cast<unsigned>(report.sharesAreOf)];
  text += "    share  place  operation  format\n" + padded("count", 20) + padded("born here", 19) + padded("in operands", 19) +
          padded("in result", 19) + "  ulp, mean / max\n";
  std::size_t shown = 0, quiet = 0;
  for (const PlaceReport &place : report.places) {
    const bool matters = place.share > 0 && shown < limit;
    if (!matters && !(place.isRemarkable() && shown < 2 * limit)) {
      ++quiet;
      continue;
    }
    ++shown;
    text += placeRow(place);
  }
  return text + (quiet > 0 ? "  and " + plural(quiet, "place") + " with less or no error\n" : "");
}

inline std::string cancellationsText(const Report &report, std::size_t limit) {
  if (report.cancellations.empty())
    return {};
  std::string text = "\ncancellations, by the error of the operands that they pass on; the subtraction itself may well be exact\n"
                     "    place  operation  format\n" +
                     padded("cancels", 20) + padded("condition", 19) + padded("in operands", 19) + padded("passed on", 19) + "  ulp, mean / max\n";
  for (std::size_t index = 0; index < report.cancellations.size() && index < limit; ++index) {
    const PlaceReport &place = report.cancellations[index];
    const SiteStatistics &statistics = place.statistics;
    text += "    " + placeText(place.site) + "  " + place.site.operation + "  " + precisionOf(place.site.format).name + "\n" +
            padded(grouped(statistics.amplification.count), 20) + meanAndMax(statistics.amplification) + meanAndMax(statistics.incoming) +
            meanAndMax(statistics.passedOn) + "\n" + worstText(place);
  }
  const std::size_t more = report.cancellations.size() - std::min(limit, report.cancellations.size());
  return text + (more > 0 ? "  and " + plural(more, "place") + " that pass on less\n" : "");
}

inline std::string orderTable(const OrderReport &entry) {
  std::string text = "\norders at " + placeText(entry.outer) + " of '" + entry.inner.operation + "' (" + placeText(entry.inner) + ") and '" +
                     entry.outer.operation + "', " + precisionOf(entry.format).name + ", on " + plural(entry.sampled, "distinct operand triple") +
                     " of " + grouped(entry.offered) + "\n    " + padded("order", 18, false) + padded("max ulp", 10) + padded("mean ulp", 10) +
                     padded("bits differ", 13) + padded("closer", 9) + padded("overflow", 10) + padded("underflow", 11) + "\n";
  for (const OrderResult &order : entry.orders)
    text += std::string(order.written ? "  * " : "    ") + padded(order.text, 18, false) +
            padded(order.measured > 0 ? figure(order.maxUlp) : "-", 10) + padded(order.measured > 0 ? figure(order.meanUlp) : "-", 10) +
            padded(order.written ? "-" : percent(order.bitsDiffer), 13) + padded(percent(order.closer), 9) + padded(grouped(order.overflows), 10) +
            padded(grouped(order.underflows), 11) + "\n";
  return text;
}

inline std::string restartsText(const Report &report, std::size_t limit) {
  if (report.restarts.empty())
    return {};
  std::string text = "\nnot followed: values that code without shadows has made, or operations on bits; they restart with no error\n";
  for (std::size_t index = 0; index < report.restarts.size() && index < limit; ++index) {
    const RestartReport &restart = report.restarts[index];
    text += padded(grouped(restart.count), 20) + "  " + restart.site.operation + " at " + placeText(restart.site) + "\n";
  }
  return text + (report.restarts.size() > limit ? "  and at " + plural(report.restarts.size() - limit, "place") + "\n" : "");
}

/// The command that runs this process, as a shell reads it; empty where the system does not say.
inline std::string commandOfProcess() {
  const int descriptor = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  std::string all, text;
  char buffer[4096];
  for (ssize_t count = 0; descriptor >= 0 && (count = read(descriptor, buffer, sizeof buffer)) > 0;)
    all.append(buffer, static_cast<std::size_t>(count));
  if (descriptor >= 0)
    close(descriptor);
  for (std::size_t begin = 0, end = 0; (end = all.find('\0', begin)) != std::string::npos; begin = end + 1) {
    std::string argument = all.substr(begin, end - begin);
    const bool plain = !argument.empty() &&
                       argument.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+=:,./_-") == std::string::npos;
    for (std::size_t at = 0; !plain && (at = argument.find('\'', at)) != std::string::npos; at += 4)
      argument.replace(at, 1, "'\\''");
    text += (text.empty() ? "" : " ") + (plain ? argument : "'" + argument + "'");
  }
  return text;
}

/// Of an instrumented program: where the shadows' precision did not suffice, and what decides it.
inline std::string undecidedText(const Report &report, std::size_t limit) {
  std::uint64_t outputs = 0;
  for (const OutputReport &output : report.outputs)
    outputs += output.statistics.undecided;
  if (precisionName[0] == 0 || report.undecided + outputs == 0)
    return {};
  std::string text = "\nundecided: " + plural(report.undecided, "result") + " and " + plural(outputs, "output value") +
                     ", whose error this precision of the shadows does not know\n";
  std::size_t shown = 0, more = 0;
  for (const PlaceReport &place : report.places)
    if (place.statistics.undecided > 0 && ++shown <= limit)
      text += padded(grouped(place.statistics.undecided), 20) + "  " + place.site.operation + " at " + placeText(place.site) + "\n";
    else if (place.statistics.undecided > 0)
      ++more;
  text += more > 0 ? "  and at " + plural(more, "place") + "\n" : "";
  const bool hasBits = precisionName[0] >= '0' && precisionName[0] <= '9';
  return text + (hasBits ? "" : "  repeat with more bits where repeating is safe: fporder-run -- " + commandOfProcess() + "\n");
}

} // namespace detail

/// At most `places` rows of places (twice as many where something remarkable happened), `cancellations` of those that cancel, and `orders` tables.
inline std::string reportText(const Report &report, std::size_t places = 20, std::size_t cancellations = 10, std::size_t orders = 8) {
  std::string text = "fporder: shadow execution of " + detail::plural(report.operations, "operation") + " and " +
                     detail::plural(report.decisions, "decision") + ", " + detail::grouped(report.flips) +
                     " taken otherwise than by the exact values" +
                     (precisionName[0] == 0 ? std::string() : std::string("; shadows: ") + precisionName.data()) + "\n\n";
  if (!report.outputs.empty())
    text += detail::outputsText(report);
  text += detail::placesText(report, places);
  text += detail::cancellationsText(report, cancellations);
  for (std::size_t index = 0; index < report.orders.size() && index < orders; ++index)
    text += detail::orderTable(report.orders[index]);
  if (report.orders.size() > orders)
    text += "\nand " + detail::plural(report.orders.size() - orders, "place") + " where another order was possible\n";
  if (!report.trees.empty())
    text += "\norders of " + detail::plural(report.trees.size(), "whole expression") +
            ": FPORDER_SHADOW_REPORT=report.json keeps them, fporder-check --shadow-report=report.json measures them\n";
  text += detail::restartsText(report, places);
  return text + detail::undecidedText(report, cancellations);
}

} // namespace fporder::shadowing
