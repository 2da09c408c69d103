#include "runtime/compare/comparison.h"

#include "runtime/format/rounding.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

namespace fporder::compare {

namespace {

using data::ElementType;
using data::Tensor;

constexpr double exactIntegers = 0x1p53;

/// Tensors of one shape as paired values.
class PairedTensors final : public measure::PairedValues {
public:
  PairedTensors(const Tensor &one, const Tensor &other, const Tensor *another) : golden(one), actual(other), third(another) {}
  std::size_t count() const override { return golden.count(); }
  bool hasThird() const override { return third != nullptr; }

  void read(std::size_t first, std::span<double> goldenValues, std::span<double> actualValues, std::span<double> thirdValues) const override {
    golden.read(first, goldenValues);
    actual.read(first, actualValues);
    if (third != nullptr && !thirdValues.empty())
      third->read(first, thirdValues);
    if (golden.type.kind != ElementType::Kind::Float && golden.type.size == 8)
      separate(first, goldenValues, actualValues);
  }

private:
  /// Different integers that round to one binary64 are read as neighbours, so that they stay different.
  void separate(std::size_t first, std::span<const double> goldenValues, std::span<double> actualValues) const {
    for (std::size_t i = 0; i < goldenValues.size(); ++i)
      if (std::fabs(goldenValues[i]) >= exactIntegers && goldenValues[i] == actualValues[i] && golden.bits(first + i) != actual.bits(first + i))
        actualValues[i] = std::nextafter(actualValues[i], std::numeric_limits<double>::infinity());
  }

  const Tensor &golden, &actual;
  const Tensor *third;
};

struct Side {
  std::vector<Tensor> tensors;
  bool folder = false;
};

Result<Side> readSide(const data::DataSpec &spec, const Options &options, std::vector<std::string> &notes) {
  data::ReadOptions how = spec.options;
  if (!how.assumed.type)
    how.assumed = {options.rawType, false};
  if (!how.shape && !std::filesystem::path(spec.file).extension().string().starts_with(".np"))
    how.shape = options.shape;
  Side side;
  std::error_code ignored;
  side.folder = std::filesystem::is_directory(spec.file, ignored);
  if (side.folder) {
    Result<data::Folder> folder = data::readFolder(spec.file, how);
    if (!folder)
      return folder.error();
    side.tensors = std::move(folder->tensors);
    notes.insert(notes.end(), folder->notes.begin(), folder->notes.end());
  } else {
    Result<std::vector<Tensor>> tensors = data::readFile(spec.file, how);
    if (!tensors)
      return tensors.error();
    side.tensors = std::move(*tensors);
  }
  for (const Tensor &tensor : side.tensors)
    notes.insert(notes.end(), tensor.notes.begin(), tensor.notes.end());
  return side;
}

/// The tensor of that name, or the only one where both sides are files of one tensor.
Tensor *partner(Side &side, const std::string &name, bool single) {
  if (single && side.tensors.size() == 1 && !side.folder)
    return &side.tensors.front();
  for (Tensor &tensor : side.tensors)
    if (tensor.name == name)
      return &tensor;
  return nullptr;
}

/// Raw elements of which nothing is known are what the other side says, where their bytes are as many.
void adoptType(Tensor &raw, const Tensor &other, const Options &options, std::vector<std::string> &notes) {
  const std::size_t size = raw.storage->bytes().size();
  if (raw.typeStored || raw.shapeStored || options.rawType || !other.typeStored || other.count() > size || size != other.count() * other.type.size)
    return;
  raw.type = other.type;
  raw.type.bigEndian = false;
  raw.shape = other.shape;
  raw.typeStored = raw.shapeStored = true;
  std::erase_if(notes, [&](const std::string &note) { return std::find(raw.notes.begin(), raw.notes.end(), note) != raw.notes.end(); });
  notes.push_back(raw.file + ": raw elements read as " + elementTypeName(raw.type) + " " + data::shapeText(raw.shape) + ", as in " + other.file);
}

/// A shape that is only the number of elements gives way to one that the other file states.
void alignShapes(Tensor &one, Tensor &other) {
  if (one.count() != other.count())
    return;
  if (!one.shapeStored)
    one.shape = other.shape;
  else if (!other.shapeStored)
    other.shape = one.shape;
}

std::optional<std::string> mismatch(const Tensor &golden, const Tensor &actual, const Options &options) {
  const std::string pair = "'" + golden.name + "': golden " + golden.file + " ", other = ", actual " + actual.file + " ";
  if (golden.shape != actual.shape)
    return pair + "has shape " + data::shapeText(golden.shape) + other + "has shape " + data::shapeText(actual.shape);
  const bool bothFloat = golden.type.kind == ElementType::Kind::Float && actual.type.kind == ElementType::Kind::Float;
  const bool told = options.format.has_value() || !golden.typeStored || !actual.typeStored;
  if (golden.type.format == actual.type.format && golden.type.kind == actual.type.kind && golden.type.size == actual.type.size)
    return std::nullopt;
  if (bothFloat && told)
    return std::nullopt;
  return pair + "holds " + elementTypeName(golden.type) + other + "holds " + elementTypeName(actual.type) +
         (bothFloat ? "; --dtype says in which format to compare" : "");
}

format::Format formatOf(const Tensor &golden, const Tensor &actual, const Options &options) {
  if (actual.type.kind != ElementType::Kind::Float)
    return actual.type.format;
  if (options.format)
    return *options.format;
  return actual.typeStored ? actual.type.format : golden.typeStored ? golden.type.format : actual.type.format;
}

bool passes(const std::vector<measure::CriterionResult> &results) {
  bool judged = false;
  for (const measure::CriterionResult &result : results) {
    if (!result.notApplicable && !result.passed)
      return false;
    judged = judged || !result.notApplicable;
  }
  return judged;
}

TensorComparison compareTensors(const Tensor &golden, const Tensor &actual, const Tensor *third, const Options &options,
                                const std::function<void(double)> &progress) {
  TensorComparison result{golden.name,  golden.file, actual.file, golden.type, actual.type, formatOf(golden, actual, options),
                          golden.shape, {},          {},          {},          false};
  const PairedTensors values(golden, actual, third);
  const auto part = [&](double from, double to) { return [&progress, from, to](double share) { progress(from + (to - from) * share); }; };
  result.statistics = measure::pairStatistics(values, result.format, part(0, 0.2));
  std::vector<measure::CriterionChoice> choices = options.criteria;
  if (choices.empty())
    choices.push_back(measure::defaultCriterion(result.format));
  const std::size_t deciding = choices.size();
  for (measure::CriterionChoice &choice : measure::allCriteria())
    choices.push_back(std::move(choice));
  std::vector<measure::CriterionResult> judged = measure::judge(values, result.format, choices, result.statistics.notFinite, part(0.2, 1));
  const auto middle = judged.begin() + static_cast<std::ptrdiff_t>(deciding);
  result.deciding.assign(judged.begin(), middle);
  result.all.assign(middle, judged.end());
  result.passed = passes(result.deciding);
  return result;
}

constexpr double largestPlainInteger = 2048; // small integers are in every format without having been rounded to it

/// The formats narrower than the tensor's that hold all of its values, "binary16 and bfloat16", when they are not small integers alone: the values
/// were rounded on the way, and the type in the file is not that of the computation.
std::string narrowerFormats(const Tensor &tensor) {
  if (tensor.type.format != format::Format::Binary32 && tensor.type.format != format::Format::Binary64)
    return {};
  std::vector<format::Format> held;
  for (const format::Format format : {format::Format::BFloat16, format::Format::Binary16, format::Format::Binary32})
    if (format < tensor.type.format)
      held.push_back(format);
  bool plain = true;
  std::vector<double> block(std::min<std::size_t>(tensor.count(), 1 << 14));
  for (std::size_t first = 0; first < tensor.count() && !held.empty(); first += block.size()) {
    const std::span<double> part(block.data(), std::min(block.size(), tensor.count() - first));
    tensor.read(first, part);
    plain = plain && std::ranges::all_of(part, [](double value) {
              return !std::isfinite(value) || (value == std::nearbyint(value) && std::fabs(value) <= largestPlainInteger);
            });
    std::erase_if(held, [&](format::Format format) {
      return std::ranges::any_of(part, [&](double value) { return std::isfinite(value) && format::roundTo(format, value) != value; });
    });
  }
  if (held.empty() || plain)
    return {};
  // What binary16 and bfloat16 hold binary32 does as well.
  const bool narrow = held.front() != format::Format::Binary32;
  std::string names;
  for (const format::Format format : held)
    if (!narrow || format != format::Format::Binary32)
      names += (names.empty() ? "" : " and ") + std::string(format::name(format));
  return names;
}

void noteNarrowValues(const Tensor &tensor, std::vector<std::string> &notes) {
  if (const std::string formats = narrowerFormats(tensor); !formats.empty())
    notes.push_back(tensor.file + ": every value of '" + tensor.name + "' (" + elementTypeName(tensor.type) + ") is one of " + formats +
                    ": it was computed or stored in a narrower format; --dtype compares in it");
}

class Matcher {
public:
  Matcher(const Options &what, Comparison &into, const std::function<void(const std::string &, double)> &report)
      : options(what), comparison(into), progress(report) {}

  void run(Side &golden, Side &actual, Side *third) {
    const bool single = golden.tensors.size() == 1 && actual.tensors.size() == 1 && !golden.folder && !actual.folder;
    for (Tensor &tensor : golden.tensors) {
      Tensor *other = partner(actual, tensor.name, single);
      if (other == nullptr)
        comparison.errors.push_back("'" + tensor.name + "' (" + tensor.file + ") has no counterpart in " + options.actual.file);
      else
        pair(tensor, *other, third, single);
    }
    for (const Tensor &tensor : actual.tensors)
      if (partner(golden, tensor.name, single) == nullptr)
        comparison.errors.push_back("'" + tensor.name + "' (" + tensor.file + ") has no counterpart in " + options.golden.file);
  }

private:
  void pair(Tensor &golden, Tensor &actual, Side *third, bool single) {
    adoptType(actual, golden, options, comparison.notes);
    adoptType(golden, actual, options, comparison.notes);
    alignShapes(golden, actual);
    if (std::optional<std::string> error = mismatch(golden, actual, options)) {
      comparison.errors.push_back(std::move(*error));
      return;
    }
    Tensor *another = third == nullptr ? nullptr : partner(*third, golden.name, single);
    if (another != nullptr) {
      adoptType(*another, golden, options, comparison.notes);
      alignShapes(*another, golden);
    }
    if (third != nullptr && (another == nullptr || another->shape != golden.shape))
      comparison.errors.push_back("'" + golden.name + "' has no counterpart of shape " + data::shapeText(golden.shape) + " in " +
                                  options.third->file);
    const bool usable = another != nullptr && another->shape == golden.shape;
    const auto report = [&](double share) {
      if (progress)
        progress(golden.name, share);
    };
    for (const Tensor *tensor : {&golden, &actual})
      noteNarrowValues(*tensor, comparison.notes);
    comparison.tensors.push_back(compareTensors(golden, actual, usable ? another : nullptr, options, report));
    const TensorComparison &done = comparison.tensors.back();
    for (const measure::CriterionResult &result : done.deciding)
      if (result.notApplicable && !options.criteria.empty() && options.criteria.size() < measure::allCriteria().size())
        comparison.errors.push_back("'" + golden.name + "': criterion " + result.name + " does not apply: " + *result.notApplicable);
  }

  const Options &options;
  Comparison &comparison;
  const std::function<void(const std::string &, double)> &progress;
};

} // namespace

int Comparison::exitStatus() const {
  if (!errors.empty())
    return 2;
  for (const TensorComparison &tensor : tensors)
    if (!tensor.passed)
      return 1;
  return 0;
}

Comparison compare(const Options &options, const std::function<void(const std::string &, double)> &progress) {
  Comparison comparison;
  Result<Side> golden = readSide(options.golden, options, comparison.notes), actual = readSide(options.actual, options, comparison.notes);
  Result<Side> third = Side();
  if (options.third)
    third = readSide(*options.third, options, comparison.notes);
  for (const Result<Side> *side : {&golden, &actual, &third})
    if (!*side)
      comparison.errors.push_back(side->error().message);
  if (golden && actual)
    Matcher(options, comparison, progress).run(*golden, *actual, options.third && third ? &*third : nullptr);
  return comparison;
}

} // namespace fporder::compare
