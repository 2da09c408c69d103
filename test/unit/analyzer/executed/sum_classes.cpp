// Classes of loops that add up: plain, nested, unrolled, tiled, strided, backwards.
#include "test/unit/analyzer/executed/loop_classes.h"

namespace fporder::test::classes {

using Count = LoopWriter::Count;

void sum(LoopWriter &w) {
  const Count n = w.count();
  std::string body = w.declare("s", w.start());
  body += w.forLoop("i", n.text) + w.add("s", w.term("i", n.value - 1));
  w.finish(body, w.combined({"s"}, n.text));
}

void nest(LoopWriter &w) {
  const Count rows = w.literal(1 + w.below(8)), columns = w.count(1, 8);
  const std::string at = "i * " + columns.text + " + j";
  const unsigned last = rows.value * columns.value - 1;
  std::string body = w.declare("s", w.start());
  switch (w.below(5)) {
  case 0: // one accumulator through both loops
    body += w.forLoop("i", rows.text) + w.forLoop("j", columns.text) + w.add("s", w.term(at, last));
    break;
  case 1: // and something of the row besides
    body += w.forLoop("i", rows.text) + "{\n" + w.forLoop("j", columns.text) + w.add("s", w.term(at, last)) +
            w.add("s", w.term("i", rows.value - 1)) + "}\n";
    break;
  case 2: // an accumulator of the row's own
    body += w.forLoop("i", rows.text) + "{\n" + w.declare("u", w.start()) + w.forLoop("j", columns.text) + w.add("u", w.term(at, last)) +
            w.add("s", w.chance(50) ? "u" : "u * " + w.at("y", "i", rows.value - 1)) + "}\n";
    break;
  case 3: { // three loops
    const Count deep = w.literal(1 + w.below(4));
    const std::string place = "(" + at + ") * " + deep.text + " + k";
    body += w.forLoop("i", rows.text) + w.forLoop("j", columns.text) + w.forLoop("k", deep.text) +
            w.add("s", w.term(place, rows.value * columns.value * deep.value - 1));
    break;
  }
  default: // outer loop inside
    body += w.forLoop("j", columns.text) + w.forLoop("i", rows.text) + w.add("s", w.term(at, last));
    break;
  }
  w.finish(body, w.combined({"s"}, rows.text));
}

void severalAccumulators(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  std::string body = w.declare("s", w.start()) + w.declare("t", w.zero());
  const bool three = w.chance(40);
  if (three)
    body += w.declare("u", w.start());
  body += w.forLoop("i", n.text) + "{\n" + w.add("s", w.term("i", last)) + w.add("t", w.chance(20) ? "s" : w.term("i", last));
  if (three)
    body += w.add("u", w.term("i", last));
  body += "}\n";
  if (w.chance(25)) { // the textbook's variance
    const std::string count = w.type() + "(" + n.text + ")";
    return w.finish(body, "(t - s * s / " + count + ") / " + count);
  }
  w.finish(body, w.combined(three ? std::vector<std::string>{"s", "t", "u"} : std::vector<std::string>{"s", "t"}, n.text));
}

void severalAdditions(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  std::string body = w.declare("s", w.start()) + w.forLoop("i", n.text) + "{\n";
  switch (w.below(4)) {
  case 0:
    body += "s = s + " + w.term("i", last) + " + " + w.at("y", "i", last) + ";\n";
    break;
  case 1:
    body += "s = s - " + w.at("x", "i", last) + " + " + w.at("y", "i", last) + " * " + w.at("x", "i", last) + ";\n";
    break;
  case 2:
    body += "s += " + w.at("x", "i", last) + " + " + w.at("y", "i", last) + ";\n" + w.add("s", w.term("i", last));
    break;
  default:
    for (unsigned k = 0, additions = 2 + w.below(3); k < additions; ++k)
      body += w.add("s", w.term("i", last));
  }
  w.finish(body + "}\n", w.combined({"s"}, n.text));
}

void unrolled(LoopWriter &w) {
  const Count n = w.count();
  const unsigned by = 2 + w.below(4), last = n.value - 1;
  const std::string step = std::to_string(by);
  const bool several = w.chance(60), remainder = w.chance(70);
  std::vector<std::string> accumulators;
  std::string body;
  for (unsigned k = 0; k < (several ? by : 1); ++k) {
    accumulators.push_back("s" + std::to_string(k));
    body += w.declare(accumulators.back(), k == 0 ? w.start() : w.zero());
  }
  const std::string term = w.term("@", last);
  const auto shifted = [&](unsigned k) {
    std::string text = term;
    for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@'))
      text.replace(at, 1, k ? "i + " + std::to_string(k) : "i");
    return text;
  };
  const std::string lanes = std::to_string(by - 1), digits = by == 2 ? "1" : "2", end = "(" + n.text + ")";
  std::vector<std::string> tests = {"i + " + lanes + " < " + n.text, "i < " + n.text + " - " + lanes, "i < " + end + " - " + end + " % " + step,
                                    "i < " + end + " / " + step + " * " + step};
  if (by == 2 || by == 4)
    tests.insert(tests.end(), {"i < (" + end + " & ~" + lanes + ")", "i < (" + end + " & -" + step + ")",
                               "i < " + end + " >> " + digits + " << " + digits, "i < " + end + " - (" + end + " & " + lanes + ")"});
  body += "int i = 0;\nfor (; " + tests[w.below(static_cast<unsigned>(tests.size()))] + "; i += " + step + ") {\n";
  if (!several && w.chance(40)) {
    std::string all = shifted(0);
    for (unsigned k = 1; k < by; ++k)
      all += " + " + shifted(k);
    body += w.chance(50) ? "s0 = s0 + " + all + ";\n" : "s0 += " + all + ";\n";
  } else {
    for (unsigned k = 0; k < by; ++k)
      body += accumulators[several ? k : 0] + " += " + shifted(k) + ";\n";
  }
  body += "}\n";
  std::string total = accumulators[0];
  for (std::size_t k = 1; k < accumulators.size(); ++k)
    total += " + " + accumulators[k];
  if (accumulators.size() == 4 && w.chance(50))
    total = "(s0 + s1) + (s2 + s3)";
  body += w.declare("s", total);
  if (remainder)
    body += "for (; i < " + n.text + "; ++i) s += " + shifted(0) + ";\n";
  w.finish(body, w.combined({"s"}, n.text));
}

void tiled(LoopWriter &w) {
  const unsigned tile = 2 + w.below(7);
  const bool ragged = w.chance(40);
  const Count tiles = w.literal(1 + w.below(5));
  const Count n = ragged ? w.count() : w.literal(tiles.value * tile);
  const std::string end = ragged ? "std::min(b + " + std::to_string(tile) + ", " + n.text + ")" : "b + " + std::to_string(tile);
  const bool partial = w.chance(60), rows = w.chance(25) && !ragged;
  const unsigned count = rows ? 1 + w.below(4) : 1;
  const std::string at = rows ? "r * " + n.text + " + i" : "i";
  std::string inner = w.declare("s", w.start()) + "for (int b = 0; b < " + n.text + "; b += " + std::to_string(tile) + ") {\n";
  if (partial)
    inner += w.declare("u", w.zero());
  inner += "for (int i = b; i < " + end + "; ++i) " + w.add(partial ? "u" : "s", w.term(at, count * n.value - 1)) + (partial ? w.add("s", "u") : "") +
           "}\n";
  if (!rows)
    return w.finish(inner, w.combined({"s"}, n.text));
  w.finish(w.forLoop("r", std::to_string(count)) + "{\n" + inner + w.put("o", "r", count - 1) + " = s;\n}\n");
}

void strided(LoopWriter &w) {
  const Count n = w.count(2);
  const unsigned first = w.below(3), by = 2 + w.below(4);
  const std::string head = "for (" + std::string(w.chance(70) ? "int" : "unsigned") + " i = " + std::to_string(first) + "; i < " + n.text +
                           "; i += " + std::to_string(by) + ") ";
  std::string body = w.declare("s", w.start());
  switch (w.below(4)) {
  case 0: // a column
  {
    const std::string at = w.chance(50) ? "i * " + std::to_string(by) : "i * " + std::to_string(by) + " + " + std::to_string(first);
    body += w.forLoop("i", n.text) + w.add("s", w.term(at, (n.value - 1) * by + first));
    break;
  }
  case 1: // two lanes
    body += w.declare("t", w.zero()) + head + "{\n" + w.add("s", w.term("i", n.value)) + w.add("t", w.at("x", "i + 1", n.value)) + "}\n";
    return w.finish(body, w.combined({"s", "t"}, n.text));
  case 2: // stores
    return w.finish(head + w.put("o", "i", n.value - 1) + " = " + w.term("i", n.value - 1) + " - " + w.at("y", "i", n.value - 1) + ";\n");
  default:
    body += head + w.add("s", w.term("i", n.value - 1));
  }
  w.finish(body, w.combined({"s"}, n.text));
}

void triangular(LoopWriter &w) {
  const Count n = w.count(1, 12);
  const std::string first = w.one({"0", "0", "i", "i + 1"});
  const std::string end = first == "0" ? w.one({"i", "i + 1"}) : n.text;
  const std::string test = first == "0" && end == "i + 1" && w.chance(50) ? "j <= i" : "j < " + end;
  const bool matrix = w.chance(50);
  const std::string at = matrix ? "i * " + n.text + " + j" : "j";
  const unsigned last = matrix ? n.value * n.value - 1 : n.value - 1;
  const std::string inner = "for (int j = " + first + "; " + test + "; ++j) ";
  if (w.chance(50)) {
    std::string body = w.forLoop("i", n.text) + "{\n" + w.declare("s", w.start()) + inner + w.add("s", w.term(at, last));
    return w.finish(body + w.put("o", "i", n.value - 1) + " = " + w.combined({"s"}, "(i + 1)") + ";\n}\n");
  }
  std::string body = w.declare("s", w.start()) + w.forLoop("i", n.text) + inner;
  w.finish(body + w.add("s", w.term(at, last)), w.combined({"s"}, n.text));
}

void window(LoopWriter &w) {
  const unsigned width = 1 + w.below(6);
  const std::string k = std::to_string(width);
  const Count n = w.count(2 * width + 1, 2 * width + 28);
  const unsigned last = n.value - 1;
  switch (w.below(4)) {
  case 0: // each sum anew
    return w.finish("for (int r = " + k + "; r < " + n.text + " - " + k + "; ++r) {\n" + w.declare("u", w.zero()) + "for (int i = r - " + k +
                    "; i < r" + w.one({"", " + 1"}) + "; ++i) " + w.add("u", w.term("i", last)) + w.put("o", "r", last) + " = " +
                    w.combined({"u"}, k) + ";\n}\n");
  case 1: // a kernel
    return w.finish("for (int r = 0; r + " + k + " < " + n.text + "; ++r) {\n" + w.declare("u", w.zero()) + "for (int i = 0; i < " + k +
                    "; ++i) u += " + w.at("x", "r + i", last) + " * " + w.at("y", "i", width - 1) + ";\n" + w.put("o", "r", last) + " = u;\n}\n");
  case 2: { // what leaves and what enters
    std::string body = w.declare("u", w.zero()) + "for (int i = 0; i < " + k + "; ++i) u += " + w.at("x", "i", last) + ";\n";
    body += w.put("o", "0", last) + " = u;\nfor (int r = " + k + "; r < " + n.text + "; ++r) {\nu += x[r] - x[r - " + k + "];\n";
    return w.finish(body + "o[r - " + k + " + 1] = u;\n}\n");
  }
  default: // clipped at the ends
    return w.finish("for (int r = 0; r < " + n.text + "; ++r) {\n" + w.declare("u", w.zero()) + "for (int i = std::max(0, r - " + k +
                    "); i < std::min(" + n.text + ", r + " + k + "); ++i) " + w.add("u", w.term("i", last)) + w.put("o", "r", last) + " = u;\n}\n");
  }
}

void backwards(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string head = w.oneOf({"for (int i = " + n.text + " - 1; i >= 0; --i) ", "for (int i = " + n.text + "; i-- > 0;) ",
                                    "for (long i = " + n.text + " - 1; i > -1; i -= 1) ", "for (int i = " + n.text + " - 1; i >= 0; i -= 2) "});
  if (w.chance(25))
    return w.finish(head + w.put("o", "i", last) + " = " + w.term("i", last) + " + " + w.at("y", "i", last) + ";\n");
  if (w.chance(20))
    return w.finish(w.declare("s", w.start()) + "for (int i = " + n.text + "; i > 0; --i) " + w.add("s", w.term("i - 1", last)), "s");
  if (w.chance(25))
    return w.finish(
        w.declare("s", w.start()) + w.forLoop("i", n.text) + w.add("s", w.at("x", n.text + " - 1 - i", last) + " * " + w.at("y", "i", last)), "s");
  std::string body = w.declare("s", w.start()) + head;
  if (w.chance(30))
    body += "{\n" + w.add("s", w.term("i", last)) + w.add("s", w.term("i", last)) + "}\n";
  else
    body += w.add("s", w.term("i", last));
  w.finish(body, w.combined({"s"}, n.text));
}

void dots(LoopWriter &w) {
  const Count n = w.count();
  const unsigned last = n.value - 1;
  const std::string x = w.at("x", "i", last), y = w.at("y", "i", last), head = w.forLoop("i", n.text);
  switch (w.below(6)) {
  case 0:
    return w.finish(w.declare("s", w.zero()) + head + "s += " + x + " * " + y + ";\n", w.combined({"s"}, n.text));
  case 1: // cosine
    return w.finish(w.declare("s", w.zero()) + w.declare("p", w.zero()) + w.declare("q", w.zero()) + head + "{\ns += " + x + " * " + y +
                        ";\np += " + x + " * " + x + ";\nq += " + y + " * " + y + ";\n}\n",
                    "s / (" + w.sqrt("p") + " * " + w.sqrt("q") + ")");
  case 2: // weighted mean
    return w.finish(w.declare("s", w.zero()) + w.declare("t", w.zero()) + head + "{\ns += " + x + " * " + w.at("z", "i", last, Values::NearOne) +
                        ";\nt += z[i];\n}\n",
                    "s / t");
  case 3: // complex numbers
    return w.finish(w.declare("s", w.zero()) + w.declare("t", w.zero()) + head + "{\ns += " + x + " * " + y + " - " + w.at("v", "i", last) + " * " +
                    w.at("w", "i", last) + ";\nt += " + x + " * w[i] + v[i] * " + y + ";\n}\n" + w.put("o", "0", 1) + " = s;\n" + w.put("q", "0", 0) +
                    " = t;\n");
  case 4: // three factors
    return w.finish(w.declare("s", w.start()) + head + w.add("s", x + " * " + y + " * " + w.at("z", "i", last, Values::NearOne)), "s");
  default: // distance
    return w.finish(w.declare("s", w.zero()) + head + "{\nconst " + w.declare("d", x + " - " + y) + "s += d * d;\n}\n", w.sqrt("s"));
  }
}

void matrixVector(LoopWriter &w) {
  const Count rows = w.literal(1 + w.below(6)), columns = w.count(1, 8);
  const unsigned last = rows.value * columns.value - 1;
  const bool transposed = w.chance(25), square = w.chance(25);
  std::string element;
  if (square) { // an array of rows
    LoopParameter &matrix = w.array("m", 1);
    matrix.shape = {transposed ? columns.value : rows.value, transposed ? rows.value : columns.value};
    element = transposed ? "m[j][i]" : "m[i][j]";
  } else {
    element = w.at("m", transposed ? "j * " + rows.text + " + i" : "i * " + columns.text + " + j", last);
  }
  const std::string product = element + " * " + w.at("x", "j", columns.value - 1);
  const std::string i = w.forLoop("i", rows.text), j = w.forLoop("j", columns.text);
  const std::string out = w.put("o", "i", rows.value - 1);
  switch (w.below(4)) {
  case 0: // in the element itself
    return w.finish(i + "{\n" + out + " = 0;\n" + j + out + " += " + product + ";\n}\n");
  case 1: // alpha A x + beta y
    w.output("o", rows.value, true);
    return w.finish(i + "{\n" + w.declare("s", w.zero()) + j + "s += " + product + ";\n" + out + " = " + w.scalar("a") + " * s + " + w.scalar("b") +
                    " * " + out + ";\n}\n");
  case 2: // columns outside
    return w.finish(i + out + " = 0;\n" + j + i + out + " += " + product + ";\n");
  default:
    return w.finish(i + "{\n" + w.declare("s", w.start()) + j + w.add("s", product) + out + " = s;\n}\n");
  }
}

} // namespace fporder::test::classes
