#include "test/unit/analyzer/executed/integer_writer.h"

#include <algorithm>
#include <cmath>

namespace fporder::test {

namespace {

using Type = IntegerWriter::Type;

constexpr Type types[] = {{"int", 32, true},   {"unsigned", 32, false},       {"long", 64, true},          {"unsigned long", 64, false},
                          {"short", 16, true}, {"unsigned short", 16, false}, {"unsigned char", 8, false}, {"signed char", 8, true}};

double largest(Type type) { return std::ldexp(1.0, static_cast<int>(type.isSigned ? type.width - 1 : type.width)) - 1; }

Type promoted(Type type) { return type.width < 32 ? types[0] : type; }

/// The usual arithmetic conversions.
Type common(Type left, Type right) {
  left = promoted(left);
  right = promoted(right);
  if (left.isSigned == right.isSigned)
    return left.width >= right.width ? left : right;
  const Type &plain = left.isSigned ? right : left, &sign = left.isSigned ? left : right;
  return plain.width >= sign.width ? plain : sign;
}

/// The largest value of an expression once it is of type `to`.
double mostAs(const IntegerWriter::Expression &value, Type to) {
  const bool keeps = value.most <= largest(to) && (to.isSigned || !value.type.isSigned);
  return keeps ? value.most : largest(to);
}

} // namespace

Type IntegerWriter::type() { return w.chance(70) ? types[w.below(4)] : types[w.below(8)]; }

IntegerWriter::Expression IntegerWriter::literal(Type type) {
  const unsigned value = w.chance(80) ? w.below(100) : w.below(2) ? 65521 : 1000003;
  const char *suffix = type.width == 64 ? (type.isSigned ? "l" : "ul") : type.isSigned ? "" : "u";
  return {std::to_string(value) + suffix, promoted(type), static_cast<double>(value)};
}

IntegerWriter::Expression IntegerWriter::leaf() {
  if (variables.empty() || w.chance(25))
    return literal(type());
  return variables[w.below(static_cast<unsigned>(variables.size()))];
}

IntegerWriter::Expression IntegerWriter::reduced(const Expression &value, unsigned by) const {
  return {"(" + value.text + " % " + std::to_string(by) + ")", promoted(value.type), std::min(value.most, by - 1.0)};
}

IntegerWriter::Expression IntegerWriter::binary(Expression left, Expression right) {
  const unsigned operation = w.below(10);
  if (operation >= 8) { // the type is the left operand's; a negative one is not shifted to the left
    const bool isLeft = operation == 8 && !promoted(left.type).isSigned;
    const unsigned by = w.below(isLeft ? 20 : 12);
    const Type type = promoted(left.type);
    return {"(" + left.text + (isLeft ? " << " : " >> ") + std::to_string(by) + ")", type,
            isLeft ? std::min(largest(type), std::ldexp(left.most, static_cast<int>(by))) : left.most};
  }
  if (operation == 6 || operation == 7) // a divisor that is never 0
    right = w.below(2) ? literal(right.type) : reduced(right, 7);
  const bool divides = operation == 6 || operation == 7;
  if (divides)
    right = {"(" + right.text + " + 9)", right.type, right.most + 9};
  const Type type = common(left.type, right.type);
  const auto most = [&](const Expression &of) { return mostAs(of, type); };
  const auto bound = [&] { return operation < 3 ? most(left) + most(right) : operation < 5 ? most(left) * most(right) : largest(type); };
  if (type.isSigned && operation < 5 && bound() > largest(type)) {
    left = reduced(left, 97);
    right = reduced(right, 89);
  }
  static constexpr const char *signs[] = {"+", "+", "-", "*", "*", "&", "/", "%"};
  const char *sign = operation == 5 ? (w.below(3) ? w.below(2) ? "&" : "|" : "^") : signs[operation];
  const double result = divides ? most(left) : std::min(bound(), largest(type));
  return {"(" + left.text + " " + sign + " " + right.text + ")", type, type.isSigned || operation < 2 ? result : largest(type)};
}

IntegerWriter::Expression IntegerWriter::expression(unsigned depth) {
  if (depth == 0)
    return leaf();
  switch (w.below(10)) {
  case 0: {
    const Expression value = expression(depth - 1);
    const Type to = type();
    return {as(to, value), to, mostAs(value, to)};
  }
  case 1: {
    const Expression value = expression(depth - 1);
    if (promoted(value.type).isSigned)
      return {"(-" + value.text + ")", promoted(value.type), value.most};
    return {"(~" + value.text + ")", promoted(value.type), largest(promoted(value.type))};
  }
  case 2: {
    const Expression left = expression(depth - 1), right = expression(depth - 1);
    const Type type = common(left.type, right.type);
    return {"(" + condition(0) + " ? " + left.text + " : " + right.text + ")", type, std::max(mostAs(left, type), mostAs(right, type))};
  }
  default: {
    const Expression left = expression(depth - 1);
    return binary(left, expression(w.below(depth)));
  }
  }
}

std::string IntegerWriter::as(Type to, const Expression &value) const {
  const bool fits = value.most <= largest(to);
  const Expression held = to.isSigned && !fits ? reduced(value, to.width < 16 ? 101 : 1009) : value;
  return std::string("static_cast<") + to.spelling + ">(" + held.text + ")";
}

std::string IntegerWriter::declare(const std::string &name) {
  const Type type = this->type();
  const Expression value = expression(1 + w.below(2));
  const std::string text = std::string(type.spelling) + " " + name + " = " + as(type, value) + ";\n";
  add(name, type, std::min(largest(type), mostAs(value, type)));
  return text;
}

std::string IntegerWriter::small(unsigned depth, unsigned limit) {
  const Expression value = expression(depth);
  return value.most < limit ? value.text : reduced(value, limit).text;
}

std::string IntegerWriter::condition(unsigned depth) {
  const Expression left = expression(depth), right = expression(0);
  switch (w.below(4)) {
  case 0:
    return reduced(left, 2 + w.below(4)).text + " == " + std::to_string(w.below(2));
  case 1:
    return left.text + " < " + right.text;
  case 2:
    return left.text + " >= " + right.text;
  default:
    return reduced(left, 100).text + " > 40";
  }
}

} // namespace fporder::test
