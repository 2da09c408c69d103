// flags: -ffast-math
// Other differences under the same flags.

double between(double a, double b, double c) { return (a + b) - c; }

int wrapped(int a, int b) { return (a + b) - a; }
