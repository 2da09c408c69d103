// The distance of two points on a sphere by the law of cosines.

#include <math.h>

double distance(double lat1, double lon1, double lat2, double lon2, double radius) {
  return radius * acos(sin(lat1) * sin(lat2) + cos(lat1) * cos(lat2) * cos(lon2 - lon1)); // expect: acos-of-dot
}

double in_steps(double lat1, double lat2, double between) {
  const double s1 = sin(lat1), c1 = cos(lat1), s2 = sin(lat2), c2 = cos(lat2);
  return acos(s1 * s2 + c1 * (c2 * cos(between))); // expect: acos-of-dot
}

double by_haversines(double lat1, double lat2, double between) {
  const double along = sin((lat2 - lat1) / 2), across = sin(between / 2);
  return 2 * asin(sqrt(along * along + cos(lat1) * cos(lat2) * (across * across)));
}
