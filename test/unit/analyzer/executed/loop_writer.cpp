#include "test/unit/analyzer/executed/loop_writer.h"

#include "runtime/format/rounding.h"

#include <algorithm>
#include <cmath>

namespace fporder::test {

using format::Format;

std::string spelled(Format format) {
  switch (format) {
  case Format::Binary16:
    return "_Float16";
  case Format::BFloat16:
    return "__bf16";
  case Format::Binary32:
    return "float";
  case Format::Binary64:
    return "double";
  default:
    return "int";
  }
}

std::size_t sizeInMemory(Format format) { return format == Format::Integer ? sizeof(int) : format::encodingBits(format) / 8; }

LoopProgram LoopWriter::program(std::size_t number, const std::string &name) {
  static constexpr Format formats[] = {Format::Binary32, Format::Binary64, Format::Binary16, Format::BFloat16};
  result = {};
  kinds.clear();
  limits.clear();
  n = 0;
  result.name = name;
  result.loopClass = loopClasses()[number].name;
  result.format = formats[below(4)];
  typeName = spelled(result.format);
  loopClasses()[number].write(*this);
  complete();
  return result;
}

LoopWriter::Count LoopWriter::count(unsigned least, unsigned most) {
  const unsigned value = least + below(most - least + 1);
  if (chance(50))
    return literal(value);
  if (n == 0) {
    n = value;
    integer("n", n);
  }
  return n >= least && n <= most ? Count{n, "n"} : literal(value);
}

std::string LoopWriter::forLoop(const std::string &variable, const std::string &bound, const std::string &first) {
  const std::string step = one({"++", "++", "++", "post", "+= 1"});
  const std::string advanced = step == "++" ? "++" + variable : step == "post" ? variable + "++" : variable + " += 1";
  const bool simple = first == "0" && bound.find(' ') == std::string::npos;
  const std::string test = simple && chance(10)   ? variable + " != " + bound
                           : simple && chance(10) ? variable + " <= " + bound + " - 1"
                                                  : variable + " < " + bound;
  return "for (" + std::string(below(5) || bound == "n" ? "int" : indexType()) + " " + variable + " = " + first + "; " + test + "; " + advanced +
         ") ";
}

std::string LoopWriter::literalOf(const std::string &number) const {
  return typeName == "float" ? number + "f" : typeName == "double" ? number : typeName + "(" + number + ")";
}

std::string LoopWriter::constant() { return literalOf(one({"0.5", "1.5", "2.0", "3.0", "0.25", "0.1", "1.0", "0.75", "0.9"})); }

LoopParameter *LoopWriter::find(const std::string &name) {
  const auto found = std::ranges::find(result.parameters, name, &LoopParameter::name);
  return found == result.parameters.end() ? nullptr : &*found;
}

LoopParameter &LoopWriter::array(const std::string &name, unsigned length, Values values) {
  LoopParameter *known = find(name);
  if (!known) {
    result.parameters.push_back({typeName, name, {length}, {{"", result.format, {}}}, false, true});
    kinds.push_back(values);
    limits.push_back(0);
    return result.parameters.back();
  }
  if (known->shape.size() == 1)
    known->shape[0] = std::max<std::size_t>(known->shape[0], length);
  return *known;
}

std::string LoopWriter::at(const std::string &name, const std::string &index, unsigned last, Values values) {
  array(name, last + 1, values);
  return name + "[" + index + "]";
}

LoopParameter &LoopWriter::output(const std::string &name, unsigned length, bool read) {
  const bool isNew = find(name) == nullptr;
  LoopParameter &parameter = array(name, length);
  parameter.written = true;
  parameter.given = read || (!isNew && parameter.given);
  return parameter;
}

LoopParameter &LoopWriter::indices(const std::string &name, unsigned length, unsigned limit) {
  LoopParameter &parameter = array(name, length, Values::Index);
  parameter.type = "int";
  parameter.members.front().format = Format::Integer;
  limits[static_cast<std::size_t>(&parameter - result.parameters.data())] = limit;
  return parameter;
}

LoopParameter &LoopWriter::integer(const std::string &name, unsigned value) {
  result.parameters.push_back({"int", name, {}, {{"", Format::Integer, {static_cast<double>(value)}}}, false, true});
  kinds.push_back(Values::Index);
  limits.push_back(0);
  return result.parameters.back();
}

std::string LoopWriter::scalar(const std::string &name, Values values) {
  if (!find(name)) {
    result.parameters.push_back({typeName, name, {}, {{"", result.format, {}}}, false, true});
    kinds.push_back(values);
    limits.push_back(0);
  }
  return name;
}

std::string LoopWriter::term(const std::string &index, unsigned last) {
  const auto x = [&] { return at("x", index, last); };
  const auto y = [&] { return at("y", index, last); };
  switch (below(15)) {
  case 0:
  case 1:
    return x();
  case 2:
  case 3:
    return x() + " * " + y();
  case 4:
    return x() + " * " + x();
  case 5:
    return x() + " - " + scalar("a");
  case 6:
    return x() + " * " + scalar("a") + " + " + y();
  case 7:
    return "(" + x() + " - " + y() + ") * (" + x() + " - " + y() + ")";
  case 8:
    return fabs(x());
  case 9:
    return x() + " / " + at("z", index, last, Values::NearOne);
  case 10:
    return x() + " * " + typeName + "(" + index + " + 1)";
  case 11:
    return sqrt(fabs(x()));
  case 12:
    return "-" + x() + " * " + constant();
  case 13:
    return "(" + x() + " + " + y() + ") * " + constant() + " - " + x();
  default:
    return constant() + " * " + x() + " / (" + y() + " * " + y() + " + " + literalOf("1.0") + ")";
  }
}

std::string LoopWriter::factor(const std::string &index, unsigned last) {
  const std::string z = at("z", index, last, Values::NearOne);
  return below(3) ? z : one({"-", ""}) + z + " * " + scalar("a");
}

std::string LoopWriter::condition(const std::string &index, unsigned last) {
  const std::string x = at("x", index, last);
  switch (below(6)) {
  case 0:
    return x + " > 0";
  case 1:
    return x + one({" < ", " >= ", " <= ", " != "}) + at("y", index, last);
  case 2:
    return fabs(x) + one({" > ", " <= "}) + constant();
  case 3:
    return x + " * " + at("y", index, last) + " > " + constant();
  case 4:
    return "!(" + x + " < " + constant() + ")";
  default:
    return x + " > " + scalar("a");
  }
}

std::string LoopWriter::add(const std::string &to, const std::string &value) {
  switch (below(8)) {
  case 0:
  case 1:
    return to + " = " + to + " + " + value + ";\n";
  case 2:
    return to + " = " + value + " + " + to + ";\n";
  case 3:
    return to + " -= " + value + ";\n";
  case 4:
    return to + " = " + to + " - (" + value + ");\n";
  default:
    return to + " += " + value + ";\n";
  }
}

std::string LoopWriter::start() {
  switch (below(6)) {
  case 0:
    return scalar("a");
  case 1:
    return constant();
  case 2:
    return at("x", "0", 0);
  default:
    return zero();
  }
}

std::string LoopWriter::combined(const std::vector<std::string> &variables, const std::string &countText) {
  std::string value = variables[0];
  for (std::size_t i = 1; i < variables.size(); ++i)
    value = (i > 1 ? "(" + value + ")" : value) + one({" + ", " - ", " * ", " + "}) + variables[i];
  if (variables.size() > 1 && chance(70))
    return value;
  switch (below(8)) {
  case 0:
    return "(" + value + ") / " + typeName + "(" + countText + ")";
  case 1:
    return "(" + value + ") * " + scalar("a");
  case 2:
    return sqrt(fabs(value));
  case 3:
    return value + " - " + constant();
  default:
    return value;
  }
}

std::string LoopWriter::fma(const std::string &a, const std::string &b, const std::string &c) const {
  if (isNarrow())
    return typeName + "(std::fma(float(" + a + "), float(" + b + "), float(" + c + ")))";
  return "std::fma(" + a + ", " + b + ", " + c + ")";
}

void LoopWriter::finish(const std::string &body, const std::string &value) {
  if (chance(75)) {
    result.returns = true;
    result.code = body + "return " + value + ";\n";
  } else {
    result.code = body + put("o", "0", 0) + " = " + value + ";\n";
  }
}

double LoopWriter::nearOne(Format format) {
  const double magnitude = 0.5 + 1.5 * (static_cast<double>(random() >> 11) * 0x1p-53);
  return format::roundTo(format, below(3) ? magnitude : -magnitude);
}

double LoopWriter::mixed(Format format, const std::vector<double> &earlier) {
  const unsigned kind = below(20);
  if (kind == 0)
    return below(2) ? 0.0 : -0.0;
  if (kind <= 2 && !earlier.empty())
    return -earlier[below(static_cast<unsigned>(earlier.size()))];
  if (kind == 3)
    return format::roundTo(format, std::ldexp(nearOne(format), format::parameters(format).minExponent - 2));
  return format::roundTo(format, std::ldexp(nearOne(format), static_cast<int>(below(9)) - 4));
}

void LoopWriter::fill(LoopParameter &parameter) {
  const std::size_t which = static_cast<std::size_t>(&parameter - result.parameters.data());
  std::size_t elements = 1;
  for (const std::size_t extent : parameter.shape)
    elements *= extent;
  for (Member &member : parameter.members)
    while (member.values.size() < elements)
      member.values.push_back(kinds[which] == Values::Index     ? static_cast<double>(below(std::max(limits[which], 1U)))
                              : kinds[which] == Values::NearOne ? nearOne(member.format)
                                                                : mixed(member.format, member.values));
}

void LoopWriter::complete() {
  std::string list;
  for (LoopParameter &parameter : result.parameters) {
    const bool lengthens = parameter.shape.size() == 1 && parameter.given && parameter.members.front().values.empty() && chance(15);
    if (lengthens)
      parameter.shape[0] += 1 + below(4);
    fill(parameter);
    std::string text = (parameter.written || parameter.shape.empty() ? "" : "const ") + parameter.type + " ";
    if (parameter.shape.size() == 1)
      text += "*" + parameter.name;
    else
      text += parameter.name;
    for (std::size_t i = 0; parameter.shape.size() > 1 && i < parameter.shape.size(); ++i)
      text += i == 0 ? "[]" : "[" + std::to_string(parameter.shape[i]) + "]";
    list += (list.empty() ? "" : ", ") + text;
  }
  result.code = (result.returns ? typeName : std::string("void")) + " " + result.name + "(" + list + ") {\n" + result.code + "}\n";
}

} // namespace fporder::test
