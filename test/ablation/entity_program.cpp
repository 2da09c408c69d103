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
  const std::string name = own(word) + (number ? std::to_string(number) : "");
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

void EntityWriter::writer() {
  const std::string load = entity("load", "static void $(float &u) { " + body("u") + " }", "void $(float &u);"),
                    u = own("u") + std::to_string(number);
  line("float " + u + " = " + one({"1.0f", "a", "0.5f", "x[1]"}) + ";");
  if (chance(50))
    probe(u);
  line(load + "(" + u + ");");
  sensitive(u);
}

void EntityWriter::filler() {
  const std::string fill = entity("fill", "static void $(float *p) { " + body("p[0]") + " p[1] = p[0] + 1.0f; }", "void $(float *p);");
  const std::string t = "t" + std::to_string(number);
  line("float " + t + "[3] = {1.0f, 1.0f, a};");
  if (chance(40))
    probe(t + "[2]");
  line(fill + "(" + (chance(50) ? t : "&" + t + "[" + one({"0", "1"}) + "]") + ");");
  sensitive(t + "[" + one({"0", "1", "2"}) + "]");
  probe(t + "[1]");
}

void EntityWriter::function() {
  const std::string value = entity(
      "value",
      std::string("static float $(float u) { ") +
          one({"return u * 2.0f;", "return u / 3.0f;", "u += 1.0f; return u;", "return 1.0f;", "static float k = 0; k += 1.0f; return u + k;"}) +
          " }",
      "float $(float u);");
  const std::string v = "v" + std::to_string(number);
  line("const float " + v + " = " + value + "(" + operand() + ");");
  sensitive(v);
  probe(value + "(" + operand() + ")");
}

void EntityWriter::object() {
  const std::string type = entity("Object",
                                  "struct $ { float c = 1.0f, d = 0.5f; void init() { " + body("c") +
                                      " } float get() const { return c + d; } void put(float v) { d = v; } };",
                                  "struct $ { float c, d; void init(); float get() const; void put(float v); };", true);
  const std::string s = "s" + std::to_string(number);
  line(type + " " + s + ";");
  if (chance(50))
    line(s + ".c = " + one({"1.0f", "a", "2.0f"}) + ";");
  if (chance(50))
    probe(s + ".c");
  switch (below(4)) {
  case 0:
    line(s + ".init();");
    break;
  case 1:
    line(s + ".put(" + operand() + ");");
    break;
  case 2:
    line("auto &r" + s + " = " + s + "; r" + s + ".init();");
    break;
  default:
    line("{ " + type + " *p = &" + s + "; p->init(); }");
  }
  sensitive(s + one({".c", ".d", ".get()"}));
  probe(s + ".c");
}

void EntityWriter::derived() {
  const std::string base = entity("Base",
                                  "struct $ { float count = 2.0f; int rows = 3; void load(float &u) { " + body("u") +
                                      " count += 1.0f; } void init() { " + body("count") + " } };",
                                  "struct $ { float count; int rows; void load(float &u); void init(); };", true, true);
  const std::string type = entity(
      "Derived",
      "struct $ : " + base +
          " { float own = 1.0f; void reset() { own = 1.0f; this->init(); } float run(float x) { float u = 1.0f; this->load(u); return u + x; } "
          "float blocks() { return float((this->rows + this->rows - 1) / this->rows); } };");
  const std::string d = "d" + std::to_string(number);
  line(type + " " + d + ";");
  switch (below(4)) {
  case 0:
    line(d + ".own = a;");
    line(d + ".reset();");
    break;
  case 1:
    line("float w" + d + " = 1.0f;");
    line(d + ".load(w" + d + ");");
    sensitive("w" + d);
    break;
  case 2:
    line(d + ".count = 1.0f;");
    line(d + ".init();");
    break;
  default:
    break;
  }
  switch (below(4)) {
  case 0:
    sensitive(d + ".run(" + operand() + ")");
    break;
  case 1:
    probe(d + ".blocks()");
    break;
  default:
    sensitive(d + ".count");
  }
  probe(d + ".own");
  probe(d + ".count");
}

void EntityWriter::overload() {
  const std::string both =
      entity("over",
             "static float $(float u) { return u * 0.5f; } static float $(int u) { return float(u / 2) + 1.0f; } static void $(float &u, int) { " +
                 body("u") + " }",
             "float $(float u); float $(int u); void $(float &u, int);");
  const std::string u = "k" + std::to_string(number);
  line("float " + u + " = " + one({"1.0f", "a"}) + ";");
  if (chance(50))
    line(both + "(" + u + ", n);");
  sensitive(u);
  probe(both + "(" + one({"n", "a", "3", "x[0]"}) + ")");
}

void EntityWriter::macro() {
  const std::string u = "m" + std::to_string(number);
  switch (below(4)) {
  case 0: {
    const std::string set = entity("SET", "#define $(u, v) u = v");
    line("float " + u + " = 1.0f;");
    line(set + "(" + u + ", " + one({"5.0f", "a", "x[1] * 2.0f"}) + ");");
    return sensitive(u);
  }
  case 1: {
    const std::string scale = entity("SCALE", std::string("#define $(v) ") + one({"((v) * 2.0f)", "(1.0f / (v))", "((v) + 1)"}));
    line("const float " + u + " = " + scale + "(" + operand() + ");");
    return sensitive(u);
  }
  case 2: {
    const std::string limit = entity("LIMIT", std::string("#define $ ") + one({"1.0f", "3", "0.5", "x[2]"}));
    line("const float " + u + " = a * " + limit + ";");
    sensitive(u);
    return probe(limit);
  }
  default: {
    const std::string qualifier = entity("QUALIFIER", std::string("#define $ ") + one({"const", "volatile", "", "static const"}));
    line(qualifier + " float " + u + " = 1.0f + 0.5f;");
    return sensitive(u);
  }
  }
}

void EntityWriter::keeper() {
  const std::string keeper = entity("Keeper", "struct $ { float &r; explicit $(float &u) : r(u) {} void bump() { " + body("r") + " } };",
                                    "struct $ { float &r; explicit $(float &u); void bump(); };", true);
  const std::string u = "g" + std::to_string(number);
  line("float " + u + " = 1.0f;");
  line(keeper + " keep" + u + "(" + u + ");");
  if (chance(60))
    probe(u);
  line("keep" + u + ".bump();");
  sensitive(u);
}

void EntityWriter::global() {
  const std::string kept = entity("kept", "static float $ = 1.0f;", "extern float $;");
  const std::string touch = entity("touch", "static void $() { " + body(kept) + " }", "void $();");
  line(kept + " = " + one({"1.0f", "a", "2.0f"}) + ";");
  if (chance(50))
    probe(kept);
  line(touch + "();");
  sensitive(kept);
}

void EntityWriter::alias() {
  const bool integral = chance(40);
  const std::string type = entity("alias", std::string("using $ = ") + (integral ? "int;" : "float;"), {}, true), v = "q" + std::to_string(number);
  line("const " + type + " " + v + " = " + (integral ? "n * 3 + 1;" : operand() + ";"));
  if (integral) {
    line("const " + type + " z" + v + " = " + v + " * " + v + " / 2;");
    return probe("float(z" + v + ")");
  }
  line("const " + type + " z" + v + " = " + v + " * a / b;");
  probe("z" + v);
}

void EntityWriter::shadowed() {
  const std::string load = entity("shadow", "static void $(float &u) { " + body("u") + " }", "void $(float &u);");
  const std::string s = "s" + std::to_string(number);
  line("float " + s + " = 1.0f; float &outer" + s + " = " + s + ";");
  line("{ float " + s + " = a; " + (chance(50) ? load + "(" + s + "); " : "outer" + s + " = outer" + s + " * 0.5f; ") + "o[" +
       std::to_string(result.probes++) + "] = " + s + "; o[" + std::to_string(result.probes++) + "] = outer" + s + "; }");
  if (chance(50))
    line(load + "(" + one({"", "outer"}) + s + ");");
  sensitive(s);
  probe("outer" + s);
}

void EntityWriter::pointer() {
  const std::string blob = entity(
      "Blob",
      "struct $ { float memory[4] = {1.0f, 2.0f, 3.0f, 0.5f}; operator float *() { return memory; } float *at(int i) { return memory + i; } };",
      "struct $ { float memory[4]; operator float *(); float *at(int i); };", true);
  const std::string p = "p" + std::to_string(number), w = "w" + std::to_string(number);
  line(blob + " " + p + ";");
  line("float *" + w + " = " + (chance(50) ? "(float *)" + p : p + ".at(" + one({"0", "1"}) + ")") + ";");
  if (chance(50))
    line(w + "[1] = " + one({"a", "1.0f"}) + ";");
  probe("-" + w + "[0] * a + " + w + "[1] * a - " + w + "[2] * a");
  probe(w + "[0]");
  if (chance(50))
    line(w + "++;");
  probe(w + "[1]");
  probe("*" + w);
  if (chance(40))
    probe(p + ".memory[1]");
}

void EntityWriter::integers() {
  const std::string sizes = entity("Sizes", "struct $ { int c = 7, d = 3, e = 2; int total() const { return c * d; } };",
                                   "struct $ { int c, d, e; int total() const; };", true);
  const std::string m = "m" + std::to_string(number);
  line(sizes + " " + m + ";");
  line("auto c" + m + " = " + m + ".c * " + m + ".d / " + m + ".e;");
  probe("float(c" + m + ")");
  line("auto t" + m + " = (" + m + ".total() + " + m + ".d - 1) / " + m + ".d;");
  probe("float(t" + m + ")");
}

void EntityWriter::callable() {
  const std::string call =
      entity("Call", "struct $ { float s = 2.0f; void operator()(float &u) { " + body("u") + " } float operator[](int i) { return s + float(i); } };",
             "struct $ { float s; void operator()(float &u); float operator[](int i); };", true);
  const std::string f = "c" + std::to_string(number), u = "u" + std::to_string(number);
  line(call + " " + f + "; float " + u + " = 1.0f;");
  line(f + "(" + u + ");");
  sensitive(u);
  probe(f + "[1]");
  probe(f + "[0]");
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
