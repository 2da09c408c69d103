// Random expressions of integers of several types: what unsigned ones make of values beyond their range, and no signed overflow.
#pragma once

#include "test/unit/analyzer/executed/loop_writer.h"

#include <string>
#include <vector>

namespace fporder::test {

class IntegerWriter {
public:
  explicit IntegerWriter(LoopWriter &writer) : w(writer) {}

  struct Type {
    const char *spelling;
    unsigned width;
    bool isSigned;
  };
  /// An expression; its values are in [-most, most], those of unsigned types in [0, most].
  struct Expression {
    std::string text;
    Type type;
    double most = 0;
  };

  Type type();
  /// A variable that later expressions may read.
  void add(const std::string &name, Type type, double most) { variables.push_back({name, type, most}); }
  /// Defines a variable of a random type, from an expression of those before it.
  std::string declare(const std::string &name);
  Expression expression(unsigned depth);
  /// An expression with values less than `limit` in magnitude: what every format holds.
  std::string small(unsigned depth, unsigned limit);
  /// A comparison.
  std::string condition(unsigned depth);
  /// An expression of type `to`; a signed one keeps its value.
  std::string as(Type to, const Expression &value) const;

private:
  Expression leaf();
  Expression literal(Type type);
  Expression binary(Expression left, Expression right);
  Expression reduced(const Expression &value, unsigned by) const;

  LoopWriter &w;
  std::vector<Expression> variables;
};

} // namespace fporder::test
