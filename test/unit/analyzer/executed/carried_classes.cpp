// Classes of loops that carry values from one iteration to the next otherwise than by a plain sum.
#include "test/unit/analyzer/executed/loop_classes.h"

namespace fporder::test::classes {

using Count = LoopWriter::Count;

void carried(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string head = w.forLoop("i", n.text), x = w.at("x", "i", last), number = w.type() + "(i + 1)";
  const std::string a = w.scalar("a"), half = w.literalOf("0.5");
  switch (w.below(11)) {
  case 9: // rows, kept and added up
  case 10: {
    const unsigned rows = 2 + w.below(5), columns = 1 + w.below(6);
    const std::string r = std::to_string(rows), at = "i * " + std::to_string(columns) + " + j";
    const std::string row =
        w.declare("u", w.start()) + w.forLoop("j", std::to_string(columns)) + "u = u * " + half + " + " + w.at("x", at, rows * columns - 1) + ";\n";
    const std::string body = w.type() + " t[" + r + "] = {};\n" + w.forLoop("i", r) + "{\n" + row + "t[i] = u;\n}\n";
    if (w.chance(30))
      return w.finish(body, "t[0] * " + w.constant() + " + t[" + std::to_string(rows - 1) + "]");
    return w.finish(body + w.declare("s", w.zero()) + "for (int k = 0; k < " + r + "; ++k) s += t[k];\n", w.combined({"s"}, r));
  }
  case 0:
    return w.finish(w.declare("m", w.zero()) + head + "m += (" + x + " - m) / " + number + ";\n", "m");
  case 1: // Welford
    return w.finish(w.declare("m", w.zero()) + w.declare("q", w.zero()) + head + "{\nconst " + w.declare("d", x + " - m") + "m += d / " + number +
                        ";\nq += d * (" + x + " - m);\n}\n",
                    w.chance(50) ? "q" : "q / " + w.type() + "(" + n.text + ")");
  case 2: // an exponential average
    return w.finish(w.declare("m", w.start()) + head + "m = " + half + " * m + (" + w.literalOf("1.0") + " - " + half + ") * " + x + ";\n", "m");
  case 3: // Horner
    return w.finish(w.declare("s", w.start()) + head + "s = s * " + a + " + " + x + ";\n", "s");
  case 4: // powers
    return w.finish(w.declare("s", w.zero()) + w.declare("p", w.literalOf("1.0")) + head + "{\ns += " + x +
                        " * p;\np *= " + w.at("z", "0", 0, Values::NearOne) + ";\n}\n",
                    "s");
  case 5: // two terms back
    return w.finish(w.declare("s", w.start()) + w.declare("t", w.literalOf("1.0")) + head + "{\nconst " +
                        w.declare("u", half + " * s + t * " + w.literalOf("0.25") + " + " + x) + "t = s;\ns = u;\n}\n",
                    w.combined({"s"}, n.text));
  case 6: // a logistic map
    return w.finish(w.declare("s", half) + head + "s = " + w.literalOf("3.5") + " * s * (" + w.literalOf("1.0") + " - s);\n", "s");
  case 7: // Newton
    return w.finish(w.declare("s", w.literalOf("1.0")) + head + "s = (s + " + w.fabs(a) + " / s) * " + half + ";\n", "s");
  default: // the difference to the element before
    return w.finish(w.declare("s", w.zero()) + w.declare("t", w.at("x", "0", 0)) + head + "{\ns += " + x + " * " + x + " - t;\nt = " + x + ";\n}\n",
                    w.combined({"s"}, n.text));
  }
}

void arrayOfAccumulators(LoopWriter &w) {
  const unsigned lanes = 2 + w.below(7), rows = 1 + w.below(5);
  const std::string l = std::to_string(lanes);
  std::string body = w.type() + " acc[" + l + "] = {};\n";
  const std::string collect = w.declare("s", w.start()) + "for (int l = 0; l < " + l + "; ++l) s += acc[l];\n";
  switch (w.below(5)) {
  case 0: {
    const Count n = w.count(lanes);
    body += "for (int i = 0; i + " + l + " <= " + n.text + "; i += " + l + ") for (int l = 0; l < " + l +
            "; ++l) acc[l] += " + w.term("i + l", n.value - 1) + ";\n";
    break;
  }
  case 1: {
    const Count n = w.count();
    body += "for (int i = 0; i < " + n.text + "; ++i) acc[i % " + l + "] += " + w.term("i", n.value - 1) + ";\n";
    break;
  }
  case 2: // column sums
    body += w.forLoop("i", std::to_string(rows)) + "for (int l = 0; l < " + l + "; ++l) acc[l] += " + w.term("i * " + l + " + l", rows * lanes - 1) +
            ";\n";
    return w.finish(body + "for (int l = 0; l < " + l + "; ++l) " + w.put("o", "l", lanes - 1) + " = acc[l] * " + w.constant() + ";\n");
  case 3: { // by hand
    const Count n = w.literal(rows * 2);
    body = w.type() + " acc[2] = {" + w.start() + ", 0};\nfor (int i = 0; i < " + n.text + "; i += 2) {\nacc[0] += " + w.term("i", n.value - 1) +
           ";\nacc[1] += " + w.at("x", "i + 1", n.value - 1) + ";\n}\n";
    return w.finish(body, w.combined({"acc[0]", "acc[1]"}, n.text));
  }
  default: // a tree at the end
    body = w.type() + " acc[4] = {};\n" + w.forLoop("i", std::to_string(rows)) +
           "for (int l = 0; l < 4; ++l) acc[l] += " + w.term("i * 4 + l", rows * 4 - 1) + ";\n";
    return w.finish(body, "(acc[0] + acc[1]) + (acc[2] + acc[3])");
  }
  w.finish(body + collect, w.combined({"s"}, l));
}

void partialSums(LoopWriter &w) {
  const Count n = w.count(2);
  const unsigned last = n.value - 1;
  const std::string head = w.forLoop("i", n.text), out = w.put("o", "i", last), term = w.term("i", last);
  switch (w.below(6)) {
  case 0:
    return w.finish(w.declare("s", w.start()) + head + "{\n" + w.add("s", term) + out + " = s;\n}\n");
  case 1: // exclusive
    return w.finish(w.declare("s", w.start()) + head + "{\n" + out + " = s;\n" + w.add("s", term) + "}\n");
  case 2: // in memory
    return w.finish(w.put("o", "0", last) + " = " + w.at("x", "0", 0) + ";\nfor (int i = 1; i < " + n.text + "; ++i) o[i] = o[i - 1] + " + term +
                    ";\n");
  case 3: // with something made of it
    return w.finish(w.declare("s", w.start()) + head + "{\n" + w.add("s", term) + out + " = s / " + w.type() + "(i + 1);\n}\n");
  case 4: // the sum besides
    return w.finish(w.declare("s", w.start()) + head + "{\n" + w.add("s", term) + out + " = s * " + w.constant() + ";\n}\n", "s");
  default: // products
    return w.finish(w.declare("s", w.literalOf("1.0")) + head + "{\ns *= " + w.factor("i", last) + ";\n" + out + " = s;\n}\n");
  }
}

void compensated(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string head = w.forLoop("i", n.text), x = w.term("i", last);
  std::string body = w.declare("s", w.zero()) + w.declare("c", w.zero()) + head + "{\n";
  const std::string other = w.one({" + ", " - "});
  switch (w.below(5)) {
  case 0: // Kahan
    return w.finish(body + "const " + w.declare("y1", (x.find(' ') == std::string::npos ? x : "(" + x + ")") + " - c") + "const " +
                        w.declare("t", "s + y1") + "c = (t - s) - y1;\ns = t;\n}\n",
                    "s");
  case 1: // with the other sign
    return w.finish(body + "const " + w.declare("y1", "(" + x + ") + c") + "const " + w.declare("t", "s + y1") + "c = y1 - (t - s);\ns = t;\n}\n",
                    "s");
  case 2: // Neumaier
    return w.finish(body + "const " + w.declare("v1", x) + "const " + w.declare("t", "s + v1") + "if (" + w.fabs("s") + " >= " + w.fabs("v1") +
                        ") c += (s - t) + v1;\nelse c += (v1 - t) + s;\ns = t;\n}\n",
                    "s + c");
  case 3: // two-sum
    return w.finish(body + "const " + w.declare("v1", x) + "const " + w.declare("t", "s + v1") + "const " + w.declare("z1", "t - s") +
                        "c += (s - (t - z1)) + (v1 - z1);\ns = t;\n}\n",
                    "s" + other + "c");
  default: // what is not quite Kahan's sum
    return w.finish(body + "const " + w.declare("y1", "(" + x + ") - c") + "const " + w.declare("t", "s + y1") +
                        w.one({"c = (t - s) + y1;\n", "c = t - (s + y1);\n", "c = (s - t) - y1;\n"}) + "s = t;\n}\n",
                    w.one({"s", "s - c"}));
  }
}

void extremes(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string head = w.forLoop("i", n.text), x = w.term("i", last), compare = w.one({" > ", " < ", " >= ", " <= "});
  switch (w.below(7)) {
  case 0:
  case 1:
    return w.finish(w.declare("s", w.chance(50) ? w.literalOf("1.0") : w.scalar("a")) + head +
                        (w.chance(60) ? "s *= " + w.factor("i", last) : "s = " + w.factor("i", last) + " * s") + ";\n",
                    w.combined({"s"}, n.text));
  case 2:
    return w.finish(w.declare("s", w.start()) + head + "if (" + w.at("x", "i", last) + compare + "s) s = x[i];\n", w.combined({"s"}, n.text));
  case 3:
    return w.finish(w.declare("s", w.start()) + head + "s = " + w.one({"std::max", "std::min"}) + "<" + w.type() + ">(" +
                        (w.chance(50) ? "s, " + x : x + ", s") + ");\n",
                    w.combined({"s"}, n.text));
  case 4:
    return w.finish(w.declare("s", w.start()) + head + "s = " + w.at("x", "i", last) + compare + "s ? x[i] : s;\n", w.combined({"s"}, n.text));
  case 5: // the sum above the maximum
    return w.finish(w.declare("m", w.at("x", "0", last)) + "for (int i = 1; i < " + n.text + "; ++i) if (x[i] > m) m = x[i];\n" +
                        w.declare("s", w.zero()) + head + w.add("s", w.at("x", "i", last) + " - m"),
                    w.combined({"s"}, n.text));
  default:
    return w.finish(w.declare("s", w.literalOf("1.0")) + w.declare("t", w.zero()) + head + "{\ns *= " + w.factor("i", last) + ";\n" +
                        w.add("t", w.term("i", last)) + "}\n",
                    w.combined({"s", "t"}, n.text));
  }
}

void stencil(LoopWriter &w) {
  const Count n = w.count(4, 30);
  const unsigned last = n.value - 1;
  const std::string a = w.at("x", "i - 1", last), b = w.at("x", "i", last), c = w.at("x", "i + 1", last), k = w.constant();
  const std::string inside = "for (int i = 1; i < " + n.text + " - 1; ++i) ";
  switch (w.below(6)) {
  case 0:
    return w.finish(inside + w.put("o", "i", last) + " = " + a + " - " + w.literalOf("2.0") + " * " + b + " + " + c + ";\n");
  case 1:
    return w.finish(inside + w.put("o", "i", last) + " = " + k + " * " + a + " + " + w.constant() + " * " + b + " + " + w.scalar("a") + " * " + c +
                    ";\n");
  case 2: // and the ends
    return w.finish(w.put("o", "0", last) + " = x[0] * " + k + ";\n" + inside + "o[i] = (" + a + " + " + b + " + " + c + ") / " + w.literalOf("3.0") +
                    ";\no[" + n.text + " - 1] = x[" + n.text + " - 1] * " + w.constant() + ";\n");
  case 3: // in place: what has been computed is used
    w.output("x", n.value, true);
    return w.finish(inside + "x[i] = (" + a + " + " + c + ") * " + w.literalOf("0.5") + ";\n");
  case 4: { // in two dimensions
    const Count rows = w.literal(3 + w.below(3)), columns = w.literal(3 + w.below(4));
    const unsigned end = rows.value * columns.value - 1;
    const std::string at = "i * " + columns.text + " + j";
    return w.finish("for (int i = 1; i < " + rows.text + " - 1; ++i) for (int j = 1; j < " + columns.text + " - 1; ++j) " + w.put("o", at, end) +
                    " = " + w.at("m", at + " - 1", end) + " + " + w.at("m", at + " + 1", end) + " + m[(i - 1) * " + columns.text +
                    " + j] + m[(i + 1) * " + columns.text + " + j] - " + w.literalOf("4.0") + " * m[" + at + "];\n");
  }
  default: // several times, from one array into the other and back
    return w.finish("for (int t = 0; t < " + std::to_string(1 + w.below(3)) + "; ++t) {\n" + inside + w.put("o", "i", last) + " = (" + a + " + " + c +
                    ") * " + w.literalOf("0.5") + ";\n" + inside + (w.output("x", n.value, true), "x[i] = o[i] + x[i] * " + k + ";\n") + "}\n");
  }
}

} // namespace fporder::test::classes
