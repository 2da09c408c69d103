// A constant numerator folds at compile time.

constexpr double pi = 3.14159265358979323846;
double radians(double degrees) { return (2.0 * pi / 360.0) * degrees; }
