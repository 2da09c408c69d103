#include "analyzer/models/model.h"
#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using namespace fporder;
using fporder::test::Translated;

namespace {

/// Classes of a library whose document says that Bind binds an operation, and Constant holds a number.
Translated tree(const std::string &code) {
  static std::vector<rules::DocumentError> errors;
  static const std::unique_ptr<models::Vendor> vendor = models::readVendor(R"yaml(vendor: Made-up
trees: {bind: Bind, constant: Constant}
calls:
  Mul(dst, a, b): dst = a * b
  Div(dst, a, b): dst = a / b
  Sqrt(dst, a): dst = sqrt(a)
)yaml",
                                                                           "made-up.yaml", errors);
  REQUIRE(vendor);
  frontend::Options options;
  options.vendors = {vendor.get()};
  return Translated(
      "template <class... T> struct Bind; template <class T, int V> struct Constant; template <class T> struct Mul; template <class T> struct "
      "Div; template <class T> struct Sqrt; template <class T> struct Unheard; template <class T> struct In0; template <class T, int I> "
      "struct Var;\n" +
          code,
      {"-std=c++20"}, "input.cpp", options);
}

/// The value of the alias `name` in the class `K`.
std::string value(const Translated &code, const std::string &name) {
  const order::Procedure &procedure = code.procedure("K");
  for (const order::Definition &definition : procedure.definitions)
    if (definition.name == name)
      return code.text(procedure, definition.node);
  return "nothing";
}

} // namespace

TEST_CASE("a bound operation is the model of the call of its name, on what other aliases are") {
  const Translated code =
      tree("struct K { using P = Bind<Mul<float>, In0<float>, Var<float, 1>>; using Q = Bind<Div<float>, P, Bind<Sqrt<float>, P>>; };");
  CHECK(value(code, "P") == "In0 * Var1");
  CHECK(value(code, "Q") == "In0 * Var1 / sqrt(In0 * Var1)");
  CHECK(code.procedure("K").computations.size() == 3);
}

TEST_CASE("constants are numbers of their format, and what is given is told apart by its number") {
  const Translated code =
      tree("struct K { using C = Bind<Mul<double>, Constant<double, 3>, Var<double, 0>>; using D = Bind<Div<double>, Var<double, 0>, "
           "Var<double, 1>>; };");
  CHECK(value(code, "C") == "3 * Var0");
  CHECK(value(code, "D") == "Var0 / Var1");
  const order::Procedure &procedure = code.procedure("K");
  CHECK(procedure.graph[procedure.computations.at(0).node].type.format == format::Format::Binary64);
}

TEST_CASE("an operation without a model is named, and its value unknown") {
  const Translated code = tree("struct K { using U = Bind<Unheard<float>, In0<float>>; using Q = Bind<Div<float>, U, In0<float>>; };");
  REQUIRE(code.procedure("K").unanalysed.size() == 1);
  CHECK(code.procedure("K").unanalysed[0].what == "operation 'Unheard'");
  CHECK(value(code, "Q").ends_with(" / In0"));
}

TEST_CASE("a call with another number of operands is no model of the operation") {
  const Translated code = tree("struct K { using U = Bind<Div<float>, In0<float>>; };");
  CHECK(code.procedure("K").unanalysed.size() == 1);
}

TEST_CASE("a class that binds nothing has no procedure") {
  const Translated code = tree("struct K { using T = In0<float>; }; struct L { using P = Bind<Mul<float>, In0<float>, In0<float>>; };");
  CHECK_THROWS(code.procedure("K"));
  CHECK(code.procedure("L").computations.size() == 1);
}
