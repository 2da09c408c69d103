// Other square roots.

#include <cmath>

double shifted(double a, double b, double c) { return (a + std::sqrt(b * b + c)) / 2; }
