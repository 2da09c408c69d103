// What the library computes, and logarithms of numbers that are not near 1.
#include <cmath>

double rapidity(double energy, double along) { return std::atanh(along / energy); }

double arsinh(double x) { return std::asinh(x); }

double other(double x) { return std::log(std::tan(0.5 + x)); }
