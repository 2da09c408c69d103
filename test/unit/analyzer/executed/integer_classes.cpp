// Integers of several types that loops compute with beside their numbers.
#include "test/unit/analyzer/executed/integer_writer.h"
#include "test/unit/analyzer/executed/loop_classes.h"

namespace fporder::test::classes {

namespace {

using Count = LoopWriter::Count;

/// The header of a loop over i of a random type, which `integers` may then read.
std::string header(IntegerWriter &integers, const Count &n) {
  const IntegerWriter::Type type = integers.type();
  integers.add("i", type, n.value);
  return "for (" + std::string(type.spelling) + " i = 0; i < " + n.text + "; ++i) {\n";
}

/// An integer as a number: converted by hand, or by the operation that it is an operand of.
std::string number(LoopWriter &w, IntegerWriter &integers) {
  const std::string value = integers.small(2, w.isNarrow() ? 500 : w.chance(50) ? 500 : 1U << 30);
  return w.isNarrow() || w.chance(50) ? w.type() + "(" + value + ")" : "(" + value + ")";
}

} // namespace

/// Values of indices and lengths.
void integers(LoopWriter &w) {
  IntegerWriter integers(w);
  const Count n = w.count(2, 24);
  if (n.text == "n")
    integers.add("n", {"int", 32, true}, n.value);
  std::string body = integers.declare("p") + integers.declare("q") + w.declare("s", w.start());
  IntegerWriter after = integers; // no variables of the loop
  body += header(integers, n);
  if (w.chance(50))
    body += integers.declare("k");
  const std::string guard = w.chance(30) ? "if (" + integers.condition(1) + ") " : "";
  body += guard + w.add("s", w.at("x", "i", n.value - 1) + w.one({" * ", " + ", " - "}) + number(w, integers)) + "}\n";
  w.finish(body, w.chance(50) ? "s" : "s * " + number(w, after));
}

/// An integer that a loop carries: a generator, a count, a mask.
void generators(LoopWriter &w) {
  IntegerWriter integers(w);
  const Count n = w.count(2, 24);
  const IntegerWriter::Type type = w.chance(60) ? IntegerWriter::Type{"unsigned", 32, false} : integers.type();
  std::string body =
      integers.declare("p") + std::string(type.spelling) + " h = " + std::to_string(1 + w.below(100)) + ";\n" + w.declare("s", w.start());
  integers.add("h", type, type.width == 64 ? 0x1p63 - 1 : static_cast<double>((std::uint64_t{1} << (type.width - (type.isSigned ? 1 : 0))) - 1));
  body += header(integers, n);
  const bool before = w.chance(50);
  const std::string joined = w.add("s", w.at("x", "i", n.value - 1) + w.one({" * ", " + ", " - "}) + number(w, integers));
  std::string next = "h = " + integers.as(type, integers.expression(2)) + ";\n";
  if (!type.isSigned && type.width == 32 && w.chance(60))
    next = w.below(2) ? "h = h * 1664525u + 1013904223u;\n" : "h ^= h << 13;\nh ^= h >> 17;\nh ^= h << 5;\n";
  else if (type.width == 64 && !type.isSigned && w.chance(20))
    next = "h = h * 6364136223846793005u + 1442695040888963407u;\n";
  else if (w.chance(20))
    next = std::string("if (") + (type.isSigned ? "h < 100 && (" : "(") + integers.condition(1) + ")) ++h;\n";
  body += before ? next + joined : joined + next;
  w.finish(body + "}\n", "s");
}

/// Loops that count by a parameter.
void steps(LoopWriter &w) {
  const Count n = w.count(3, 40);
  w.integer("step", 1 + w.below(6));
  const bool down = w.chance(25);
  const std::string first = w.chance(70) ? "0" : w.one({"1", "2"});
  const std::string header =
      down ? "for (int i = " + n.text + " - 1; i >= " + first + "; i -= step) {\n" : "for (int i = " + first + "; i < " + n.text + "; i += step) {\n";
  const std::string store = w.put("o", "i", n.value - 1) + " = " + w.term("i", n.value - 1) + ";\n";
  if (w.chance(40))
    return w.finish(header + store + "}\n");
  const std::string sum = w.add("s", w.term("i", n.value - 1));
  w.returns();
  w.finish(w.declare("s", w.start()) + header + (w.chance(50) ? sum : store + sum) + "}\nreturn s;\n");
}

} // namespace fporder::test::classes
