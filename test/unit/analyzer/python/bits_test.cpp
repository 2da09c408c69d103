// Every script of scripts/ gives, evaluated from its graph, the bits that NumPy gave: see record_bits.py.
#include "runtime/eval/evaluator.h"
#include "test/unit/analyzer/python/translated_script.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace fporder;

namespace {

namespace fs = std::filesystem;

struct Input {
  std::string name, dtype;
  std::vector<std::size_t> sizes;
  bool positive = false;
  unsigned number = 0;

  double at(std::size_t position) const {
    const auto u = static_cast<std::uint32_t>(position * 2654435761ULL + number * 1013904223ULL + 12345);
    double value = u / 4294967296.0 * 4 - 2;
    if (positive)
      value = std::fabs(value) + 0x1p-10;
    if (dtype.starts_with("int"))
      return std::trunc(value * 8);
    return format::roundTo(dtype == "float16"   ? format::Format::Binary16
                           : dtype == "float32" ? format::Format::Binary32
                                                : format::Format::Binary64,
                           value);
  }
};

std::string textOf(const fs::path &file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// As the first line of a script says.
std::vector<Input> inputsOf(const std::string &script) {
  std::vector<Input> inputs;
  std::istringstream entries(script.substr(10, script.find('\n') - 10));
  for (std::string entry; std::getline(entries, entry, ';');) {
    std::istringstream words(entry);
    Input input;
    input.number = static_cast<unsigned>(inputs.size());
    words >> input.name >> input.dtype;
    for (std::string word; words >> word;)
      if (word == "positive")
        input.positive = true;
      else
        input.sizes.push_back(std::stoul(word));
    inputs.push_back(std::move(input));
  }
  return inputs;
}

/// The script with a call of its f on arrays of these formats and sizes.
std::string withCall(const std::string &script, const std::vector<Input> &inputs) {
  std::string text = script, arguments;
  for (const Input &input : inputs) {
    text += input.name + " = np.fromfile('" + input.name + ".bin', dtype=np." + input.dtype + ").reshape(";
    for (const std::size_t size : input.sizes)
      text += std::to_string(size) + ", ";
    text += ")\n";
    arguments += (arguments.empty() ? "" : ", ") + input.name;
  }
  return text + "result = f(" + arguments + ")\nnp.save('result', result)\n";
}

/// Elements of the inputs at the indices that leaves have; a sample is a position of the result.
class Elements final : public eval::LeafSource {
public:
  Elements(const std::vector<Input> &all, const std::vector<order::NodeId> &free, const std::vector<std::size_t> &sizes)
      : inputs(all), indices(free), extents(sizes) {}

  void fill(const eval::LeafRequest &request, std::span<double> out) const override {
    const std::size_t each = eval::valuesPerSample(request.extents);
    for (std::size_t sample = 0; sample < request.count; ++sample)
      for (std::size_t k = 0; k < each; ++k)
        out[sample * each + k] = value(request, request.first + sample, k);
  }
  std::uint32_t tripCount(const order::Graph &, order::NodeId) const override { return 8192; } // of a buffer, at most

private:
  /// What a loop index is, of the result's axes or of an enclosing reduction.
  long long index(const eval::LeafRequest &request, std::uint32_t loop, std::size_t sample, std::size_t k) const {
    for (std::size_t position = request.loops.size(); position-- > 0; k /= request.extents[position])
      if (request.loops[position] == loop)
        return static_cast<long long>(k % request.extents[position]);
    for (std::size_t position = indices.size(); position-- > 0; sample /= extents[position])
      if ((*request.graph)[indices[position]].op == order::Op::LoopIndex && (*request.graph)[indices[position]].version == loop)
        return static_cast<long long>(sample % extents[position]);
    FAIL("an index that nothing gives");
    return 0;
  }
  long long integer(const eval::LeafRequest &request, order::NodeId node, std::size_t sample, std::size_t k) const {
    const order::Graph &graph = *request.graph;
    const auto operand = [&](unsigned position) { return integer(request, graph.operand(node, position), sample, k); };
    switch (graph[node].op) {
    case order::Op::LoopIndex:
      return index(request, graph[node].version, sample, k);
    case order::Op::Constant:
      return static_cast<long long>(graph.number(node).approximate());
    case order::Op::Add:
      return operand(0) + operand(1);
    case order::Op::Sub:
      return operand(0) - operand(1);
    case order::Op::Mul:
      return operand(0) * operand(1);
    case order::Op::Div:
      return operand(0) / operand(1);
    case order::Op::Call:
      return operand(0) % operand(1);
    default:
      FAIL("an index of another kind");
      return 0;
    }
  }
  double value(const eval::LeafRequest &request, std::size_t sample, std::size_t k) const {
    const order::Graph &graph = *request.graph;
    if (graph[request.leaf].op == order::Op::LoopIndex)
      return static_cast<double>(index(request, graph[request.leaf].version, sample, k));
    for (const Input &input : inputs)
      if (input.name == graph.symbol(request.leaf)) {
        std::size_t position = 0;
        REQUIRE(graph.operands(request.leaf).size() == input.sizes.size());
        for (unsigned axis = 0; axis < input.sizes.size(); ++axis)
          position = position * input.sizes[axis] + static_cast<std::size_t>(integer(request, graph.operand(request.leaf, axis), sample, k));
        return input.at(position);
      }
    FAIL("a leaf that is no input: " << graph.symbol(request.leaf));
    return 0;
  }

  const std::vector<Input> &inputs;
  std::vector<order::NodeId> indices;
  std::vector<std::size_t> extents;
};

struct Recorded {
  std::string version, dtype;
  std::vector<std::size_t> sizes;
  std::vector<double> values;
};

double valueOf(const std::string &dtype, std::uint64_t bits) {
  if (dtype == "float64")
    return std::bit_cast<double>(bits);
  if (dtype == "float32")
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return format::decode(format::Format::Binary16, bits);
}

Recorded recordedIn(const fs::path &file) {
  std::istringstream text(textOf(file));
  Recorded recorded;
  std::getline(text, recorded.version);
  std::string head;
  std::getline(text, head);
  std::istringstream words(head);
  words >> recorded.dtype;
  for (std::size_t size = 0; words >> size;)
    recorded.sizes.push_back(size);
  for (std::string word; text >> word;)
    recorded.values.push_back(valueOf(recorded.dtype, std::stoull(word, nullptr, 16)));
  return recorded;
}

void compare(const fs::path &script, const std::string &profile, const std::string &suffix) {
  const std::string shown = script.filename().string() + suffix;
  CAPTURE(shown);
  const std::string text = textOf(script);
  const std::vector<Input> inputs = inputsOf(text);
  const Recorded recorded = recordedIn(fs::path(script).replace_extension(suffix + ".bits"));
  python::Options options;
  options.profile = profile;
  const test::TranslatedScript translated(withCall(text, inputs), options);
  REQUIRE(translated.problem.empty());
  const order::Procedure &module = translated.procedure("<module>");
  for (const order::Unanalysed &each : module.unanalysed)
    FAIL_CHECK(each.what << ": " << each.why);
  const auto effect = std::ranges::find(module.effects, std::string("result"), &order::Effect::target);
  REQUIRE(effect != module.effects.end());
  CHECK(format::name(module.graph[effect->node].type.format) == (recorded.dtype == "float16"   ? "binary16"
                                                                 : recorded.dtype == "float32" ? "binary32"
                                                                                               : "binary64"));
  REQUIRE(effect->indices.size() == recorded.sizes.size());
  REQUIRE(!recorded.values.empty());
  const Elements elements(inputs, effect->indices, recorded.sizes);
  const eval::Evaluator evaluator(module.graph, std::span(&effect->node, 1));
  CHECK(evaluator.notEvaluated().empty());
  std::vector<double> values(recorded.values.size());
  const eval::Column column{values};
  evaluator.evaluate(elements, 0, values.size(), std::span(&column, 1));
  std::size_t different = 0;
  for (std::size_t index = 0; index < values.size(); ++index)
    different += std::bit_cast<std::uint64_t>(values[index]) != std::bit_cast<std::uint64_t>(recorded.values[index]);
  CHECK(different == 0);
}

const fs::path scripts = fs::path(FPORDER_SOURCE_DIR) / "test/unit/analyzer/python/scripts";

} // namespace

TEST_CASE("graphs of scripts have the bits that NumPy gives") {
  unsigned count = 0;
  for (const fs::directory_entry &entry : fs::directory_iterator(scripts))
    if (entry.path().extension() == ".py") {
      compare(entry.path(), "", "");
      ++count;
    }
  CHECK(count >= 15);
}

TEST_CASE("NumPy up to 2.2 sums in buffers of 8192") {
  unsigned count = 0;
  for (const fs::directory_entry &entry : fs::directory_iterator(scripts))
    if (const std::string name = entry.path().filename().string(); name.ends_with(".numpy-2.2.bits")) {
      compare(scripts / (name.substr(0, name.find('.')) + ".py"), "numpy-2.2", ".numpy-2.2");
      ++count;
    }
  CHECK(count >= 2);
}
