// The random pieces of which functions with loops are made: formats, trip counts, headers of loops, terms, and the arrays that they read.
//
// An array is declared by being read or written: `at` and `put` note the largest index there will be, and arrays are as long as that, now and then
// longer. Values are drawn so that the order of additions matters: mixed signs and magnitudes, exact cancellations, zeros of both signs, subnormals.
#pragma once

#include "test/unit/analyzer/executed/loop_program.h"

#include <cstdint>
#include <random>

namespace fporder::test {

/// What the values of an array are like.
enum class Values : std::uint8_t {
  Mixed,   // of both signs, over some binades, with zeros, subnormals, and elements that cancel an earlier one
  NearOne, // magnitudes in [0.5, 2): products neither over- nor underflow
  Index,   // integers in [0, limit)
};

class LoopWriter {
public:
  explicit LoopWriter(std::uint64_t seed) : random(seed) {}

  /// A function called `name` of the class `number`, see loopClasses().
  LoopProgram program(std::size_t number, const std::string &name);

  unsigned below(unsigned limit) { return static_cast<unsigned>(random() % limit); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <std::size_t N> std::string one(const char *const (&choices)[N]) { return choices[below(N)]; }
  std::string oneOf(const std::vector<std::string> &choices) { return choices[below(static_cast<unsigned>(choices.size()))]; }

  /// How often a loop runs, and how that is spelled: a literal or the parameter `n`, which is the same throughout the function.
  struct Count {
    unsigned value = 0;
    std::string text;
  };
  Count count(unsigned least = 1, unsigned most = 40);
  Count literal(unsigned value) { return {value, std::to_string(value)}; }

  /// "for (int i = 0; i < n; ++i) ", in one of the ways to write that.
  std::string forLoop(const std::string &variable, const std::string &bound, const std::string &first = "0");
  /// The type of a loop's variable.
  std::string indexType() { return below(4) ? "int" : one({"unsigned", "long", "std::size_t", "short"}); }

  const std::string &type() const { return typeName; }
  bool isNarrow() const { return result.format == format::Format::Binary16 || result.format == format::Format::BFloat16; }
  std::string constant();
  /// A literal of the type in hand: "0.5f", "T(0.5)".
  std::string literalOf(const std::string &number) const;
  std::string zero() { return isNarrow() || chance(60) ? "0" : literalOf("0.0"); }

  /// "x[i]", `last` being the largest value of `index`.
  std::string at(const std::string &array, const std::string &index, unsigned last, Values values = Values::Mixed);
  /// The array `name`, of at least `length` elements, read or written.
  LoopParameter &array(const std::string &name, unsigned length, Values values = Values::Mixed);
  LoopParameter &output(const std::string &name, unsigned length, bool read = false);
  std::string put(const std::string &array, const std::string &index, unsigned last) {
    output(array, last + 1);
    return array + "[" + index + "]";
  }
  LoopParameter &indices(const std::string &name, unsigned length, unsigned limit);
  LoopParameter &integer(const std::string &name, unsigned value);
  std::string scalar(const std::string &name, Values values = Values::NearOne);

  /// A value of the type in hand of elements at `index`.
  std::string term(const std::string &index, unsigned last);
  /// A term whose products over many indices stay in range.
  std::string factor(const std::string &index, unsigned last);
  /// A comparison of elements at `index`.
  std::string condition(const std::string &index, unsigned last);
  /// "s += e;" in one of the ways to write that.
  std::string add(const std::string &to, const std::string &value);
  std::string declare(const std::string &variable, const std::string &value) { return typeName + " " + variable + " = " + value + ";\n"; }
  /// The value an accumulator starts with.
  std::string start();
  /// A value of the type in hand made of `variables`.
  std::string combined(const std::vector<std::string> &variables, const std::string &countText);
  std::string fabs(const std::string &value) const { return through("std::fabs", value); }
  std::string sqrt(const std::string &value) const { return through("std::sqrt", value); }
  std::string fma(const std::string &a, const std::string &b, const std::string &c) const;

  /// Sets the body, which ends by returning or storing `value`.
  void finish(const std::string &body, const std::string &value);
  void finish(const std::string &body) { result.code = body; }
  void returns() { result.returns = true; }
  /// Functions and structs before this one; named by `own`.
  void before(const std::string &text) { result.before += text; }
  std::string own(const std::string &suffix) const { return result.name + suffix; }

private:
  std::string through(const std::string &function, const std::string &value) const {
    return isNarrow() ? typeName + "(" + function + "(float(" + value + ")))" : function + "(" + value + ")";
  }
  LoopParameter *find(const std::string &name);
  void fill(LoopParameter &parameter);
  double mixed(format::Format format, const std::vector<double> &earlier);
  double nearOne(format::Format format);
  void complete();

  std::mt19937_64 random;
  LoopProgram result;
  std::string typeName;
  unsigned n = 0;               // the parameter's value; 0 as long as the function has none
  std::vector<Values> kinds;    // by parameter
  std::vector<unsigned> limits; // by parameter, of Index
};

/// A class of loops: its name, and what writes a random function of it.
struct LoopClass {
  const char *name;
  void (*write)(LoopWriter &);
};

const std::vector<LoopClass> &loopClasses();

} // namespace fporder::test
