#include "runtime/measure/binding.h"

#include "runtime/format/rounding.h"
#include "runtime/measure/element_place.h"
#include "runtime/measure/leaf_table.h"
#include "runtime/measure/loop_extents.h"
#include "runtime/order/number.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace fporder::measure {

using order::NodeId;
using order::Op;

namespace {

/// How one leaf gets its values.
struct Plan {
  enum class Kind : std::uint8_t {
    Array,    // by affine index
    Gathered, // by an index that another array gives
    Constant,
    Drawn,
  };
  Kind kind = Kind::Drawn;
  format::Format format = format::Format::Binary64;
  const data::Tensor *tensor = nullptr;
  AffineIndex place; // Array: in the tensor; Drawn: within the sample
  double constant = 0;
  std::optional<data::Sampler> sampler;
  bool perSample = true; // Drawn: one value a sample, drawn by the sample's number alone
  bool rounds = false;   // the source has more digits than the leaf
  bool uneven = false;   // Array: places beyond the array are asked for, in iterations that the program does not run
  const BoundArray *array = nullptr;
};

double asLeaf(format::Format format, double value) {
  if (format == format::Format::Integer)
    return std::nearbyint(value);
  if (format == format::Format::Boolean)
    return value > 0;
  return format::isHeldInDouble(format) ? format::roundTo(format, value) : value;
}

} // namespace

struct Binding::Implementation {
  const Subject *subject = nullptr;
  LeafTable table;
  std::vector<BoundArray> arrays;
  std::vector<data::Tensor> tensors; // handles; their storage is shared
  Extents extents;
  std::vector<std::pair<std::uint32_t, LoopRange>> free; // row-major, the last runs fastest
  std::unordered_map<std::uint32_t, Plan> plans;
  std::vector<BoundLeaf> descriptions;
  std::vector<SampledLeaf> sampled;
  std::size_t valuesPerSample = 0;
  bool nonFinite = false;
  bool everySampleIsOne = false; // no value depends on the sample
  std::optional<ElementPlaces> places;

  void gather(const Plan &plan, const eval::LeafRequest &request, std::span<double> out) const;

  /// The free loops' indices for one sample.
  std::int64_t freePart(const AffineIndex &form, std::uint64_t sample) const {
    std::int64_t sum = form.constant;
    for (auto loop = free.rbegin(); loop != free.rend(); ++loop) {
      const std::uint64_t extent = std::max<std::uint64_t>(loop->second.extent, 1);
      sum += form.coefficient(loop->first) * (loop->second.first + static_cast<std::int64_t>(sample % extent));
      sample /= extent;
    }
    return sum;
  }
};

namespace {

/// What a user's data set says of each leaf; becomes a Binding::Implementation.
class Binder {
public:
  Binder(const Subject &what, const DataSet &given, const BindingOptions &chosen, Binding::Implementation &result)
      : subject(what), data(given), options(chosen), out(result) {}

  std::optional<Error> run();

private:
  template <typename Named> const Named *find(const std::vector<Named> &all, const Leaf &leaf) const {
    for (const std::string &name : namesOf(subject.function, leaf.symbol))
      for (const Named &each : all)
        if (each.name == name)
          return &each;
    return nullptr;
  }
  void takeArrays();
  void takeKnownIntegers();
  void plan(const Leaf &leaf);
  void planArray(const BoundArray &array, Plan &plan, BoundLeaf &description);
  void planDrawn(const Leaf &leaf, Plan &plan, BoundLeaf &description);
  void zipRows();
  bool readInReduction(const std::string &symbol) const;
  AffineIndex placeInSample(const Leaf &leaf) const;
  std::uint32_t indexNumber(NodeId leaf) const {
    return subject.graph[leaf].op == Op::LoopIndex ? subject.graph[leaf].version : indexOf(subject.graph, leaf);
  }

  const Subject &subject;
  const DataSet &data;
  const BindingOptions &options;
  Binding::Implementation &out;
};

void Binder::takeArrays() {
  std::vector<std::pair<const Leaf *, std::string>> owners;
  for (const Leaf &leaf : out.table.leaves)
    if (const NamedTensor *named = find(data.tensors, leaf); named && subject.graph[leaf.node].op != Op::LoopIndex) {
      owners.emplace_back(&leaf, named->name);
      out.tensors.push_back(named->tensor);
    }
  for (std::size_t i = 0; i < owners.size(); ++i)
    out.arrays.push_back({owners[i].first, &out.tensors[i], owners[i].second, std::nullopt});
}

void Binder::takeKnownIntegers() {
  for (const Leaf &leaf : out.table.leaves) {
    if (subject.graph[leaf.node].type.format != format::Format::Integer)
      continue;
    const NamedTensor *tensor = find(data.tensors, leaf);
    if (tensor && tensor->tensor.count() == 1)
      out.extents.integerLeaves[leaf.node] = static_cast<std::int64_t>(tensor->tensor.value(0));
    const data::NamedDistribution *range = find(data.distributions, leaf);
    if (range && range->distribution.first == range->distribution.second)
      out.extents.integerLeaves[leaf.node] = static_cast<std::int64_t>(range->distribution.first);
  }
}

bool Binder::readInReduction(const std::string &symbol) const {
  return std::ranges::any_of(out.table.leaves, [&](const Leaf &leaf) { return leaf.symbol == symbol && !leaf.boundLoops.empty(); });
}

/// Where an element lies among those of its array that one sample reads: its place with the sample's loops at 0.
AffineIndex Binder::placeInSample(const Leaf &leaf) const {
  AffineIndex place;
  for (const NodeId index : subject.graph.operands(leaf.node)) {
    const auto read = [&](bool strides) {
      return affineIndex(subject.graph, index, [&](NodeId node) -> std::optional<std::int64_t> {
        const auto known = out.extents.integerLeaves.find(node);
        if (known != out.extents.integerLeaves.end())
          return known->second;
        return strides ? std::optional(4099 + std::int64_t{subject.graph.value(node).index}) : std::nullopt;
      });
    };
    std::optional<AffineIndex> form = read(false);
    if (!form)
      form = read(true); // x[i * d + k] with d unknown: any stride keeps equal indices equal
    // Neighbouring dimensions, other indices and what is not followed lie far apart: equal indices name equal elements, others hardly ever do.
    place.constant = place.constant * 8191 + (form ? form->constant : std::int64_t{subject.graph.value(index).index} * 65537);
    for (auto &[loop, coefficient] : place.coefficients)
      coefficient *= 8191;
    if (form)
      for (const auto &[loop, coefficient] : form->coefficients) {
        if (out.table.loops.contains(loop))
          place.coefficients[loop] += coefficient;
        else
          place.constant += coefficient * 1'000'003 * (std::int64_t{loop % 4096} + 1);
      }
  }
  return place;
}

void Binder::planDrawn(const Leaf &leaf, Plan &plan, BoundLeaf &description) {
  const data::NamedDistribution *named = find(data.distributions, leaf);
  data::Distribution distribution;
  if (named) {
    distribution = named->distribution;
  } else if (plan.format == format::Format::Integer) {
    // An index of a loop that no array runs along takes the values that the loop gives it, where those are known.
    const auto stated =
        subject.graph[leaf.node].op == Op::LoopIndex ? subject.tripCounts.find(subject.graph[leaf.node].version) : subject.tripCounts.end();
    distribution = stated == subject.tripCounts.end() || stated->second < 1
                       ? data::Distribution{data::Distribution::Kind::Uniform, 1, double(largestDrawnInteger), true}
                       : data::Distribution{data::Distribution::Kind::Uniform, 0, double(stated->second - 1), true};
  } else if (plan.format == format::Format::Boolean) {
    distribution = {data::Distribution::Kind::Uniform, -1, 1, false};
  } else if (options.fullRange && format::isHeldInDouble(plan.format)) {
    distribution = data::fullRange(plan.format, leaf.positive);
  } else {
    distribution = data::defaultDistribution(leaf.positive);
  }
  const bool point = distribution.kind == data::Distribution::Kind::Uniform && distribution.first == distribution.second;
  description.origin = point ? order::Number::fromDouble(distribution.first).display() : data::describe(distribution);
  description.assumed = named == nullptr;
  plan.place = placeInSample(leaf);
  std::string name = leaf.symbol;
  if (const std::uint32_t version = subject.graph[leaf.node].version)
    name += "#" + std::to_string(version);
  plan.perSample = leaf.boundLoops.empty() && !readInReduction(leaf.symbol);
  if (plan.perSample && plan.place.constant)
    name += "[" + std::to_string(plan.place.constant) + "]";
  plan.sampler.emplace(distribution, options.seed, name);
  plan.rounds = true;
}

void Binder::planArray(const BoundArray &array, Plan &plan, BoundLeaf &description) {
  const data::Tensor &tensor = *array.tensor;
  plan.kind = array.flat ? Plan::Kind::Array : Plan::Kind::Gathered;
  plan.array = &array;
  plan.uneven = out.places->inUnevenLoops(array);
  plan.tensor = &tensor;
  plan.rounds = tensor.format() != plan.format && !format::widensExactly(tensor.format(), plan.format);
  if (array.flat)
    plan.place = *array.flat;
  if (tensor.count() == 1) {
    plan.kind = Plan::Kind::Constant;
    plan.constant = asLeaf(plan.format, tensor.value(0));
  }
  description.origin = tensor.file + ", " + data::shapeText(tensor.shape) + ", " + std::string(data::arrayName(tensor.format()));
  if (plan.rounds)
    description.origin += ", rounded to " + std::string(format::name(plan.format));
}

void Binder::plan(const Leaf &leaf) {
  Plan plan;
  plan.format = subject.graph[leaf.node].type.format;
  BoundLeaf description{leaf.symbol, {}, false};
  const auto array = std::ranges::find_if(out.arrays, [&](const BoundArray &each) { return each.leaf == &leaf; });
  const auto integer = out.extents.integerLeaves.find(leaf.node);
  const auto tripsOf = [&]() -> std::optional<double> {
    for (const auto &[loop, reduce] : out.table.loops) {
      const auto operands = subject.graph.operands(reduce);
      if (operands.size() > 2 && subject.graph.sameValue(operands[2], leaf.node))
        return out.extents.tripCounts.at(loop);
    }
    return std::nullopt;
  };
  if (array != out.arrays.end() && (array->flat || array->gathered)) { // others are not measured
    planArray(*array, plan, description);
  } else if (integer != out.extents.integerLeaves.end()) {
    plan.kind = Plan::Kind::Constant;
    plan.constant = static_cast<double>(integer->second);
    description.origin = std::to_string(integer->second);
  } else if (const std::uint32_t index = indexNumber(leaf.node); out.extents.free.contains(index)) {
    plan.kind = Plan::Kind::Array; // of its own values
    plan.place = {0, {{index, 1}}};
    description.origin = "the index";
  } else if (const std::optional<double> trips = tripsOf()) {
    plan.kind = Plan::Kind::Constant;
    plan.constant = *trips;
    description.origin = std::to_string(static_cast<std::uint64_t>(*trips)) + " terms";
  } else {
    planDrawn(leaf, plan, description);
  }
  out.plans.emplace(leaf.node.index, std::move(plan));
  if (leaf.valued && std::ranges::none_of(out.descriptions, [&](const BoundLeaf &each) { return each.name == description.name; }))
    out.descriptions.push_back(std::move(description));
}

bool hasNonFinite(const data::Tensor &tensor) {
  if (!format::isFloatingPoint(tensor.format()))
    return false;
  std::vector<double> block(std::min<std::size_t>(tensor.count(), 1 << 16));
  for (std::size_t first = 0; first < tensor.count(); first += block.size()) {
    const std::span<double> part(block.data(), std::min(block.size(), tensor.count() - first));
    tensor.read(first, part);
    if (!std::ranges::all_of(part, [](double value) { return std::isfinite(value); }))
      return true;
  }
  return false;
}

/// Values of a scalar that are as many as a loop over arrays is long belong to that loop's elements, one to one.
void Binder::zipRows() {
  const auto rows = out.extents.free.find(rowLoop);
  if (rows == out.extents.free.end() || out.extents.free.size() != 2 || out.extents.free.begin()->second.extent != rows->second.extent)
    return;
  const std::uint32_t loop = out.extents.free.begin()->first;
  for (BoundArray &array : out.arrays)
    if (array.flat && array.flat->coefficient(rowLoop)) {
      array.flat->constant -= array.flat->coefficient(rowLoop) * out.extents.free.begin()->second.first;
      array.flat->coefficients[loop] += array.flat->coefficient(rowLoop);
      array.flat->coefficients.erase(rowLoop);
    }
  out.extents.free.erase(rowLoop);
}

std::optional<Error> Binder::run() {
  out.subject = &subject;
  out.table = leavesOf(subject);
  if (const NodeId outside = boundOutside(subject, out.table))
    return Error{"'" + std::string(subject.graph.symbol(outside)) + "' is asked for outside of the loop that it belongs to"};
  takeKnownIntegers();
  takeArrays();
  if (std::optional<Error> error = settleExtents(subject, out.table, out.arrays, options.defaultTripCount, out.extents))
    return Error{error->message + "; the expression reads " + listed(valuedNames(subject, out.table))};
  out.places.emplace(subject, out.table, out.arrays, out.extents);
  for (const BoundArray &array : out.arrays)
    out.places->follow(array);
  zipRows();
  // Rows before everything else; then outer loops, which are numbered first.
  for (const auto &[loop, range] : out.extents.free)
    out.free.emplace_back(loop, range);
  if (!out.free.empty() && out.free.back().first == rowLoop)
    std::ranges::rotate(out.free, out.free.end() - 1);
  for (const Leaf &leaf : out.table.leaves) {
    plan(leaf);
    std::vector<std::uint32_t> counts;
    for (const std::uint32_t loop : leaf.boundLoops)
      counts.push_back(out.extents.tripCounts.at(loop));
    out.valuesPerSample += eval::valuesPerSample(counts);
    if (format::isFloatingPoint(subject.graph[leaf.node].type.format))
      out.sampled.push_back({leaf.node, leaf.symbol, leaf.boundLoops, std::move(counts), out.plans.at(leaf.node.index).tensor != nullptr});
  }
  out.nonFinite = std::ranges::any_of(out.tensors, hasNonFinite);
  out.everySampleIsOne = !out.arrays.empty() && std::ranges::none_of(out.table.leaves, [&](const Leaf &leaf) {
    const Plan::Kind kind = out.plans.at(leaf.node.index).kind;
    return leaf.valued && kind == Plan::Kind::Drawn;
  });
  return std::nullopt;
}

} // namespace

Binding::Binding(std::unique_ptr<Implementation> built) : implementation(std::move(built)) {}
Binding::Binding(Binding &&) noexcept = default;
Binding &Binding::operator=(Binding &&) noexcept = default;
Binding::~Binding() = default;

Result<Binding> Binding::bind(const Subject &subject, const DataSet &data, const BindingOptions &options) {
  auto implementation = std::make_unique<Implementation>();
  if (std::optional<Error> error = Binder(subject, data, options, *implementation).run())
    return std::move(*error);
  return Binding(std::move(implementation));
}

std::uint32_t Binding::tripCount(const order::Graph &graph, NodeId reduce) const {
  return implementation->extents.tripCounts.at(*order::boundLoop(graph, reduce));
}

std::optional<std::uint64_t> Binding::sampleCount() const {
  if (implementation->free.empty()) // one sum over a whole array is one sample
    return implementation->everySampleIsOne ? std::optional<std::uint64_t>(1) : std::nullopt;
  std::uint64_t product = 1;
  for (const auto &[loop, range] : implementation->free)
    if (__builtin_mul_overflow(product, range.extent, &product))
      return std::numeric_limits<std::uint64_t>::max();
  return product;
}

std::size_t Binding::valuesPerSample() const { return implementation->valuesPerSample; }
bool Binding::mayBeNonFinite() const { return implementation->nonFinite; }
const std::vector<BoundLeaf> &Binding::leaves() const { return implementation->descriptions; }
const std::vector<Binding::SampledLeaf> &Binding::sampled() const { return implementation->sampled; }
const std::vector<std::string> &Binding::notes() const { return implementation->extents.notes; }
const std::string &Binding::notMeasured() const { return implementation->extents.notMeasured; }

namespace {

/// An element, or no number where the program does not get: in iterations beyond the end of a loop whose length differs.
double elementOf(const Plan &plan, std::int64_t place) {
  if (plan.uneven && (place < 0 || static_cast<std::uint64_t>(place) >= plan.tensor->count()))
    return std::numeric_limits<double>::quiet_NaN();
  return plan.tensor->value(static_cast<std::size_t>(place));
}

/// The places of one sample's values relative to its first, row-major over the request's loops.
std::vector<std::int64_t> innerPlaces(const AffineIndex &form, const eval::LeafRequest &request) {
  std::vector<std::int64_t> places{0};
  for (std::size_t i = 0; i < request.loops.size(); ++i) {
    const std::int64_t coefficient = form.coefficient(request.loops[i]);
    std::vector<std::int64_t> next;
    next.reserve(places.size() * request.extents[i]);
    for (const std::int64_t place : places)
      for (std::uint32_t k = 0; k < request.extents[i]; ++k)
        next.push_back(place + coefficient * k);
    places = std::move(next);
  }
  return places;
}

} // namespace

/// Elements whose index other arrays give, point by point.
void Binding::Implementation::gather(const Plan &plan, const eval::LeafRequest &request, std::span<double> out) const {
  const std::size_t each = eval::valuesPerSample(request.extents);
  LoopPoint point;
  for (std::size_t s = 0; s < request.count; ++s) {
    std::uint64_t left = request.first + s;
    for (auto loop = free.rbegin(); loop != free.rend(); ++loop) {
      const std::uint64_t extent = std::max<std::uint64_t>(loop->second.extent, 1);
      point[loop->first] = loop->second.first + static_cast<std::int64_t>(left % extent);
      left /= extent;
    }
    for (std::size_t k = 0; k < each; ++k) {
      std::size_t rest = k;
      for (std::size_t loop = request.loops.size(); loop-- > 0; rest /= request.extents[loop])
        point[request.loops[loop]] = static_cast<std::int64_t>(rest % request.extents[loop]);
      const std::optional<ElementPlaces::Place> place = places->place(*plan.array, point);
      out[s * each + k] = place && place->inside ? plan.tensor->value(static_cast<std::size_t>(place->at)) : std::numeric_limits<double>::quiet_NaN();
    }
  }
}

void Binding::fill(const eval::LeafRequest &request, std::span<double> out) const {
  const Plan &plan = implementation->plans.at(request.leaf.index);
  const std::size_t each = eval::valuesPerSample(request.extents);
  if (plan.kind == Plan::Kind::Constant) {
    std::ranges::fill(out, plan.constant);
    return;
  }
  const std::vector<std::int64_t> inner = innerPlaces(plan.place, request);
  if (plan.kind == Plan::Kind::Drawn && plan.perSample) {
    plan.sampler->fill(request.first, out.first(request.count));
  } else if (plan.kind == Plan::Kind::Drawn) {
    std::vector<std::uint64_t> indices(request.count * each);
    for (std::size_t s = 0; s < request.count; ++s)
      for (std::size_t k = 0; k < each; ++k)
        indices[s * each + k] = (std::uint64_t{request.first + s} << 32) + static_cast<std::uint32_t>(plan.place.constant + inner[k]);
    plan.sampler->fill(indices, out);
  } else if (plan.kind == Plan::Kind::Gathered) {
    implementation->gather(plan, request, out);
  } else {
    const auto &free = implementation->free;
    const bool contiguous = plan.tensor && !plan.uneven && each == 1 && free.size() == 1 && plan.place.coefficient(free[0].first) == 1;
    const bool rows = each > 1 && !plan.uneven && inner.back() == static_cast<std::int64_t>(each) - 1 && inner[1] == 1;
    if (contiguous) {
      plan.tensor->read(static_cast<std::size_t>(implementation->freePart(plan.place, request.first)), out.first(request.count));
    } else {
      for (std::size_t s = 0; s < request.count; ++s) {
        const std::int64_t base = implementation->freePart(plan.place, request.first + s);
        if (plan.tensor && rows)
          plan.tensor->read(static_cast<std::size_t>(base), out.subspan(s * each, each));
        else
          for (std::size_t k = 0; k < each; ++k)
            out[s * each + k] = plan.tensor ? elementOf(plan, base + inner[k]) : static_cast<double>(base + inner[k]);
      }
    }
  }
  if (!plan.rounds)
    return;
  if (format::isHeldInDouble(plan.format))
    format::roundTo(plan.format, out);
  else
    for (double &value : out)
      value = asLeaf(plan.format, value);
}

} // namespace fporder::measure
