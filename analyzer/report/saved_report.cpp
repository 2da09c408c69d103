#include "analyzer/report/saved_report.h"

#include "analyzer/findings/input_text.h"

#include <charconv>
#include <cmath>

namespace fporder::report {

using namespace llvm;

// Found by llvm::json through the structures' namespace.
static bool fromJSON(const json::Value &value, Place &place, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("file", place.file) && map.map("line", place.line) && map.map("column", place.column) &&
         map.map("operation", place.operation) && map.map("format", place.format);
}

/// "inf", "nan": JSON has no such numbers.
static bool largestOf(const json::Object &parent, StringRef key, double &largest, json::Path path) {
  const json::Object *const summary = parent.getObject(key);
  const json::Value *const value = summary == nullptr ? nullptr : summary->get("max");
  if (value == nullptr) {
    path.field(key).report("expected a summary with 'max'");
    return false;
  }
  const std::optional<double> number = value->getAsNumber();
  largest = number ? *number : HUGE_VAL;
  return true;
}

static bool cancellationsOf(const json::Object &object, SavedPlace &place, json::Path path) {
  double passedOn = 0;
  if (!largestOf(object, "passedOnUlp", passedOn, path))
    return false;
  if (passedOn > 0.5)
    place.cancels = static_cast<std::uint64_t>(object.getObject("passedOnUlp")->getInteger("count").value_or(0));
  return true;
}

static bool fromJSON(const json::Value &value, SavedPlace &place, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("place", place.place) && map.map("count", place.count) && map.map("flips", place.flips) &&
         map.map("undecided", place.undecided) && map.map("overflow", place.overflow) && map.map("underflow", place.underflow) &&
         map.map("invalid", place.invalid) && largestOf(*value.getAsObject(), "resultUlp", place.maxUlp, path) &&
         cancellationsOf(*value.getAsObject(), place, path);
}

static bool fromJSON(const json::Value &value, SavedOutput &output, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("name", output.name) && map.map("count", output.count) && map.map("undecided", output.undecided) &&
         map.map("nonFinite", output.nonFinite) && largestOf(*value.getAsObject(), "errorUlp", output.maxUlp, path);
}

static bool fromJSON(const json::Value &value, FurthestOff &furthest, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("operands", furthest.operands);
}

static bool fromJSON(const json::Value &value, SavedTree &tree, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("place", tree.place) && map.map("fpcore", tree.fpcore) && map.map("leaves", tree.leaves) && map.map("share", tree.share) &&
         map.map("samples", tree.samples) && map.map("furthest", tree.furthest);
}

static bool fromJSON(const json::Value &value, SavedReport &report, json::Path path) {
  json::ObjectMapper map(value, path);
  std::uint64_t version = 0;
  if (!map || !map.map("version", version))
    return false;
  if (version != 1) {
    path.field("version").report("expected 1");
    return false;
  }
  return map.map("precision", report.precision) && map.map("places", report.places) && map.map("outputs", report.outputs) &&
         map.mapOptional("trees", report.trees);
}

std::uint64_t SavedReport::undecided() const {
  std::uint64_t sum = 0;
  for (const SavedPlace &place : places)
    sum += place.undecided;
  for (const SavedOutput &output : outputs)
    sum += output.undecided;
  return sum;
}

std::string shortest(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

Expected<SavedReport> reportOf(json::Value value, const std::string &name) {
  SavedReport report;
  json::Path::Root root("report");
  if (!fromJSON(value, report, root))
    return createStringError("'" + name + "' is not a report of shadow execution: " + toString(root.getError()));
  report.whole = std::move(value);
  return report;
}

Expected<SavedReport> readReport(const std::string &name) {
  const ErrorOr<std::unique_ptr<MemoryBuffer>> text = findings::inputBuffer(name, file::Limit::ShadowReport);
  if (!text)
    return createStringError("cannot read '" + name + "': " + text.getError().message());
  Expected<json::Value> value = findings::parseJson((*text)->getBuffer());
  if (!value)
    return createStringError("'" + name + "' is not JSON: " + toString(value.takeError()));
  return reportOf(std::move(*value), name);
}

std::string shown(StringRef text) {
  std::string result = json::fixUTF8(text);
  for (char &character : result)
    if (static_cast<unsigned char>(character) < 0x20 || character == 0x7f)
      character = '?';
  return result;
}

} // namespace fporder::report
