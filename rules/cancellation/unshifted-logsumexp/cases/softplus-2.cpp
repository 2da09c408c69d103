#include <algorithm>
#include <cmath>

float softplus(float x) { return std::max(x, 0.0f) + std::log1p(std::exp(-std::abs(x))); }

// Switched to x where the exponential would overflow.
float thresholded(float x) { return x > 20.0f ? x : std::log1p(std::exp(x)); }
