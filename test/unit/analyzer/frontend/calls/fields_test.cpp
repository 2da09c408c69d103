#include "test/unit/analyzer/frontend/translated.h"

#include <doctest/doctest.h>

using fporder::test::Translated;

TEST_CASE("a reciprocal kept in a field by the constructor is seen in other methods") {
  Translated code(R"(
    class Norm { public: explicit Norm(float scale) : inv_(1.0f / scale) {} float apply(float x) const { return x * inv_; } private: float inv_; };
    class Filter {
    public:
      void prepare(double rate) { step_ = 1.0 / rate; }
      double run(double x) { y_ += x * step_; return y_; }
    private:
      double step_ = 0, y_ = 0;
    };
    template <class T> class Scaler { public: Scaler(T s) : inv_(T(1) / s) {} T run(T x) { return x * inv_; } T inv_; };
    template class Scaler<float>;)");
  CHECK(code.returned("Norm::apply") == "x * (1 / scale)");
  CHECK(code.stored("Filter::run", "y_") == "y_ + x * (1 / rate)");
  CHECK(code.returned("Scaler<float>::run") == "x * (1 / s)");
}

TEST_CASE("fields that several stores disagree on, or that others can write, are inputs") {
  Translated code(R"(
    struct Two { Two(float s) : i(1 / s) {} void set(float s) { i = 2 / s; } float run(float x) { return x * i; } float i; };
    struct Out { Out(float s) : i(1 / s) {} float run(float x) { return x * i; } float i; };
    void poke(Out &e) { e.i = 3; }
    struct Lent { Lent(float s) : i(1 / s) {} float *lend() { return &i; } float run(float x) { return x * i; } float i; };
    struct Stale { Stale(float s) : a(s), i(1 / a) {} void set(float s) { a = s; } float run(float x) { return x * i; } float a, i; };)");
  CHECK(code.returned("Two::run") == "x * i");
  CHECK(code.returned("Out::run") == "x * i");
  CHECK(code.returned("Lent::run") == "x * i");
  CHECK(code.returned("Stale::run").find("1 / a") == std::string::npos);
}

TEST_CASE("constants are believed of private fields only") {
  Translated code("struct Open { float h; Open() : h(0.5f) {} float run(float x) { return x * h; } };\n"
                  "class Closed { float h; public: Closed() : h(0.5f) {} float run(float x) { return x * h; } };");
  CHECK(code.returned("Open::run") == "x * h");
  CHECK(code.returned("Closed::run") == "x * 0.5");
}

TEST_CASE("what a field holds before it is stored, or where it is not, is no constant") {
  Translated code(R"(
    class Late { float h = 0; public: void on() { h = 1; } float run(float x) { return x * h; } };
    class Either { float h; public: void set(float t) { if (t > 0) h = 1 / t; else h = 1; } float run(float x) { return x * h; } };
    class Over { float h; public: void set(float t) { h = 2 / t; if (t > 1) h = 1 / t; } float run(float x) { return x * h; } };
    class Last { float h; public: void set(float t) { h = 2 / t; h = 1 / t; } float run(float x) { return x * h; } };
    class Where { float h; public: void set(float t) { if (t > 0) h = 1 / t; } float run(float x) { return x * h; } };)");
  CHECK(code.returned("Late::run") == "x * h");
  CHECK(code.returned("Either::run") == "x * h");
  CHECK(code.returned("Over::run") == "x * h");
  CHECK(code.returned("Last::run") == "x * (1 / t)");
  CHECK(code.returned("Where::run") == "x * (1 / t)");
}

TEST_CASE("a parameter is the field that keeps it where both are stored under one condition") {
  Translated code(R"(
    class Both { float s, h; public: void set(float t) { if (t > 0) { s = t; h = 1 / t; } } float run(float x) { return x * h + s; } };
    class Apart { float s, h; public: void set(float t) { s = t; if (t > 0) h = 1 / t; } float run(float x) { return x * h + s; } };)");
  CHECK(code.returned("Both::run") == "x * (1 / s) + s");
  CHECK(code.returned("Apart::run") == "x * (1 / t) + s");
}

TEST_CASE("a member of a member is no field, whatever it is called") {
  Translated code(R"(
    class Part {
      struct { float x; } p;
      float x;
    public:
      explicit Part(float s) : x(1 / s) { p.x = 2 / s; }
      float run(float y) { return y * x; }
    };)");
  CHECK(code.returned("Part::run") == "y * (1 / s)");
}
