#include "analyzer/check/foreign_text.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

std::string is(const std::string &text) { return foreignText(text).value_or("a source"); }

const std::string generated = "is no C or C++, but a template for a code generator ";

} // namespace

TEST_CASE("templates for code generators are told by their marks") {
  CHECK(is("{# note #}\nint f();\n") == generated + "('{#' in line 1)");
  CHECK(is("double f(double x) {\n  {% if fast %}\n  return x / 3;\n  {% endif %}\n}\n") == generated + "('{%' in line 2)");
  CHECK(is("float t[] = {{/values}};\n") == generated + "('{{/' in line 1)");
  CHECK(is("float f = <%= x %>;\n") == generated + "('<%=' in line 1)");
  CHECK(is("</%def>\n") == generated + "('</%' in line 1)");
}

TEST_CASE("sources that have the same characters are sources") {
  for (const char *text :
       {"const char *t = \"{% if x %}\"; // {# and <%= and <?php\n", "const char *t = R\"(\n{% for x in y %}\n)\";\n", "#define S(x) {#x}\n",
        "#define S(x) \\\n  {#x}\n", "int f() {%>\n", "<%:include <x>\n", "int f() <% return 1; %>\n", "int a[1][1] = {{x}};\n",
        "int f() {{/* note */ return 1; }}\n", "int f() {{// note\nreturn 1; }}\n",
        "#if 0\n{% if x %}\n#if 1\n{% if x %}\n#endif\n{#\n#endif\nint x;\n", "int f() {\n#if 1\n#endif\n}\n", "x = y <z? a : b;\n"})
    CHECK_MESSAGE(is(text) == "a source", text);
}

TEST_CASE("what follows the part left out by #if 0 counts") {
  CHECK(is("#if 0\n{%\n#else\n{% if x %}\n#endif\n") == generated + "('{%' in line 4)");
  CHECK(is("#if 0\n{%\n#endif\n{% if x %}\n") == generated + "('{%' in line 4)");
}

TEST_CASE("a trace refers to numbers, more than by mistake") {
  const std::string line = "vadd((vector_f32 &)0xff10, (vector_f32)0xff20, (Literal)0);\n";
  CHECK(is("void f() {\n" + line + line + line + "}\n") == "is no C or C++, but a trace of instructions ('&)0xff10' in line 4)");
  CHECK(is("void f() {\n" + line + line + "}\n") == "a source");
  CHECK(is("void f(float &) {} int a = (x & y) + 1, b = (x &) y;\n") == "a source");
}

TEST_CASE("sources in other languages") {
  const std::string other = "is no C or C++, but a source in another language ";
  CHECK(is("/* License */\n\npackage com.example.task;\n") == other + "('package com.example' in line 3)");
  CHECK(is("<?php echo 1; ?>\n") == other + "('<?php' in line 1)");
  CHECK(is("struct package { int size; };\nint f(package p) { return p.size; }\npackage p;\n") == "a source");
}
