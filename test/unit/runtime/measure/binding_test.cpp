#include "runtime/measure/binding.h"

#include "runtime/format/rounding.h"
#include "runtime/measure/leaf_table.h"
#include "runtime/measure/measure.h"
#include "runtime/order/infix.h"
#include "runtime/order/traversal.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

using namespace fporder;
using namespace fporder::measure;
using order::NodeId;

namespace {

constexpr order::ValueType binary32{format::Format::Binary32, order::Shape::Scalar};

Subject subjectOf(const char *text, const char *function = "step") {
  Subject subject;
  subject.function = function;
  const auto root = std::get<NodeId>(order::parseInfix(text, subject.graph, binary32));
  subject.orderings.push_back({text, root, {}});
  return subject;
}

std::vector<double> counting(std::size_t count) {
  std::vector<double> values(count);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

DataSet arrays(std::initializer_list<std::pair<const char *, data::Shape>> all) {
  DataSet set;
  for (const auto &[name, shape] : all)
    set.tensors.push_back({name, data::tensorOf(name, shape, counting(*data::elementCount(shape)))});
  return set;
}

/// The values of one leaf, the loops and extents as the binding reports them.
std::vector<double> values(const Subject &subject, const Binding &binding, std::string_view symbol, std::size_t first, std::size_t count) {
  for (const Binding::SampledLeaf &leaf : binding.sampled())
    if (leaf.name == symbol) {
      std::vector<double> out(count * eval::valuesPerSample(leaf.extents));
      binding.fill({&subject.graph, leaf.node, first, count, leaf.loops, leaf.extents}, out);
      return out;
    }
  FAIL("no leaf " << symbol);
  return {};
}

Binding bound(const Subject &subject, const DataSet &data = {}, const BindingOptions &options = {}) {
  Result<Binding> binding = Binding::bind(subject, data, options);
  if (!binding)
    FAIL(binding.error().message);
  return std::move(*binding);
}

std::string refused(const Subject &subject, const DataSet &data) {
  Result<Binding> binding = Binding::bind(subject, data, {});
  REQUIRE(!binding);
  return binding.error().message;
}

} // namespace

TEST_CASE("names of the launch are not those of arrays") {
  CHECK(namesOf("f", "blockIdx.x").empty());
  CHECK(namesOf("f", "get_global_id(0)").empty());
  CHECK(namesOf("f", "point.x") == std::vector<std::string>{"f.point.x", "f.x", "point.x", "x"});
}

TEST_CASE("an array that a loop runs over gives one sample an element") {
  const Subject subject = subjectOf("lr * m[i] / (sqrt(v[i]) + eps)");
  const Binding binding = bound(subject, arrays({{"m", {7}}, {"v", {7}}, {"lr", {}}}));
  CHECK(binding.sampleCount() == 7);
  CHECK(values(subject, binding, "m", 2, 3) == std::vector<double>{3, 4, 5});
  CHECK(values(subject, binding, "lr", 2, 3) == std::vector<double>{1, 1, 1});
  CHECK(binding.valuesPerSample() == 5); // lr, i twice as one leaf, m, v, eps
}

TEST_CASE("as many values of a scalar as an array has elements go with them one to one") {
  const Subject subject = subjectOf("a * m[i] / b");
  const Binding zipped = bound(subject, arrays({{"a", {6}}, {"m", {6}}, {"b", {}}}));
  CHECK(zipped.sampleCount() == 6);
  CHECK(values(subject, zipped, "a", 0, 6) == values(subject, zipped, "m", 0, 6));
  const Binding combined = bound(subject, arrays({{"a", {2}}, {"m", {6}}, {"b", {}}}));
  CHECK(combined.sampleCount() == 12);
}

TEST_CASE("neighbours of an element shorten the range of the samples") {
  const Subject subject = subjectOf("(x[i + 1] - x[i - 1]) * 0.5");
  const Binding binding = bound(subject, arrays({{"x", {10}}}));
  CHECK(binding.sampleCount() == 8);
  std::vector<std::vector<double>> read;
  for (const Binding::SampledLeaf &leaf : binding.sampled()) {
    std::vector<double> out(8);
    binding.fill({&subject.graph, leaf.node, 0, 8, leaf.loops, leaf.extents}, out);
    read.push_back(out);
  }
  REQUIRE(read.size() == 2);
  CHECK(read[0].front() + read[1].front() == 3 + 1);
  CHECK(read[0].back() + read[1].back() == 10 + 8);
}

TEST_CASE("neighbours of an element shorten a reduction") {
  const Subject subject = subjectOf("sum(i, x[i + 2] * x[i])");
  const Binding binding = bound(subject, arrays({{"x", {10}}}));
  for (std::uint32_t i = 0; i < subject.graph.size(); ++i)
    if (subject.graph[{i}].op == order::Op::Reduce)
      CHECK(binding.tripCount(subject.graph, {i}) == 8);
  CHECK(refused(subjectOf("sum(i, x[i] * y[i])"), arrays({{"x", {10}}, {"y", {9}}})).find("element 9 of 9") != std::string::npos);
}

TEST_CASE("an array with one more extent than the program indexes has a sample in each row") {
  const Subject subject = subjectOf("sum(k, x[k] * y[k])");
  const Binding binding = bound(subject, arrays({{"x", {3, 4}}, {"y", {3, 4}}}));
  CHECK(binding.sampleCount() == 3);
  CHECK(values(subject, binding, "x", 1, 1) == std::vector<double>{5, 6, 7, 8});
  NodeId reduce;
  for (std::uint32_t i = 0; i < subject.graph.size(); ++i)
    if (subject.graph[{i}].op == order::Op::Reduce)
      reduce = {i};
  CHECK(binding.tripCount(subject.graph, reduce) == 4);
}

TEST_CASE("an unknown stride is the last extent, outer indices make the samples, all pairs of them") {
  const Subject subject = subjectOf("sum(k, X[i * d + k] * Y[j * d + k], 0, d)");
  const Binding binding = bound(subject, arrays({{"X", {2, 3}}, {"Y", {4, 3}}}));
  CHECK(binding.sampleCount() == 8);
  CHECK(values(subject, binding, "X", 0, 8).size() == 24);
  const std::vector<double> x = values(subject, binding, "X", 7, 1), y = values(subject, binding, "Y", 7, 1);
  CHECK(x == std::vector<double>{4, 5, 6});
  CHECK(y == std::vector<double>{10, 11, 12});
}

TEST_CASE("what does not fit is refused by name, shape and cause") {
  const std::string message = refused(subjectOf("a[i] * b[i] / c[i]"), arrays({{"a", {5}}, {"b", {6}}}));
  CHECK(message.find("'b'") != std::string::npos);
  CHECK(message.find("'a'") != std::string::npos);
  CHECK(message.find("6 against 5") != std::string::npos);
  CHECK(refused(subjectOf("a[i] + b[i][j]"), arrays({{"b", {2, 3, 4, 5}}})).find("2x3x4x5") != std::string::npos);
  CHECK(refused(subjectOf("a[20] * b"), arrays({{"a", {5}}})).find("element 20 of 5") != std::string::npos);
}

TEST_CASE("an array that is read by two loops and by one of them binds") {
  for (const char *text : {"b[i * d + j] - b[i]", "b[i] - b[i * d + j]", "b[i] * c[i] - b[i * d + j]"})
    for (const data::Shape &shape : {data::Shape{4, 3}, data::Shape{12}}) {
      CAPTURE(text);
      const Subject subject = subjectOf(text);
      DataSet data = arrays({{"b", shape}, {"c", {4}}});
      data.distributions.push_back({"d", {data::Distribution::Kind::Uniform, 3, 3}});
      const Binding binding = bound(subject, data);
      CHECK(binding.sampleCount() == 12);
      for (const Binding::SampledLeaf &leaf : binding.sampled()) {
        std::vector<double> read(12);
        binding.fill({&subject.graph, leaf.node, 0, 12, leaf.loops, leaf.extents}, read);
        const bool both = subject.graph[subject.graph.operand(leaf.node, 0)].op == order::Op::Add;
        for (std::size_t s = 0; s < 12; ++s)
          CHECK(read[s] == static_cast<double>((both ? s : s / 3) + 1));
      }
    }
  CHECK(refused(subjectOf("b[i * d + j] - b[i] * c[i]"), arrays({{"b", {4, 3}}, {"c", {5}}})).find("does not fit") != std::string::npos);
}

TEST_CASE("an array that does not fit has the user's name, and the names that there are are listed") {
  const std::string message = refused(subjectOf("adam.m[i] * b / v[i]", "ns::step"), arrays({{"step.m", {5}}, {"ns::step.v", {6}}}));
  CHECK(message.find("array 'ns::step.v'") != std::string::npos);
  CHECK(message.find("array 'step.m'") != std::string::npos);
  const std::string list = message.substr(std::min(message.size(), message.find("; the expression reads ")));
  for (const char *name : {"'adam.m'", "'b'", "'v'"})
    CHECK(list.find(name) != std::string::npos);
}

TEST_CASE("names may carry the function and the object") {
  for (const char *name : {"lr", "adam.lr", "step.lr", "step.adam.lr", "ns::step.adam.lr"}) {
    const Subject subject = subjectOf("adam.lr * m", "ns::step");
    const Binding binding = bound(subject, arrays({{name, {}}}));
    CHECK_MESSAGE(values(subject, binding, "adam.lr", 0, 1) == std::vector<double>{1}, name);
  }
}

TEST_CASE("drawn arrays: the same element has the same value wherever it is read, others have others") {
  const Subject subject = subjectOf("sum(k, x[k] * x[k]) - sum(l, x[l] * y[l])");
  const Binding binding = bound(subject, {}, {.seed = 3, .defaultTripCount = 5});
  std::vector<std::vector<double>> x;
  for (const Binding::SampledLeaf &leaf : binding.sampled())
    if (leaf.name == "x") {
      std::vector<double> out(2 * 5);
      binding.fill({&subject.graph, leaf.node, 10, 2, leaf.loops, leaf.extents}, out);
      x.push_back(out);
    }
  REQUIRE(x.size() == 2);
  CHECK(x[0] == x[1]);
  CHECK(x[0] != values(subject, binding, "y", 10, 2));
  CHECK(x[0][0] != x[0][1]);
  CHECK(x[0][0] != x[0][5]);
}

TEST_CASE("pairs of rows of one drawn array differ") {
  const Subject subject = subjectOf("sum(k, (x[i * d + k] - x[j * d + k]) * (x[i * d + k] - x[j * d + k]), 0, d)");
  const Binding binding = bound(subject);
  std::vector<std::vector<double>> x;
  for (const Binding::SampledLeaf &leaf : binding.sampled())
    if (leaf.name == "x") {
      std::vector<double> out(256);
      binding.fill({&subject.graph, leaf.node, 0, 1, leaf.loops, leaf.extents}, out);
      x.push_back(out);
    }
  REQUIRE(x.size() == 2);
  CHECK(x[0] != x[1]);
  CHECK(x[0][0] != x[0][1]);
}

TEST_CASE("a sample's value does not depend on the block, and is a value of the leaf's format") {
  const Subject subject = subjectOf("a * b / c");
  const Binding binding = bound(subject);
  const std::vector<double> whole = values(subject, binding, "a", 0, 100), part = values(subject, binding, "a", 37, 20);
  for (std::size_t i = 0; i < part.size(); ++i)
    CHECK(part[i] == whole[37 + i]);
  for (const double value : whole)
    CHECK(format::roundTo(format::Format::Binary32, value) == value);
  CHECK(!binding.sampleCount());
  CHECK(std::ranges::all_of(binding.leaves(), [](const BoundLeaf &leaf) { return leaf.assumed; }));
}

TEST_CASE("where a root or a logarithm wants it, drawn values are positive") {
  const Subject subject = subjectOf("m / (sqrt(v + eps) + log(u))");
  const Binding binding = bound(subject);
  for (const char *name : {"v", "eps", "u"})
    CHECK_MESSAGE(std::ranges::all_of(values(subject, binding, name, 0, 1000), [](double value) { return value > 0; }), name);
  CHECK(std::ranges::any_of(values(subject, binding, "m", 0, 1000), [](double value) { return value < 0; }));
}

TEST_CASE("NaN in the data is noticed") {
  const std::vector<double> bad{1, std::numeric_limits<double>::quiet_NaN(), 3};
  DataSet set;
  set.tensors.push_back({"a", data::tensorOf("a", {3}, bad)});
  CHECK(bound(subjectOf("a[i] * b / c"), set).mayBeNonFinite());
  CHECK(!bound(subjectOf("a[i] * b / c"), arrays({{"a", {3}}})).mayBeNonFinite());
}

TEST_CASE("an array whose index is not followed is not measured with") {
  const Subject subject = subjectOf("x[i * j] * y[i] / 3");
  const Binding binding = bound(subject, arrays({{"x", {7}}, {"y", {7}}}));
  CHECK(binding.notMeasured() == "the index of array 'x' (, shape 7) is not followed");
  CHECK(measure::measure(subject, binding, {}).unsupported == binding.notMeasured());
  CHECK(bound(subject, arrays({{"y", {7}}})).notMeasured().empty()); // drawn values are no one's elements
}

TEST_CASE("a trip count that a thread's number decides is not the same for all samples") {
  const Binding own = bound(subjectOf("sum(k, x[k], 0, threadIdx.x + 1)"));
  CHECK(own.notMeasured() == "how often the loop over 'k' runs depends on 'threadIdx.x'");
  const Binding row = bound(subjectOf("sum(k, x[k], 0, length[blockIdx.x])"));
  CHECK(row.notMeasured() == "how often the loop over 'k' runs depends on 'length'");
  const Subject strided = subjectOf("sum(k, x[k], 0, (n - threadIdx.x) / blockDim.x)");
  const Binding shared = bound(strided); // of a range of unknown size all may have the same share
  CHECK(shared.notMeasured().empty());
  CHECK(shared.notes().size() == 1);
  CHECK(bound(subjectOf("sum(k, x[k], 0, (100 - threadIdx.x) / 32)")).notMeasured() == own.notMeasured());
  CHECK(bound(subjectOf("sum(k, x[k], 0, n)")).notMeasured().empty());
}

TEST_CASE("a range of one point is a constant, also where it is a stride") {
  const Subject subject = subjectOf("sum(k, X[i * d + k], 0, d)");
  DataSet set = arrays({{"X", {12}}});
  set.distributions.push_back({"d", {data::Distribution::Kind::Uniform, 4, 4, true}});
  const Binding binding = bound(subject, set);
  CHECK(binding.sampleCount() == 3);
  CHECK(values(subject, binding, "X", 2, 1) == std::vector<double>{9, 10, 11, 12});
}
