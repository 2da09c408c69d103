// Fisher transformation, and the rapidity of a particle.

#include <math.h>

double fisher(double r) {
  return 0.5 * log((1 + r) / (1 - r)); // expect: inverse-hyperbolic
}

double of_logarithms(double r) {
  return 0.5 * (log(1 + r) - log(1 - r)); // expect: inverse-hyperbolic
}

double rapidity(double energy, double along) {
  return 0.5 * log((energy + along) / (energy - along)); // expect: inverse-hyperbolic
}
