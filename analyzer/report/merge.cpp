#include "analyzer/report/merge.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace fporder::report {

using namespace llvm;

namespace {

constexpr std::size_t mostTrees = 256; // in a report, as in runtime/shadow/include/fporder/shadow/report_model.h

std::string printed(const json::Value &value) {
  std::string text;
  raw_string_ostream(text) << value;
  return text;
}

/// A number, or one of the strings that stand for what JSON cannot say.
double numberOf(const json::Value *value) {
  if (value == nullptr)
    return 0;
  if (const std::optional<double> number = value->getAsNumber())
    return *number;
  const StringRef text = value->getAsString().value_or("");
  return text == "inf" ? HUGE_VAL : text == "-inf" ? -HUGE_VAL : std::nan("");
}

std::uint64_t countOf(const json::Value *value) { return value == nullptr ? 0 : value->getAsUINT64().value_or(0); }

json::Value valueOf(double number) {
  if (std::isfinite(number))
    return number;
  return std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf";
}

double weightedMean(double a, double ofA, double b, double ofB) { return ofA + ofB == 0 ? 0 : (a * ofA + b * ofB) / (ofA + ofB); }

const json::Value *field(const json::Object &object, StringRef first, StringRef second) {
  const json::Object *const inner = object.getObject(first);
  return inner == nullptr ? nullptr : inner->get(second);
}

/// {"count", "mean", "max"}.
json::Value mergedSummary(const json::Object &a, const json::Object &b) {
  const std::uint64_t ofA = countOf(a.get("count")), ofB = countOf(b.get("count"));
  return json::Object{
      {"count", ofA + ofB},
      {"mean", valueOf(weightedMean(numberOf(a.get("mean")), static_cast<double>(ofA), numberOf(b.get("mean")), static_cast<double>(ofB)))},
      {"max", valueOf(std::fmax(numberOf(a.get("max")), numberOf(b.get("max"))))}};
}

/// How bad the object's worst case is: by its largest error.
double severityOf(const json::Object &object) {
  for (const StringRef summary : {"resultUlp", "errorUlp"})
    if (const json::Value *const largest = field(object, summary, "max"))
      return numberOf(largest);
  return numberOf(object.get("maxUlp"));
}

/// How far apart a flipped comparison's operands are.
double distanceOf(const json::Value &flip) {
  const json::Object *const example = flip.getAsObject();
  const json::Array *const operands = example == nullptr ? nullptr : example->getArray("operands");
  if (operands == nullptr || operands->empty())
    return -1;
  return std::fabs(numberOf(&operands->front()) - (operands->size() > 1 ? numberOf(&(*operands)[1]) : numberOf(example->get("exact"))));
}

bool isBetter(const std::pair<double, std::string> &a, const std::pair<double, std::string> &b) {
  return a.first != b.first ? a.first > b.first : a.second > b.second;
}

json::Value mergedObject(const json::Object &a, const json::Object &b);

/// Of one field that both have.
json::Value mergedField(StringRef key, const json::Value &a, const json::Value &b, const json::Object &ofA, const json::Object &ofB) {
  if (key == "worst")
    return isBetter({severityOf(ofA), printed(a)}, {severityOf(ofB), printed(b)}) ? a : b;
  if (key == "flip")
    return isBetter({distanceOf(a), printed(a)}, {distanceOf(b), printed(b)}) ? a : b;
  if (key.starts_with("p99") || key.starts_with("max"))
    return valueOf(std::fmax(numberOf(&a), numberOf(&b)));
  if (key == "meanUlp" || key == "bitsDiffer" || key == "closer")
    return valueOf(
        weightedMean(numberOf(&a), static_cast<double>(countOf(ofA.get("samples"))), numberOf(&b), static_cast<double>(countOf(ofB.get("samples")))));
  if (a.getAsBoolean() || a.getAsString() || key == "place" || key == "inner" || key == "outer")
    return a; // what both have in common
  if (a.getAsObject() != nullptr && b.getAsObject() != nullptr)
    return key.ends_with("Ulp") || key == "amplification" ? mergedSummary(*a.getAsObject(), *b.getAsObject())
                                                          : mergedObject(*a.getAsObject(), *b.getAsObject());
  if (a.getAsUINT64() && b.getAsUINT64())
    return *a.getAsUINT64() + *b.getAsUINT64();
  return valueOf(numberOf(&a) + numberOf(&b));
}

json::Value mergedOrders(const json::Array &a, const json::Array &b) {
  json::Array result;
  for (std::size_t index = 0; index < std::min(a.size(), b.size()); ++index) {
    const json::Object *const first = a[index].getAsObject(), *const second = b[index].getAsObject();
    result.push_back(first != nullptr && second != nullptr ? mergedObject(*first, *second) : a[index]);
  }
  return result;
}

/// Operands that either met, each once, as many as a report keeps: a sample that does not depend on the order of the reports.
json::Value mergedSamples(const json::Array &a, const json::Array &b) {
  constexpr std::size_t most = 64; // runtime/shadow/include/fporder/shadow/trees.h
  std::map<std::pair<std::uint64_t, std::string>, const json::Value *> all;
  for (const json::Array *const samples : {&a, &b})
    for (const json::Value &sample : *samples) {
      std::string text = printed(sample);
      const std::uint64_t key = xxh3_64bits(text);
      all.try_emplace({key, std::move(text)}, &sample);
    }
  json::Array result;
  for (const auto &[key, sample] : all)
    if (result.size() < most)
      result.push_back(*sample);
  return result;
}

/// Operands at which results were furthest off, those of the largest errors.
json::Value mergedFurthest(const json::Array &a, const json::Array &b) {
  constexpr std::size_t most = 8; // runtime/shadow/include/fporder/shadow/trees.h
  std::map<std::pair<double, std::string>, const json::Value *> all;
  for (const json::Array *const list : {&a, &b})
    for (const json::Value &one : *list)
      if (one.getAsObject() != nullptr)
        all.try_emplace({-numberOf(one.getAsObject()->get("ulp")), printed(one)}, &one);
  json::Array result;
  for (const auto &[key, one] : all)
    if (result.size() < most)
      result.push_back(*one);
  return result;
}

json::Value mergedObject(const json::Object &a, const json::Object &b) {
  json::Object result;
  for (const auto &[key, value] : a) {
    const json::Value *const other = b.get(key);
    if (other == nullptr || key == "operations")
      result[key] = value;
    else if (key == "samples" && value.getAsArray() != nullptr && other->getAsArray() != nullptr)
      result[key] = mergedSamples(*value.getAsArray(), *other->getAsArray());
    else if (key == "furthest" && value.getAsArray() != nullptr && other->getAsArray() != nullptr)
      result[key] = mergedFurthest(*value.getAsArray(), *other->getAsArray());
    else if (value.getAsArray() != nullptr && other->getAsArray() != nullptr)
      result[key] = mergedOrders(*value.getAsArray(), *other->getAsArray());
    else
      result[key] = mergedField(key, value, *other, a, b);
  }
  for (const auto &[key, value] : b)
    if (a.get(key) == nullptr)
      result[key] = value;
  return result;
}

/// What an entry of the list is about.
std::string keyOf(StringRef list, const json::Object &entry) {
  const auto text = [&](StringRef name) { return entry.get(name) == nullptr ? std::string() : printed(*entry.get(name)); };
  if (list == "outputs")
    return text("name");
  if (list == "trees")
    return text("place") + text("fpcore");
  if (list != "orders")
    return text("place");
  std::string key = text("inner") + text("outer");
  if (const json::Array *const orders = entry.getArray("orders"))
    for (const json::Value &order : *orders)
      if (order.getAsObject() != nullptr && order.getAsObject()->get("order") != nullptr)
        key += printed(*order.getAsObject()->get("order"));
  return key;
}

json::Array mergedList(StringRef list, const std::vector<json::Value> &reports) {
  std::map<std::string, json::Value> entries;
  for (const json::Value &report : reports) {
    const json::Array *const array = report.getAsObject()->getArray(list);
    if (array == nullptr)
      continue;
    for (const json::Value &entry : *array) {
      if (entry.getAsObject() == nullptr)
        continue;
      const auto [known, isNew] = entries.try_emplace(keyOf(list, *entry.getAsObject()), entry);
      if (!isNew)
        known->second = mergedObject(*known->second.getAsObject(), *entry.getAsObject());
    }
  }
  json::Array result;
  for (const auto &[key, entry] : entries)
    result.push_back(entry);
  return result;
}

/// By the falling figure; equal ones keep their order.
template <class Figure> json::Array ordered(const json::Array &entries, const Figure &figure) {
  std::vector<std::pair<double, std::size_t>> keys;
  for (const json::Value &entry : entries)
    keys.emplace_back(-figure(*entry.getAsObject()), keys.size());
  std::sort(keys.begin(), keys.end());
  json::Array result;
  for (const auto &[key, index] : keys)
    result.push_back(entries[index]);
  return result;
}

/// Shares anew from what each place carries; of outputs, where nothing is carried that could be added, the mean of the reports.
void shareAgain(json::Array &places, bool areOfOutputs, std::size_t reports) {
  double carried = 0;
  for (const json::Value &place : places)
    carried += numberOf(place.getAsObject()->get("carried"));
  for (json::Value &place : places) {
    json::Object &object = *place.getAsObject();
    const double share = areOfOutputs  ? numberOf(object.get("share")) / static_cast<double>(reports)
                         : carried > 0 ? numberOf(object.get("carried")) / carried
                                       : 0;
    object["share"] = share;
  }
  places = ordered(places, [](const json::Object &place) { return numberOf(place.get("share")); });
}

/// Shares of expressions from those of their operations.
json::Array treesOf(const std::vector<json::Value> &reports, const json::Array &places) {
  std::map<std::string, double> shares;
  for (const json::Value &place : places)
    if (const json::Value *const where = place.getAsObject()->get("place"))
      shares[printed(*where)] = numberOf(place.getAsObject()->get("share"));
  json::Array trees = mergedList("trees", reports);
  for (json::Value &tree : trees) {
    double share = 0;
    if (const json::Array *const operations = tree.getAsObject()->getArray("operations"))
      for (const json::Value &operation : *operations)
        share += shares[printed(operation)];
    (*tree.getAsObject())["share"] = share;
  }
  return ordered(trees, [](const json::Object &tree) { return numberOf(tree.get("share")); });
}

json::Array cancellationsOf(const json::Array &places) {
  json::Array result;
  for (const json::Value &place : places)
    if (numberOf(field(*place.getAsObject(), "passedOnUlp", "max")) > 0.5)
      result.push_back(place);
  return ordered(result, [](const json::Object &place) { return numberOf(field(place, "passedOnUlp", "max")); });
}

} // namespace

Expected<json::Value> merged(std::vector<json::Value> reports) {
  std::sort(reports.begin(), reports.end(), [](const json::Value &a, const json::Value &b) { return printed(a) < printed(b); });
  const json::Object &first = *reports.front().getAsObject();
  json::Object result{{"version", 1}};
  const json::Value *const shares = first.get("sharesAreOf"), *const precision = first.get("precision");
  bool isOnePrecision = true;
  for (const json::Value &report : reports) {
    const json::Value *const other = report.getAsObject()->get("sharesAreOf"), *const its = report.getAsObject()->get("precision");
    if (shares == nullptr || other == nullptr || *shares != *other)
      return createStringError("the reports are not of one program: their shares are of different things ('sharesAreOf')");
    isOnePrecision = isOnePrecision && its != nullptr && *its == *precision;
  }
  result["precision"] = isOnePrecision ? *precision : json::Value("several");
  for (const StringRef total : {"operations", "decisions", "flips", "undecided"}) {
    std::uint64_t sum = 0;
    for (const json::Value &report : reports)
      sum += countOf(report.getAsObject()->get(total));
    result[total] = sum;
  }
  result["outputs"] = mergedList("outputs", reports);
  json::Array places = mergedList("places", reports);
  shareAgain(places, *shares == json::Value("outputs"), reports.size());
  result["cancellations"] = cancellationsOf(places);
  json::Array trees = treesOf(reports, places);
  std::uint64_t leftOut = trees.size() - std::min(trees.size(), mostTrees);
  for (const json::Value &report : reports)
    leftOut = std::max(leftOut, countOf(report.getAsObject()->get("treesLeftOut")));
  while (trees.size() > mostTrees)
    trees.pop_back();
  result["trees"] = std::move(trees);
  result["treesLeftOut"] = leftOut;
  result["places"] = std::move(places);
  result["orders"] = mergedList("orders", reports);
  result["sharesAreOf"] = *shares;
  result["restarts"] = mergedList("restarts", reports);
  return json::Value(std::move(result));
}

} // namespace fporder::report
