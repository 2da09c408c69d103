// Terms that are zero do not count, integers kept in floating point add exactly, and a difference that is only held against a tolerance may round as
// it likes.

#include <cmath>

struct Colour {
  double r, g, b;
};
double orange(const Colour &c) { return c.r / 2 + c.g * 0.0 - c.b / 2; }

float fraction_below(float x) { return x - std::floor(x) - 1; }

float cell(float x, float y, float z) { return std::floor(x) - std::floor(y) * 7 + std::floor(z); }

bool collinear(double a, double b, double c) { return std::abs(a - b + c) < 1e-6; }
