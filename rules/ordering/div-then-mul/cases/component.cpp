#include <cmath>

double component(double x, double y, double weight) { return weight * (x / std::sqrt(y)); } // expect-audit: div-then-mul
