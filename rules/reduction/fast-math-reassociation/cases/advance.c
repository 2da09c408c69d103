// flags: -ffast-math
// Parentheses that keep a difference exact.

double advance(double position, double now, double before) {
  return position + (now - before); // expect: fast-math-reassociation
}
