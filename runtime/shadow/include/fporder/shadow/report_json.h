// The report for programs. Numbers that are not finite are strings: "inf", "-inf", "nan". Keys and meanings are those of the structures in
// report_model.h and statistics.h; `orders` entries use the keys of fporder-check's measured orders.
#pragma once

#include <fporder/shadow/report_text.h>

namespace fporder::shadowing {

namespace detail {

inline std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char character : text) {
    if (character == '"' || character == '\\') {
      result += '\\';
      result += character;
    } else if (static_cast<unsigned char>(character) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(character));
      result += escaped;
    } else {
      result += character;
    }
  }
  return result + "\"";
}

inline std::string json(double value) {
  if (value == 0 && std::signbit(value))
    return "-0.0"; // a reader takes "-0" for the integer 0
  return std::isfinite(value) ? decimal(Format::Binary64, value) : quoted(decimal(Format::Binary64, value));
}
inline std::string json(std::uint64_t value) { return std::to_string(value); }
inline std::string json(std::string_view value) { return quoted(value); }
inline std::string json(const char *value) { return quoted(value); }
inline std::string json(bool value) { return value ? "true" : "false"; }

/// {"key":value,...}, in the order given.
class JsonObject {
public:
  template <class Value> JsonObject &add(const char *key, const Value &value) { return raw(key, json(value)); }
  JsonObject &raw(const char *key, const std::string &value) {
    text += (text.size() > 1 ? "," : "") + quoted(key) + ":" + value;
    return *this;
  }
  std::string str() const { return text + "}"; }

private:
  std::string text = "{";
};

template <class Items, class Print> std::string jsonArray(const Items &items, const Print &print) {
  std::string text = "[";
  for (const auto &item : items)
    text += (text.size() > 1 ? "," : "") + print(item);
  return text + "]";
}

inline std::string json(const Summary &summary) {
  return JsonObject().add("count", summary.count).add("mean", summary.mean()).add("max", summary.largest).str();
}

inline std::string json(const Case &example) {
  if (example.severity < 0)
    return "null";
  const std::vector<double> operands(example.operands.begin(), example.operands.begin() + example.operandCount);
  return JsonObject()
      .raw("operands", jsonArray(operands, [](double value) { return json(value); }))
      .raw("operandsHex", jsonArray(operands, [](double value) { return quoted(hexadecimal(value)); }))
      .add("result", example.result)
      .add("resultHex", hexadecimal(example.result))
      .add("exact", example.exact)
      .str();
}

inline std::string json(const Site &site) {
  return JsonObject()
      .add("file", site.file)
      .add("line", std::uint64_t{site.line})
      .add("column", std::uint64_t{site.column})
      .add("operation", site.operation)
      .add("format", precisionOf(site.format).name)
      .str();
}

inline std::string json(const OutputReport &output) {
  const OutputStatistics &statistics = output.statistics;
  return JsonObject()
      .add("name", output.name)
      .add("format", precisionOf(statistics.format).name)
      .add("count", statistics.count)
      .raw("errorUlp", json(statistics.error))
      .add("p99UlpBelow", statistics.errorBy2.quantileBound(0.99))
      .add("maxAbsoluteError", statistics.largestAbsolute)
      .add("nonFinite", statistics.nonFinite)
      .add("undecided", statistics.undecided)
      .raw("worst", json(statistics.worst))
      .str();
}

inline std::string json(const PlaceReport &place) {
  const SiteStatistics &statistics = place.statistics;
  return JsonObject()
      .raw("place", json(place.site))
      .add("share", place.share)
      .add("carried", statistics.carried.value())
      .add("count", statistics.count)
      .raw("bornUlp", json(statistics.born))
      .raw("operandUlp", json(statistics.incoming))
      .raw("resultUlp", json(statistics.outgoing))
      .add("p99ResultUlpBelow", statistics.outgoingBy2.quantileBound(0.99))
      .raw("amplification", json(statistics.amplification))
      .add("p99AmplificationBelow", statistics.amplificationBy2.quantileBound(0.99))
      .raw("passedOnUlp", json(statistics.passedOn))
      .add("overflow", statistics.overflows)
      .add("underflow", statistics.underflows)
      .add("invalid", statistics.invalids)
      .add("nonFinite", statistics.nonFinite)
      .add("undecided", statistics.undecided)
      .add("flips", statistics.flips)
      .raw("flip", json(statistics.flip))
      .raw("worst", json(statistics.worst))
      .str();
}

inline std::string json(const RestartReport &restart) { return JsonObject().raw("place", json(restart.site)).add("count", restart.count).str(); }

inline std::string json(const OrderReport &entry) {
  const auto order = [](const OrderResult &result) {
    const auto &leaf = result.worst.leaf;
    return JsonObject()
        .add("order", result.text)
        .add("written", result.written)
        .add("samples", static_cast<std::uint64_t>(result.measured))
        .add("maxUlp", result.maxUlp)
        .add("meanUlp", result.meanUlp)
        .add("bitsDiffer", result.bitsDiffer)
        .add("closer", result.closer)
        .add("overflow", static_cast<std::uint64_t>(result.overflows))
        .add("underflow", static_cast<std::uint64_t>(result.underflows))
        .raw("worst", jsonArray(leaf, [](double value) { return json(value); }))
        .str();
  };
  return JsonObject()
      .raw("inner", json(entry.inner))
      .raw("outer", json(entry.outer))
      .add("offered", entry.offered)
      .add("sampled", static_cast<std::uint64_t>(entry.sampled))
      .raw("orders", jsonArray(entry.orders, order))
      .str();
}

inline std::string json(const TreeReport &tree) {
  std::vector<std::string> names;
  const auto numbers = [](const TreeSample::Leaves &values) { return jsonArray(values, [](double value) { return json(value); }); };
  for (std::size_t leaf = 0; !tree.samples.empty() && leaf < tree.samples.front().size(); ++leaf)
    names.push_back(leafName(leaf));
  return JsonObject()
      .raw("place", json(tree.root))
      .add("fpcore", tree.fpcore)
      .raw("leaves", jsonArray(names, [](const std::string &name) { return quoted(name); }))
      .raw("operations", jsonArray(tree.operations, [](const Site &site) { return json(site); }))
      .add("share", tree.share)
      .add("offered", tree.offered)
      .raw("samples", jsonArray(tree.samples, numbers))
      .raw("furthest",
           jsonArray(tree.furthest, [&](const auto &one) { return JsonObject().add("ulp", one.first).raw("operands", numbers(one.second)).str(); }))
      .str();
}

} // namespace detail

/// The whole report, every place and every order site included, as one JSON object.
inline std::string reportJson(const Report &report) {
  static constexpr const char *shares[] = {"outputs", "results", "growth"};
  const auto print = [](const auto &item) { return detail::json(item); };
  return detail::JsonObject()
             .add("version", std::uint64_t{1})
             .add("precision", precisionName[0] == 0 ? "exact values" : precisionName.data())
             .add("operations", report.operations)
             .add("decisions", report.decisions)
             .add("flips", report.flips)
             .add("undecided", report.undecided)
             .raw("outputs", detail::jsonArray(report.outputs, print))
             .raw("places", detail::jsonArray(report.places, print))
             .raw("cancellations", detail::jsonArray(report.cancellations, print))
             .raw("orders", detail::jsonArray(report.orders, print))
             .raw("trees", detail::jsonArray(report.trees, print))
             .add("treesLeftOut", static_cast<std::uint64_t>(report.treesLeftOut))
             .add("sharesAreOf", shares[static_cast<unsigned>(report.sharesAreOf)])
             .raw("restarts", detail::jsonArray(report.restarts, print))
             .str() +
         "\n";
}

} // namespace fporder::shadowing
