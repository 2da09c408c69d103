// The kinds of entities, one function each, which writes an entity and a random use of it.
#include "test/ablation/entity_program.h"

namespace fporder::test {

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
  result.entities.back().integral = true;
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
  const std::string u = "h" + std::to_string(number);
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
    integralLine("const " + type + " z" + v + " = " + v + " * " + v + " / 2;");
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
  integralLine("auto c" + m + " = " + m + ".c * " + m + ".d / " + m + ".e;");
  probe("float(c" + m + ")");
  integralLine("auto t" + m + " = (" + m + ".total() + " + m + ".d - 1) / " + m + ".d;");
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

} // namespace fporder::test
