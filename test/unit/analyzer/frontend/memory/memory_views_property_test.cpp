// What is known of an array after random stores through pointers of several types is what a model of its bytes says.
#include "test/unit/analyzer/frontend/translated.h"
#include "test/unit/runtime/order/random_expressions.h"

#include <doctest/doctest.h>

#include <array>
#include <random>

namespace {

using fporder::test::Translated;

constexpr unsigned length = 12; // numbers of the array

constexpr const char *prelude = R"(
#include <cstdint>
struct Two { float a, b; };
struct Four { float x, y, z, w; };
)";

/// Functions that store to elements of `p` in several ways, and the element that each returns.
class Writer {
public:
  explicit Writer(unsigned seed) : random(seed) {}

  /// The text of a function, and in `wanted` what it returns.
  std::string function(const std::string &name, std::string &wanted) {
    for (unsigned i = 0; i < length; ++i)
      elements[i] = "p[" + std::to_string(i) + "]";
    std::string text = "float " + name + "(float *p, float *q, float a, float b, float c, float d) {\n";
    for (unsigned i = below(5) + 1; i > 0; --i)
      text += "  " + store() + "\n";
    const unsigned read = below(length);
    wanted = elements[read];
    return text + "  return " + load(read) + ";\n}\n";
  }

private:
  unsigned below(unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(random); }
  static std::string text(unsigned number) { return std::to_string(number); }

  /// An expression for a pointer to float that leads to element `at`.
  std::string pointer(unsigned at) {
    const unsigned before = below(at + 1);
    switch (below(7)) {
    case 0:
      return "(p + " + text(at) + ")";
    case 1:
      return "(float *)((char *)p + " + text(4 * at) + ")";
    case 2:
      return "(float *)((char *)(p + " + text(before) + ") + " + text(at - before) + " * sizeof(float))";
    case 3:
      return "(float *)((uintptr_t)(p + " + text(before) + ") + " + text(4 * (at - before)) + ")";
    case 4:
      return "(float *)(void *)((unsigned char *)p + " + text(4 * at) + ")";
    case 5:
      return "(float *)((Two *)(p + " + text(at % 2) + ") + " + text(at / 2) + ")";
    default:
      return "(float *)((double *)(p + " + text(at % 2) + ") + " + text(at / 2) + ")";
    }
  }
  std::string load(unsigned at) { return "*" + pointer(at); }

  std::string store() {
    const char *names[] = {"a", "b", "c", "d"};
    const std::string value = names[below(4)];
    switch (below(4)) {
    case 0: { // two at once
      const unsigned at = below(length - 1);
      elements[at] = value, elements[at + 1] = "b";
      return "*(Two *)" + pointer(at) + " = Two{" + value + ", b};";
    }
    case 1: { // a member of a pair
      const unsigned at = below(length - 1), second = below(2);
      elements[at + second] = value;
      return "((Two *)" + pointer(at) + ")->" + (second ? "b" : "a") + " = " + value + ";";
    }
    case 2: { // four at once, from elsewhere
      const unsigned at = below(length - 3), from = below(length - 3);
      const std::array<std::string, length> before = elements;
      for (unsigned i = 0; i < 4; ++i)
        elements[at + i] = before[from + i];
      return "{ Four v = *(Four *)" + pointer(from) + "; *(Four *)" + pointer(at) + " = v; }";
    }
    default: {
      const unsigned at = below(length);
      elements[at] = value;
      return "*" + pointer(at) + " = " + value + ";";
    }
    }
  }

  std::mt19937 random;
  std::array<std::string, length> elements;
};

} // namespace

TEST_CASE("random stores by pointers of several types leave what a model of the array says") {
  constexpr unsigned functions = 100;
  const unsigned sources = fporder::order::propertyCases(400, 20);
  unsigned known = 0;
  for (unsigned source = 0; source < sources; ++source) {
    Writer writer(9'000 + source);
    std::string code = prelude;
    std::array<std::string, functions> wanted;
    for (unsigned i = 0; i < functions; ++i)
      code += writer.function("f" + std::to_string(i), wanted[i]);
    const Translated translated(code);
    for (unsigned i = 0; i < functions; ++i) {
      const std::string name = "f" + std::to_string(i);
      if (!translated.notHeld(name).empty())
        continue;
      ++known;
      CAPTURE(source);
      CAPTURE(name);
      REQUIRE(translated.returned(name) == wanted[i]);
    }
  }
  MESSAGE(known << " of " << sources * functions << " values known (FPORDER_FULL=1 runs 40000)");
  CHECK(known > sources * functions * 9 / 10);
}
