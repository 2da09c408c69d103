// Classes of loops by how they are written: fused steps, conversions, functions, structs, pointers, index arrays.
#include "test/unit/analyzer/executed/loop_classes.h"

namespace fporder::test::classes {

using Count = LoopWriter::Count;

void fused(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string head = w.forLoop("i", n.text), x = w.at("x", "i", last), y = w.at("y", "i", last);
  switch (w.below(7)) {
  case 0:
  case 1:
    return w.finish(w.declare("s", w.start()) + head + "s = " + w.fma(w.chance(20) ? "-" + x : x, y, "s") + ";\n", w.combined({"s"}, n.text));
  case 2:
    return w.finish(head + w.put("o", "i", last) + " = " + w.fma(x, w.scalar("a"), y) + ";\n");
  case 3: // Horner
    return w.finish(w.declare("s", w.start()) + head + "s = " + w.fma("s", w.scalar("a"), x) + ";\n", "s");
  case 4: // in the term
    return w.finish(w.declare("s", w.start()) + head + w.add("s", w.fma(x, y, w.constant())), w.combined({"s"}, n.text));
  case 5: // the product's error
    return w.finish(head + "{\nconst " + w.declare("p", x + " * " + y) + w.put("o", "i", last) + " = " + w.fma(x, y, "-p") + ";\n}\n");
  default: // two in an iteration
    return w.finish(w.declare("s", w.start()) + head + "{\ns = " + w.fma(x, y, "s") + ";\n" +
                        (w.chance(50) ? "s = " + w.fma(w.at("v", "i", last), w.at("w", "i", last), "s") + ";\n" : w.add("s", w.term("i", last))) +
                        "}\n",
                    w.combined({"s"}, n.text));
  }
}

void casts(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string head = w.forLoop("i", n.text), x = w.at("x", "i", last), y = w.at("y", "i", last);
  // The two narrow formats do not mix.
  const std::string other = w.isNarrow() ? w.one({"double", "float"}) : w.one({"double", "float", "_Float16", "__bf16"});
  switch (w.below(8)) {
  case 0: // another accumulator
    return w.finish(other + " s = 0;\n" + head + "s += " + w.oneOf({x, other + "(" + x + ") * " + other + "(" + y + ")", x + " * " + y}) + ";\n",
                    w.type() + "(s)");
  case 1: // terms of another type
    return w.finish(w.declare("s", w.start()) + head + "s += " + w.type() + "(" + other + "(" + w.term("i", last) + "));\n",
                    w.combined({"s"}, n.text));
  case 2: // a product in double, added to a narrower sum
    return w.finish(w.declare("s", w.start()) + head + "s += double(" + x + ") * " + y + ";\n", w.combined({"s"}, n.text));
  case 3: // through an integer
    return w.finish(w.declare("s", w.start()) + head + w.add("s", w.type() + "(int(" + x + " * " + w.constant() + ")) * " + y), "s");
  case 4: // stores
    return w.finish(head + w.put("o", "i", last) + " = " + w.type() + "(" + other + "(" + x + ") * " + other + "(" + y + ") - " + other +
                    "(1.5));\n");
  case 5: // a constant of another type
    return w.finish(w.declare("s", w.zero()) + head + "s += " + x + " * 0.1;\n", w.combined({"s"}, n.text));
  case 6: // the index as a number
    return w.finish(w.declare("s", w.zero()) + head +
                        "s += " + w.oneOf({x + " * i", x + " / (i + 1)", w.type() + "(i) * " + w.constant() + " + " + x}) + ";\n",
                    w.combined({"s"}, n.text));
  default: // there and back in each iteration
    return w.finish(w.declare("s", w.start()) + head + "s = " + w.type() + "(" + other + "(s) + " + other + "(" + x + "));\n",
                    w.combined({"s"}, n.text));
  }
}

void helperFunctions(LoopWriter &w) {
  const Count n = w.count(1, 12);
  const unsigned last = n.value - 1, rows = 1 + w.below(4);
  const std::string T = w.type(), row = "x + r * " + n.text, f = w.own("_h");
  const std::string sum =
      "static " + T + " " + f + "(const " + T + " *p, int count) { " + T + " u = 0; for (int k = 0; k < count; ++k) u += p[k]; return u; }\n";
  const std::string head = w.forLoop("i", n.text);
  switch (w.below(9)) {
  case 0:
    w.before("static " + T + " " + f + "(" + T + " v, " + T + " u) { return v * v " + w.one({"+", "-"}) + " u; }\n");
    return w.finish(w.declare("s", w.start()) + head + w.add("s", f + "(" + w.at("x", "i", last) + ", " + w.at("y", "i", last) + ")"),
                    w.combined({"s"}, n.text));
  case 1:
    w.before(sum);
    w.array("x", rows * n.value);
    return w.finish(w.forLoop("r", std::to_string(rows)) + w.put("o", "r", rows - 1) + " = " + f + "(" + row + ", " + n.text + ") * " + w.constant() +
                    ";\n");
  case 2:
    w.before(sum);
    w.array("x", rows * n.value);
    return w.finish(w.declare("s", w.start()) + w.forLoop("r", std::to_string(rows)) + w.add("s", f + "(" + row + ", " + n.text + ")"),
                    w.combined({"s"}, n.text));
  case 3: // by reference
    w.before("static void " + f + "(" + T + " &to, " + T + " v) { to " + w.one({"+", "-"}) + "= v * " + w.constant() + "; }\n");
    return w.finish(w.declare("s", w.start()) + head + f + "(s, " + w.at("x", "i", last) + ");\n", w.combined({"s"}, n.text));
  case 4: // a template
    w.before("template <class V> V " + f +
             "(const V *p, const V *q, int count) { V u = 0; for (int k = 0; k < count; ++k) u += p[k] * q[k]; return u; }\n");
    w.array("x", n.value);
    w.array("y", n.value);
    return w.finish("", f + "(x, y, " + n.text + ") - " + f + "(x, x, " + n.text + ")");
  case 5: // a lambda
    return w.finish(w.declare("s", w.start()) + "const auto square = [&](" + T + " v) { return v * v - s; };\n" + head +
                        w.add("s", "square(" + w.at("x", "i", last) + ") * " + w.literalOf("0.125")),
                    "s");
  case 6: // recursion
    w.before("static " + T + " " + f + "(const " + T + " *p, int count) { return count == 1 ? p[0] : " + f + "(p, count / 2) + " + f +
             "(p + count / 2, count - count / 2); }\n");
    w.array("x", n.value);
    return w.finish("", f + "(x, " + n.text + ")");
  case 7: // early return in the function
    w.before("static " + T + " " + f + "(" + T + " v) { if (v < 0) return v * " + w.constant() + "; return v - " + w.constant() + "; }\n");
    return w.finish(w.declare("s", w.start()) + head + w.add("s", f + "(" + w.at("x", "i", last) + ")"), w.combined({"s"}, n.text));
  default: // stores through a pointer
    w.before("static void " + f + "(const " + T + " *p, " + T + " *to, " + T +
             " by, int count) { for (int k = 0; k < count; ++k) to[k] = p[k] * by + p[k]; }\n");
    w.array("x", n.value);
    w.output("o", n.value);
    return w.finish(f + "(x, o, " + w.scalar("a") + ", " + n.text + ");\n");
  }
}

void structs(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string T = w.type(), S = w.own("_s"), head = w.forLoop("i", n.text);
  const auto points = [&](const std::string &name, bool written) {
    LoopParameter &p = written ? w.output(name, n.value) : w.array(name, n.value);
    p.type = S;
    const Member member = p.members.front();
    p.members = {member, member};
    p.members[0].name = "a";
    p.members[1].name = "b";
  };
  switch (w.below(6)) {
  case 0: // accumulators in a struct
    w.before("struct " + S + " { " + T + " a, b; };\n");
    return w.finish(S + " s = {0, " + w.start() + "};\n" + head + "{\ns.a += " + w.term("i", last) + ";\ns.b += " + w.at("x", "i", last) + " * " +
                        w.at("y", "i", last) + ";\n}\n",
                    w.combined({"s.a", "s.b"}, n.text));
  case 1: // with a method
    w.before("struct " + S + " { " + T + " a = 0; int k = 0; void add(" + T + " v) { a += v; ++k; } " + T + " mean() const { return a / " + T +
             "(k); } };\n");
    return w.finish(S + " s;\n" + head + "s.add(" + w.term("i", last) + ");\n", w.one({"s.a", "s.mean()"}));
  case 2: // an array of them
    w.before("struct " + S + " { " + T + " a, b; };\n");
    points("p", false);
    return w.finish(w.declare("s", w.start()) + head +
                        w.add("s", w.one({"p[i].a * p[i].b", "p[i].a - p[i].b", "p[i].a * p[i].a + p[i].b * p[i].b", "p[i].b"})),
                    w.combined({"s"}, n.text));
  case 3:
    w.before("struct " + S + " { " + T + " a, b; };\n");
    points("p", false);
    points("o", true);
    return w.finish(head + "{\no[i].a = p[i].a * p[i].a - p[i].b * p[i].b;\no[i].b = " + w.constant() + " * p[i].a * p[i].b;\n}\n");
  case 4: // Kahan's sum as an object
    w.before("struct " + S + " { " + T + " a = 0, c = 0; void add(" + T + " v) { " + T + " y = v - c, t = a + y; c = (t - a) - y; a = t; } };\n");
    return w.finish(S + " s;\n" + head + "s.add(" + w.term("i", last) + ");\n", "s.a");
  default: // an operator
    w.before("struct " + S + " { " + T + " a, b; };\nstatic " + S + " operator+(" + S + " u, " + S + " v) { return {u.a + v.a, u.b + v.b}; }\n");
    return w.finish(S + " s = {0, 0};\n" + head + "s = s + " + S + "{" + w.at("x", "i", last) + ", " + w.at("y", "i", last) + "};\n",
                    "s.a * " + w.constant() + " - s.b");
  }
}

void pointers(LoopWriter &w) {
  const Count n = w.count();
  const std::string T = w.type(), head = w.forLoop("i", n.text), s = w.declare("s", w.start());
  w.array("x", n.value);
  switch (w.below(9)) {
  case 0:
    return w.finish(s + "const " + T + " *p = x;\n" + head + w.add("s", "*p++"), w.combined({"s"}, n.text));
  case 1:
    return w.finish(s + "for (const " + T + " *p = x; p != x + " + n.text + "; ++p) " + w.add("s", w.one({"*p", "*p * *p"})),
                    w.combined({"s"}, n.text));
  case 2:
    w.array("y", n.value);
    return w.finish(s + "const " + T + " *p = x, *q = y;\n" + head + "{\n" + w.add("s", "*p * *q") + "++p;\n++q;\n}\n", w.combined({"s"}, n.text));
  case 3:
    w.array("x", n.value * 2);
    return w.finish(s + "const " + T + " *p = x;\n" + head + "{\n" + w.add("s", "p[0] * p[1]") + "p += 2;\n}\n", w.combined({"s"}, n.text));
  case 4: { // both sides advance
    w.array("y", n.value);
    w.output("o", n.value);
    return w.finish("const " + T + " *p = x, *q = y;\n" + T + " *r = o;\n" + head + "*r++ = *p++ * " + w.constant() + " + *q++;\n");
  }
  case 5:
    return w.finish(s + "for (const " + T + " *p = x + " + n.text + "; p != x;) " + w.add("s", "*--p"), w.combined({"s"}, n.text));
  case 6:
    return w.finish(s + "const " + T + " *p = x;\nconst " + T + " *const end = x + " + n.text + ";\nwhile (p < end) {\n" + w.add("s", "*p") +
                        "++p;\n}\n",
                    w.combined({"s"}, n.text));
  case 7: // the parameter itself
    return w.finish(s + head + w.add("s", "*x++"), "s");
  default: { // rows
    const unsigned rows = 1 + w.below(4);
    w.array("x", rows * n.value);
    return w.finish("const " + T + " *p = x;\n" + w.forLoop("r", std::to_string(rows)) + "{\n" + w.declare("u", w.zero()) + head +
                    w.add("u", "p[i]") + "p += " + n.text + ";\n" + w.put("o", "r", rows - 1) + " = u;\n}\n");
  }
  }
}

void gathered(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1, table = 1 + w.below(30);
  const std::string head = w.forLoop("i", n.text);
  w.indices("ix", n.value, table);
  const std::string looked = w.at("t", "ix[i]", table - 1);
  switch (w.below(6)) {
  case 0:
    return w.finish(w.declare("s", w.start()) + head + w.add("s", looked), w.combined({"s"}, n.text));
  case 1:
    return w.finish(w.declare("s", w.start()) + head + w.add("s", looked + " * " + w.at("y", "i", last)), w.combined({"s"}, n.text));
  case 2:
    return w.finish(head + w.put("o", "i", last) + " = " + looked + " * " + w.at("y", "i", last) + " - " + w.at("t", "ix[i] + 1", table) + ";\n");
  case 3: // there
    return w.finish(head + w.put("o", "ix[i]", table - 1) + " = " + w.at("x", "i", last) + " * " + w.constant() + " + " + w.at("y", "i", last) +
                    ";\n");
  case 4: // a histogram
    w.indices("ix", n.value, table);
    return w.finish(w.type() + " bin[" + std::to_string(table) + "] = {};\n" + head + "bin[ix[i]] += " + w.at("x", "i", last) + ";\n" +
                        w.declare("s", w.zero()) + "for (int k = 0; k < " + std::to_string(table) + "; ++k) s += bin[k] * bin[k];\n",
                    "s");
  default: { // rows of a sparse matrix
    const unsigned rows = 1 + w.below(5);
    LoopParameter &pointer = w.indices("row", rows + 1, 1);
    double at = 0;
    for (unsigned r = 0; r < rows; ++r, at += w.below(n.value + 1 - static_cast<unsigned>(at)))
      pointer.members.front().values.push_back(at);
    pointer.members.front().values.push_back(n.value);
    return w.finish(w.forLoop("r", std::to_string(rows)) + "{\n" + w.declare("u", w.zero()) + "for (int k = row[r]; k < row[r + 1]; ++k) u += " +
                    w.at("x", "k", last) + " * " + w.at("t", "ix[k]", table - 1) + ";\n" + w.put("o", "r", rows - 1) + " = u;\n}\n");
  }
  }
}

} // namespace fporder::test::classes
