#include "analyzer/findings/measured_json.h"

#include "analyzer/findings/evidence_text.h"
#include "analyzer/findings/measured_text.h"
#include "runtime/format/rounding.h"
#include "runtime/measure/cost.h"
#include "runtime/order/number.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <cmath>
#include <cstdio>

namespace fporder::findings {

namespace {

using measure::Measurement;
using measure::OrderingFigures;
using measure::Stage;

/// JSON has no NaN and no infinity.
void figure(llvm::json::OStream &json, const char *name, double value) {
  if (std::isfinite(value))
    json.attribute(name, value);
  else
    json.attribute(name, nullptr);
}

void sample(llvm::json::OStream &json, llvm::StringRef name, format::Format format, double value) {
  json.attributeObject(name, [&] {
    char hex[64];
    std::snprintf(hex, sizeof hex, "%a", value);
    json.attribute("dec", std::isfinite(value) ? order::Number::fromDouble(value).display(format) : std::string(hex));
    json.attribute("hex", hex);
    if (format::isHeldInDouble(format))
      json.attribute("bits", "0x" + llvm::utohexstr(format::encode(format, value), /*LowerCase=*/true, (format::encodingBits(format) + 3) / 4));
    else
      json.attribute("bits", nullptr);
  });
}

void errors(llvm::json::OStream &json, const Stage &stage, const OrderingFigures &figures) {
  figure(json, "maxUlp", figures.errors.maximum());
  figure(json, "p99Ulp", figures.errors.quantile(0.99));
  figure(json, "meanUlp", figures.errors.mean());
  figure(json, "maxRelative", figures.largestRelative.any() ? figures.largestRelative.value : 0);
  figure(json, "maxAbsolute", figures.largestAbsolute.any() ? figures.largestAbsolute.value : 0);
  figure(json, "bitsDiffer", shareOf(figures.different, stage.measured));
  figure(json, "closer", shareOf(figures.closer, stage.measured));
  json.attribute("nonFinite", static_cast<std::int64_t>(figures.nonFinite));
}

void worst(llvm::json::OStream &json, const Stage &stage, const OrderingFigures &figures) {
  if (!figures.worst)
    return json.attribute("worst", nullptr);
  const measure::WorstCase &found = *figures.worst;
  json.attributeObject("worst", [&] {
    figure(json, "ulp", found.ulps);
    json.attribute("searched", found.searched);
    json.attribute("outsideData", found.outsideData);
    json.attributeObject("inputs", [&] {
      for (const auto &input : found.inputs)
        sample(json, llvm::json::fixUTF8(input.name), input.format, input.value);
    });
    sample(json, "computed", stage.format, found.computed);
    sample(json, "exact", stage.format, found.exact);
  });
}

void gates(llvm::json::OStream &json, const Measurement &measurement, std::size_t index) {
  const auto gate = llvm::find_if(measurement.gates, [&](const measure::Gate &each) { return each.golden == index; });
  if (gate == measurement.gates.end())
    return;
  json.attributeArray("gates", [&] {
    for (const measure::CriterionResult &result : gate->results)
      json.object([&] {
        json.attribute("criterion", result.name);
        json.attribute("passed", result.passed);
        if (result.notApplicable)
          json.attribute("notApplicable", *result.notApplicable);
        json.attributeArray("checks", [&] {
          for (const measure::Check &check : result.checks)
            json.object([&] {
              json.attribute("what", check.what);
              figure(json, "value", check.value);
              figure(json, "limit", check.limit.value_or(NAN));
              json.attribute("passed", check.passed);
            });
        });
      });
  });
}

/// Reductions whose trip count is not known are counted for CostOptions' default.
void cost(llvm::json::OStream &json, const Finding &finding, std::size_t index) {
  const order::NodeId root = finding.subject->orderings.at(index).root;
  const measure::OperationCounts counts = measure::countOperations(finding.subject->graph, root);
  json.attributeObject("operations", [&] {
    for (std::size_t kind = 0; kind < measure::costKinds; ++kind)
      if (const double count = counts[static_cast<measure::CostKind>(kind)]; count != 0)
        json.attribute(measure::name(static_cast<measure::CostKind>(kind)), count);
  });
  if (!finding.machine)
    return;
  const measure::MachineCost cycles = measure::costOn(*finding.machine, finding.subject->graph, root);
  json.attributeObject("cycles", [&] {
    json.attribute("machine", finding.machine->name);
    json.attribute("latency", cycles.latency);
    json.attribute("throughput", cycles.throughput);
  });
}

} // namespace

std::string utf8(std::string_view text) { return llvm::json::fixUTF8(llvm::StringRef(text.data(), text.size())); }

void crossCheckJson(llvm::json::OStream &json, const Finding &finding) {
  json.attributeObject("crossCheck", [&] {
    json.attribute("verdict", name(finding.crossCheck->verdict));
    json.attribute("values", static_cast<std::int64_t>(finding.crossCheck->values));
    json.attribute("reason", llvm::json::fixUTF8(finding.crossCheck->reason));
  });
}

void evidenceJson(llvm::json::OStream &json, const Finding &finding) {
  json.attribute("level", llvm::StringRef(rules::name(finding.severity)));
  json.attribute("evidenceText", llvm::json::fixUTF8(whyText(finding)));
  if (!finding.quietedBy.empty())
    json.attribute("quietedBy", llvm::json::fixUTF8(finding.quietedBy));
  if (!finding.judged || !finding.judged->witness)
    return;
  const evidence::Witness &witness = *finding.judged->witness;
  json.attributeObject("witness", [&] {
    json.attribute("family", finding.judged->family);
    figure(json, "share", finding.judged->share);
    json.attributeObject("inputs", [&] {
      for (const evidence::Witness::Input &input : witness.inputs)
        sample(json, llvm::json::fixUTF8(input.name), input.format, input.value);
    });
    sample(json, "exact", witness.format, witness.exact);
    sample(json, "written", witness.format, witness.written);
    if (!witness.alone)
      sample(json, "other", witness.format, witness.other);
  });
}

void placesJson(llvm::json::OStream &json, const Group &group, llvm::function_ref<void(const Finding &)> more) {
  json.attributeArray("places", [&] {
    for (const Finding *place : group.places)
      json.object([&] {
        json.attribute("file", utf8(place->where.file));
        json.attribute("line", place->where.line);
        json.attribute("column", place->where.column);
        more(*place);
        json.attribute("fingerprint", place->fingerprint);
      });
  });
}

void measuredJson(llvm::json::OStream &json, const Finding &finding, std::size_t index) {
  const Measurement &measurement = *finding.measurement;
  const Stage &stage = measurement.result;
  const OrderingFigures &figures = stage.orderings.at(index);
  json.attributeObject("measured", [&] {
    errors(json, stage, figures);
    json.attribute("overflow", static_cast<std::int64_t>(figures.overflow));
    json.attribute("underflow", static_cast<std::int64_t>(figures.underflow));
    json.attribute("lost", static_cast<std::int64_t>(figures.lost));
    json.attribute("cancelled", static_cast<std::int64_t>(figures.cancelled));
    json.attribute("nonzeroAtZero", static_cast<std::int64_t>(figures.nonzeroAtZero));
    json.attribute("samples", static_cast<std::int64_t>(stage.measured));
    json.attribute("samplesNotReached", static_cast<std::int64_t>(measurement.notReached));
    if (measurement.consumer && measurement.amplification.total()) {
      figure(json, "amplificationP99", measurement.amplification.quantile(0.99));
      json.attributeObject("consumer", [&] { errors(json, *measurement.consumer, measurement.consumer->orderings.at(index)); });
    } else {
      json.attribute("amplificationP99", nullptr);
      json.attribute("consumer", nullptr);
    }
    worst(json, stage, figures);
    gates(json, measurement, index);
    cost(json, finding, index);
  });
}

} // namespace fporder::findings
