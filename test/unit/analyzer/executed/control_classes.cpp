// Classes of loops in which conditions decide what runs.
#include "test/unit/analyzer/executed/loop_classes.h"

namespace fporder::test::classes {

using Count = LoopWriter::Count;

void whileLoop(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  std::string body = w.declare("s", w.start());
  switch (w.below(5)) {
  case 0:
    body += "int i = 0;\nwhile (i < " + n.text + ") {\n" + w.add("s", w.term("i", last)) + "++i;\n}\n";
    break;
  case 1:
    body += "int i = " + n.text + ";\nwhile (i > 0) {\n--i;\n" + w.add("s", w.term("i", last)) + "}\n";
    break;
  case 2:
    body += "int i = " + n.text + ";\nwhile (i--) " + w.add("s", w.term("i", last));
    break;
  case 3: {
    const unsigned by = 2 + w.below(3);
    body += "int i = 0;\nwhile (i + " + std::to_string(by) + " <= " + n.text + ") {\n" + w.add("s", w.term("i", last)) +
            w.add("s", w.at("x", "i + 1", last)) + "i += " + std::to_string(by) + ";\n}\n";
    break;
  }
  default: // halving
    body += "int i = " + n.text + ";\nwhile (i > 0) {\n" + w.add("s", w.term("i", n.value)) + "i /= 2;\n}\n";
    break;
  }
  w.finish(body, w.combined({"s"}, n.text));
}

void doLoop(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  std::string body = w.declare("s", w.start());
  switch (w.below(4)) {
  case 0:
    body += "int i = 0;\ndo {\n" + w.add("s", w.term("i", last)) + "++i;\n} while (i < " + n.text + ");\n";
    break;
  case 1:
    body += "int i = 0;\ndo " + w.add("s", w.term("i", last)) + "while (++i < " + n.text + ");\n";
    break;
  case 2:
    body += "int i = " + n.text + ";\ndo {\n--i;\n" + w.add("s", w.term("i", last)) + "} while (i > 0);\n";
    break;
  default:
    body += "int i = 0;\ndo {\n" + w.put("o", "i", last) + " = " + w.term("i", last) + " - s;\n} while (++i < " + n.text + ");\n";
    return w.finish(body);
  }
  w.finish(body, w.combined({"s"}, n.text));
}

void breaks(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string leave = "if (" + w.condition("i", last) + ") break;\n", sum = w.add("s", w.term("i", last));
  std::string body = w.declare("s", w.start());
  switch (w.below(8)) {
  case 6: // what is stored until then
  case 7: {
    const std::string store = w.put("o", "i", last) + " = " + w.term("i", last) + " - " + w.at("y", "i", last) + ";\n";
    return w.finish(w.forLoop("i", n.text) + "{\n" + (w.chance(50) ? leave + store : store + leave) + "}\n");
  }
  case 0:
    body += w.forLoop("i", n.text) + "{\n" + leave + sum + "}\n";
    break;
  case 1:
    body += w.forLoop("i", n.text) + "{\n" + sum + leave + "}\n";
    break;
  case 2:
    body += w.forLoop("i", n.text) + "{\n" + sum + "if (s > " + w.scalar("a") + " * " + w.literalOf("8.0") + ") break;\n}\n";
    break;
  case 3:
    body += w.forLoop("i", n.text) + "{\nif (i == " + std::to_string(w.below(20)) + ") break;\n" + sum + "}\n";
    break;
  case 4:
    body += "int i = 0;\nwhile (true) {\nif (i >= " + n.text + ") break;\n" + sum + "++i;\n}\n";
    break;
  default: { // out of the inner loop
    const Count rows = w.literal(1 + w.below(5)), columns = w.literal(1 + w.below(7));
    const std::string at = "i * " + columns.text + " + j";
    const unsigned end = rows.value * columns.value - 1;
    body += w.forLoop("i", rows.text) + w.forLoop("j", columns.text) + "{\nif (" + w.condition(at, end) + ") break;\n" + w.add("s", w.term(at, end)) +
            "}\n";
  }
  }
  w.finish(body, w.combined({"s"}, n.text));
}

void continues(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string skip = "if (" + (w.chance(30) ? "i % " + std::to_string(2 + w.below(3)) + " == 0" : w.condition("i", last)) + ") continue;\n";
  if (w.chance(40))
    return w.finish(w.forLoop("i", n.text) + "{\n" + skip + w.put("o", "i", last) + " = " + w.term("i", last) + " + " + w.at("y", "i", last) +
                    ";\n}\n");
  std::string body = w.declare("s", w.start()) + w.forLoop("i", n.text) + "{\n";
  if (w.chance(30))
    body += w.add("s", w.term("i", last));
  w.finish(body + skip + w.add("s", w.term("i", last)) + "}\n", w.combined({"s"}, n.text));
}

void earlyReturn(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  w.returns();
  const std::string sum = w.add("s", w.term("i", last));
  std::string body = w.declare("s", w.start());
  switch (w.below(4)) {
  case 0: // what has been summed so far
    return w.finish(body + w.forLoop("i", n.text) + "{\nif (" + w.condition("i", last) + ") return s;\n" + sum + "}\nreturn " +
                    w.combined({"s"}, n.text) + ";\n");
  case 1: // something else
    return w.finish(body + w.forLoop("i", n.text) + "{\n" + sum + "if (" + w.condition("i", last) + ") return " + w.at("x", "i", last) + " * " +
                    w.constant() + ";\n}\nreturn s;\n");
  case 2: // before the loop
    return w.finish("if (" + w.condition("0", 0) + ") return " + w.at("x", "0", 0) + " * " + w.scalar("a") + " - " + w.at("y", "0", 0) + ";\n" +
                    body + w.forLoop("i", n.text) + sum + "return s;\n");
  default: // after it
    return w.finish(body + w.forLoop("i", n.text) + sum + "if (s < " + w.zero() + ") return -s * " + w.constant() + ";\nreturn " +
                    w.combined({"s"}, n.text) + ";\n");
  }
}

void guards(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string condition = w.condition("i", last), head = w.forLoop("i", n.text);
  const auto value = [&] { return w.term("i", last) + " - " + w.at("y", "i", last); };
  switch (w.below(7)) {
  case 0:
    return w.finish(head + "if (" + condition + ") " + w.put("o", "i", last) + " = " + value() + ";\n");
  case 1:
    return w.finish(head + "{\nif (" + condition + ") " + w.put("o", "i", last) + " = " + value() + ";\nelse " + w.put("o", "i", last) + " = " +
                    value() + ";\n}\n");
  case 2:
    return w.finish(head + "{\n" + w.declare("t", w.at("x", "i", last)) + "if (" + condition + ") t = t * " + w.constant() + " + " +
                    w.at("y", "i", last) + ";\n" + w.put("o", "i", last) + " = t - " + w.constant() + ";\n}\n");
  case 3:
    return w.finish(w.declare("s", w.start()) + head + "if (" + condition + ") " + w.add("s", w.term("i", last)), "s");
  case 4:
    return w.finish(w.declare("s", w.start()) + head + "{\nif (" + condition + ") " + w.add("s", w.term("i", last)) + "else " +
                        w.add("s", w.term("i", last)) + "}\n",
                    "s");
  case 5: { // two accumulators
    const std::string other = w.chance(50) ? "else " : "";
    return w.finish(w.declare("s", w.start()) + w.declare("t", w.zero()) + head + "{\nif (" + condition + ") " + w.add("s", w.term("i", last)) +
                        other + w.add("t", w.term("i", last)) + "}\n",
                    w.combined({"s", "t"}, n.text));
  }
  default: // around the loop
    return w.finish(w.declare("s", w.start()) + "if (" + w.condition("0", 0) + ") {\n" + head + w.add("s", w.term("i", last)) + "}\n",
                    w.combined({"s"}, n.text));
  }
}

void earlyOut(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  std::string body = w.declare("s", w.start());
  switch (w.below(5)) {
  case 4: // what is stored until then
    return w.finish("for (int i = 0; i < " + n.text + " && " + w.condition("i", last) + "; ++i) " + w.put("o", "i", last) + " = " +
                    w.term("i", last) + " + " + w.at("y", "i", last) + ";\n");
  case 0:
    body += "int i = 0;\nwhile (i < " + n.text + " && " + w.condition("i", last) + ") {\n" + w.add("s", w.term("i", last)) + "++i;\n}\n";
    break;
  case 1:
    body += "bool done = false;\nfor (int i = 0; i < " + n.text + " && !done; ++i) {\n" + w.add("s", w.term("i", last)) +
            "done = " + w.condition("i", last) + ";\n}\n";
    break;
  case 2:
    body += "for (int i = 0; i < " + n.text + " && " + w.fabs("s") + " < " + w.literalOf("6.0") + "; ++i) " + w.add("s", w.term("i", last));
    break;
  default: { // until it has converged
    const std::string a = w.fabs(w.scalar("a"));
    body = w.declare("s", w.literalOf("1.0")) + w.declare("e", w.literalOf("1.0")) + "for (int i = 0; i < " + n.text + " && e > " +
           w.literalOf("0.01") + "; ++i) {\n" + "const " + w.declare("r", "(s + " + a + " / s) * " + w.literalOf("0.5")) + "e = " + w.fabs("r - s") +
           ";\ns = r;\n}\n";
  }
  }
  w.finish(body, w.combined({"s"}, n.text));
}

void ternaries(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string condition = w.condition("i", last), head = w.forLoop("i", n.text), x = w.at("x", "i", last), y = w.at("y", "i", last);
  switch (w.below(6)) {
  case 0:
    return w.finish(w.declare("s", w.start()) + head + w.add("s", "(" + condition + " ? " + w.term("i", last) + " : " + w.term("i", last) + ")"),
                    "s");
  case 1:
    return w.finish(head + w.put("o", "i", last) + " = " + x + " > 0 ? " + x + " : " + w.scalar("a") + " * " + x + ";\n");
  case 2: // clamped
    return w.finish(head + w.put("o", "i", last) + " = (" + x + " < -" + w.constant() + " ? " + y + " * " + w.constant() + " : " + x + " > " +
                    w.constant() + " ? " + y + " - " + x + " : " + x + " * " + y + ") + " + w.constant() + ";\n");
  case 3:
    return w.finish(w.declare("s", w.start()) + head + "s = " + condition + " ? s + " + x + " : s;\n", w.combined({"s"}, n.text));
  case 4:
    return w.finish(w.declare("s", w.start()) + head + "s = " + condition + " ? s + " + x + " : s - " + y + ";\n", "s");
  default:
    return w.finish(w.declare("s", w.start()) + head + w.add("s", x + " * (" + condition + " ? " + w.constant() + " : " + y + ")"),
                    w.combined({"s"}, n.text));
  }
}

} // namespace fporder::test::classes
