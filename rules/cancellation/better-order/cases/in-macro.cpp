#include <cmath>

#define FOLLOW level = kept * level + (1.0f - kept) * std::fabs(x)

// In `follow` the weight is a number, so that nothing but the search sees what 1 - exp loses there.
struct Envelope {
  float kept = 0, level = 0;
  explicit Envelope(float samples) { kept = std::exp(-1.0f / samples); }
  float next(float x) {
    FOLLOW; // expect: better-order
    return level;
  }
};

float follow(float x) { return Envelope(480.0f).next(x); }
