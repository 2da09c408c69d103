#include "runtime/measure/machine.h"

#include "runtime/measure/machine_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

namespace fporder::measure {

namespace {

constexpr std::array<std::string_view, costKinds> kindNames{"add", "mul", "fma", "div", "sqrt", "select", "cast", "call"};

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> result;
  while (true) {
    const auto first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos)
      return result;
    line.remove_prefix(first);
    const auto end = std::min(line.find_first_of(" \t\r"), line.size());
    result.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

std::optional<double> positive(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value > 0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<format::Format> formatNamed(std::string_view text) { return text == "any" ? format::Format::Unknown : format::parse(text); }

class MachineReader {
public:
  Result<Machine> read(std::string_view text, std::string_view file);

private:
  /// What is wrong with the line; empty when nothing is.
  std::string line(std::string_view text);
  std::string values(const std::vector<std::string_view> &parts);
  std::string cost(const std::vector<std::string_view> &parts);

  Machine machine;
  std::map<format::Format, double> perInstruction;
};

std::string MachineReader::values(const std::vector<std::string_view> &parts) {
  const auto format = parts.size() == 3 ? formatNamed(parts[1]) : std::nullopt;
  const auto count = parts.size() == 3 ? positive(parts[2]) : std::nullopt;
  if (!format || !count)
    return "expected 'values FORMAT COUNT'";
  perInstruction[*format] = *count;
  return {};
}

std::string MachineReader::cost(const std::vector<std::string_view> &parts) {
  if (parts.size() != 4)
    return "expected 'FORMAT OPERATION LATENCY THROUGHPUT'";
  const auto format = formatNamed(parts[0]);
  const auto kind = std::ranges::find(kindNames, parts[1]);
  const auto latency = positive(parts[2]), throughput = positive(parts[3]);
  if (!format)
    return "unknown format '" + std::string(parts[0]) + "'";
  if (kind == kindNames.end())
    return "unknown operation '" + std::string(parts[1]) + "'";
  if (!latency || !throughput)
    return "latency and throughput must be positive numbers";
  if (!perInstruction.contains(*format))
    return "no 'values' line for " + std::string(parts[0]) + " above";
  const InstructionCost stated{*latency, *throughput, perInstruction.at(*format)};
  const bool isNew = machine.costs.emplace(std::pair(*format, static_cast<CostKind>(kind - kindNames.begin())), stated).second;
  return isNew ? "" : "stated twice";
}

std::string MachineReader::line(std::string_view text) {
  const std::vector<std::string_view> parts = words(text);
  if (parts.empty() || parts[0].starts_with('#'))
    return {};
  if (parts[0] == "values")
    return values(parts);
  std::string *field = parts[0] == "machine"  ? &machine.name
                       : parts[0] == "title"  ? &machine.title
                       : parts[0] == "source" ? &machine.source
                                              : nullptr;
  if (field == nullptr)
    return cost(parts);
  if (parts.size() < 2 || !field->empty())
    return "'" + std::string(parts[0]) + "' needs a text, once";
  const auto begin = parts[1].data(), end = parts.back().data() + parts.back().size();
  field->assign(begin, end);
  return {};
}

Result<Machine> MachineReader::read(std::string_view text, std::string_view file) {
  std::size_t number = 1;
  for (; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    if (std::string wrong = line(text.substr(0, end)); !wrong.empty())
      return Error{std::string(file) + ":" + std::to_string(number) + ": " + wrong};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (machine.name.empty() || machine.title.empty() || machine.source.empty())
    return Error{std::string(file) + ": a machine needs a name, a title and a source"};
  return std::move(machine);
}

} // namespace

std::string_view name(CostKind kind) { return kindNames[static_cast<std::size_t>(kind)]; }

std::optional<InstructionCost> Machine::cost(format::Format format, CostKind kind) const {
  for (const format::Format candidate : {format, format::Format::Unknown})
    if (const auto found = costs.find({candidate, kind}); found != costs.end())
      return found->second;
  return std::nullopt;
}

Result<Machine> parseMachine(std::string_view text, std::string_view file) { return MachineReader().read(text, file); }

std::span<const Machine> machines() {
  static const std::vector<Machine> all = [] {
    std::vector<Machine> result;
    for (const auto &[file, text] : machineTexts())
      if (Result<Machine> machine = parseMachine(text, file)) // a test sees to it that all can be read
        result.push_back(std::move(*machine));
    std::ranges::sort(result, {}, &Machine::name);
    return result;
  }();
  return all;
}

const Machine *findMachine(std::string_view wanted) {
  const auto found = std::ranges::find(machines(), wanted, &Machine::name);
  return found != machines().end() ? &*found : nullptr;
}

} // namespace fporder::measure
