#include "test/ablation/entity_program.h"

#include "runtime/format/rounding.h"

#include <algorithm>
#include <cmath>

namespace fporder::test {

namespace {

constexpr unsigned length = 8;

LoopParameter array(std::mt19937_64 &random, const std::string &name, unsigned count) {
  Member member{"", format::Format::Binary32, {}};
  for (unsigned i = 0; i < count; ++i) {
    const double magnitude = 1.0 + static_cast<double>(random() % 4096) / 4096;
    member.values.push_back((random() % 4 ? 1 : -1) * std::ldexp(magnitude, static_cast<int>(random() % 5) - 2));
  }
  return {"float", name, {count}, {member}, false, true};
}

} // namespace

std::string EntityWriter::entity(const std::string &word, std::string whole, std::string declared, bool type, bool base) {
  const std::string name = own(word) + (number ? "_" + std::to_string(number) : "");
  const auto named = [&](std::string text) {
    for (std::size_t at = text.find('$'); at != std::string::npos; at = text.find('$'))
      text.replace(at, 1, name);
    return text;
  };
  result.entities.push_back({name, named(std::move(whole)), named(std::move(declared)), type, base});
  ++number;
  return name;
}

void EntityWriter::line(const std::string &text, bool untouched) {
  if (untouched)
    result.untouched.insert(static_cast<unsigned>(std::count(result.program.code.begin(), result.program.code.end(), '\n')));
  result.program.code += "  " + text + "\n";
}

void EntityWriter::integralLine(const std::string &text) {
  result.integral.insert(static_cast<unsigned>(std::count(result.program.code.begin(), result.program.code.end(), '\n')));
  line(text);
}

void EntityWriter::probe(const std::string &value, bool untouched) { line("o[" + std::to_string(result.probes++) + "] = " + value + ";", untouched); }

std::string EntityWriter::operand() { return one({"a", "b", "x[0]", "x[1]", "y[0]", "y[1]", "x[n]", "y[n]"}); }

std::string EntityWriter::body(const std::string &variable) {
  static constexpr const char *assignments[] = {" = 5.0f;", " = 0.75f;", " += 1.0f;", " = 3.0f * @ + 0.25f;", " *= 2.0f;", " -= 0.5f;"};
  std::string text = variable + one(assignments);
  if (const std::size_t at = text.find('@'); at != std::string::npos)
    text.replace(at, 1, variable);
  return text;
}

/// An expression of the parameters that is worth a finding.
std::string EntityWriter::clean() {
  static constexpr const char *forms[] = {"@ * @ / @",     "@ / @ / @",     "@ / @ * @",   "(@ - @) * @ / @",
                                          "@ * @ + @ * @", "@ * @ - @ * @", "(@ + @) - @", "@ * @ * @"};
  std::string text = one(forms);
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@'))
    text.replace(at, 1, operand());
  return text;
}

/// What is said of these depends on what is known of the value.
void EntityWriter::sensitive(const std::string &value) {
  switch (below(8)) {
  case 0:
    return probe("std::log(" + value + " + x[2])");
  case 1:
    return probe("std::exp(x[2]) - " + value);
  case 2:
    return probe(value + " * a / b");
  case 3:
    return probe("(" + value + " - a) * b + (1.0f - b) * " + value);
  case 4:
    return probe("std::sqrt(" + value + " * " + value + " + 1.0f) - " + value);
  case 5:
    return probe("a - " + value + " * " + value);
  default:
    return probe(value);
  }
}

EntityProgram EntityWriter::program(const std::string &name) {
  using Write = void (EntityWriter::*)();
  static constexpr Write kinds[] = {&EntityWriter::writer,   &EntityWriter::filler,   &EntityWriter::function, &EntityWriter::object,
                                    &EntityWriter::derived,  &EntityWriter::overload, &EntityWriter::macro,    &EntityWriter::keeper,
                                    &EntityWriter::global,   &EntityWriter::alias,    &EntityWriter::shadowed, &EntityWriter::pointer,
                                    &EntityWriter::integers, &EntityWriter::callable};
  result = {};
  number = 0;
  LoopProgram &program = result.program;
  program.loopClass = "entities";
  program.name = name;
  program.code = "void " + name + "(float *o, const float *x, const float *y, float a, float b, int n) {\n";
  for (unsigned i = 0, count = 1 + below(3); i < count; ++i) {
    if (chance(70))
      probe(clean(), true);
    (this->*kinds[below(std::size(kinds))])();
    if (chance(50))
      probe(clean(), true);
  }
  program.code += "}\n";
  program.parameters = {array(random, "o", result.probes), array(random, "x", length), array(random, "y", length), array(random, "a", 1),
                        array(random, "b", 1)};
  program.parameters[0].written = true;
  program.parameters[0].given = false;
  program.parameters[3].shape = program.parameters[4].shape = {};
  program.parameters.push_back({"int", "n", {}, {{"", format::Format::Integer, {static_cast<double>(1 + below(length - 1))}}}, false, true});
  program.before = "\n";
  for (const Entity &each : result.entities)
    program.before += each.whole + "\n";
  return result;
}

std::vector<Known> EntityWriter::ablation(const EntityProgram &of) {
  std::vector<Known> known(of.entities.size(), Known::Whole);
  const std::size_t certain = below(static_cast<unsigned>(known.size()));
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (i != certain && chance(50))
      continue;
    const Entity &entity = of.entities[i];
    std::vector<Known> choices{Known::Gone};
    if (!entity.declared.empty())
      choices.insert(choices.end(), {Known::Declared, Known::Declared});
    if (entity.type)
      choices.insert(choices.end(), {Known::Parameter, Known::Parameter});
    known[i] = choices[below(static_cast<unsigned>(choices.size()))];
  }
  return known;
}

bool EntityProgram::isIntegral(unsigned number) const {
  const unsigned first = 1 + static_cast<unsigned>(entities.size()); // of the code
  return number >= first ? integral.contains(number - first) : number > 0 && entities[number - 1].integral;
}

std::string EntityProgram::text(const std::vector<Known> &known) const {
  std::string heads, lines, outer;
  for (std::size_t i = 0; i < entities.size(); ++i) {
    const Entity &entity = entities[i];
    if (known[i] == Known::Parameter)
      (entity.base ? outer : heads) += ((entity.base ? outer : heads).empty() ? "class " : ", class ") + entity.name;
    lines += (known[i] == Known::Whole ? entity.whole : known[i] == Known::Declared ? entity.declared : "") + "\n";
  }
  const std::string head = heads.empty() ? "" : "template <" + heads + "> ";
  if (outer.empty())
    return "\n" + lines + head + program.code;
  return "template <" + outer + "> struct Around_" + program.name + " {\n" + lines + head + "static " +
         program.code.substr(0, program.code.size() - 1) + " };\n";
}

} // namespace fporder::test
