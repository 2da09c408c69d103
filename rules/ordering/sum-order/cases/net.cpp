// A function of numbers is an expression with a name; the sum goes on where it is called.

float net(float in, float out) { return in - out; }

float balance(float in, float out, float stored) {
  return net(in, out) + stored; // expect-audit: sum-order
}
