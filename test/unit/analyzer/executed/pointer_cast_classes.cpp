// A class of loops that reach an array through pointers to another type, or by offsets in bytes.
#include "test/unit/analyzer/executed/loop_classes.h"

namespace fporder::test::classes {

using Count = LoopWriter::Count;

namespace {

/// A pointer to the type in hand, `count` elements behind `array`.
std::string behind(LoopWriter &w, const std::string &array, const std::string &count, const std::string &constness) {
  const std::string T = w.type(), to = "(" + constness + T + " *)";
  switch (w.below(4)) {
  case 0:
    return to + "((" + constness + "char *)" + array + " + " + count + " * sizeof(" + T + "))";
  case 1:
    return to + "((" + constness + "unsigned char *)(" + array + " + 1) + ((long)(" + count + ") - 1) * (long)sizeof(" + T +
           "))"; // signed: the counter may be unsigned
  case 2:
    return to + "((std::size_t)" + array + " + sizeof(" + T + ") * " + count + ")";
  default:
    return "(" + array + " + " + count + ")";
  }
}

/// A struct of `count` members, and its name.
std::string members(LoopWriter &w, unsigned count) {
  static constexpr const char *names[] = {"a", "b", "c", "d"};
  const std::string name = w.own("_v");
  std::string text = "struct " + name + " { ";
  for (unsigned i = 0; i < count; ++i)
    text += w.type() + " " + names[i] + "; ";
  w.before(text + "};\n");
  return name;
}

} // namespace

void pointerCasts(LoopWriter &w) {
  const Count n = w.count(1, 16);
  const std::string T = w.type(), head = w.forLoop("i", n.text), k = w.constant();
  switch (w.below(8)) {
  case 0: // rows behind a pitch in bytes
    w.array("x", 3 * n.value);
    return w.finish(w.declare("s", w.start()) + "for (int r = 0; r < 3; ++r) {\nconst " + T + " *row = (const " + T + " *)((const char *)x + r * (" +
                        n.text + " * sizeof(" + T + ")));\n" + head + w.add("s", "row[i]") + "}\n",
                    w.combined({"s"}, n.text));
  case 1: // one element after another, by bytes
    w.array("x", n.value);
    return w.finish(w.declare("s", w.start()) + "const char *p = (const char *)x;\n" + head + "{\n" + w.add("s", "*(const " + T + " *)p") +
                        "p += sizeof(" + T + ");\n}\n",
                    w.combined({"s"}, n.text));
  case 2: { // pairs
    const std::string S = members(w, 2);
    w.array("x", 2 * n.value);
    return w.finish(w.declare("s", w.start()) + head + "{\nconst " + S + " v = ((const " + S + " *)x)[i];\n" +
                        w.add("s", w.oneOf({"v.a * v.b", "v.a - v.b", "v.b", "((const " + S + " *)(x + 2 * i))->b * v.a"})) + "}\n",
                    w.combined({"s"}, n.text));
  }
  case 3: { // stores of four
    const std::string S = members(w, 4);
    w.array("x", 4 * n.value);
    w.output("o", 4 * n.value);
    return w.finish(head + "{\n" + S + " v = *(const " + S + " *)" + behind(w, "x", "4 * i", "const ") + ";\nv.b = v.b * " + k +
                    ";\nv.d = v.a - v.c;\n" + w.oneOf({"((" + S + " *)o)[i]", "*(" + S + " *)(o + 4 * i)"}) + " = v;\n}\n");
  }
  case 4: // stores behind an offset
    w.array("x", n.value);
    w.output("o", n.value + 2);
    return w.finish(head + "*" + behind(w, "o", w.one({"(i + 1)", "(i + 2)", "i"}), "") + " = x[i] * " + k + ";\n");
  case 5: // one element by two names
    w.array("x", n.value);
    w.output("o", n.value + 1, /*read=*/true);
    return w.finish(w.declare("s", w.zero()) + T + " *q = " + behind(w, "o", "1", "") + ";\n" + head + "{\nq[i] = x[i] * " + k + ";\n" +
                        w.add("s", w.one({"o[i + 1]", "o[i]", "q[i]"})) + "}\n",
                    "s");
  case 6: { // a part of a pair, read back as an element
    const std::string S = members(w, 2);
    w.array("x", n.value);
    w.output("o", 2 * n.value, /*read=*/true);
    return w.finish(w.declare("s", w.zero()) + head + "{\n((" + S + " *)o)[i]." + w.one({"a", "b"}) + " = x[i] * " + k + ";\n" +
                        w.add("s", w.one({"o[2 * i]", "o[2 * i + 1]", "o[i]"})) + "}\n",
                    "s");
  }
  default: // before the loop, by another name
    w.array("x", n.value);
    w.output("o", n.value + 4, /*read=*/true);
    return w.finish("*" + behind(w, "o", "3", "") + " = x[0] * " + k + ";\n*" + behind(w, "o", "2", "") + " = x[0] - " + k + ";\n" +
                        w.declare("s", "o[3] - o[2] * o[1]") + head + w.add("s", "x[i]"),
                    w.combined({"s"}, n.text));
  }
}

} // namespace fporder::test::classes
