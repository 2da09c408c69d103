// Across statements, and consumed by a subtraction.

float residual(float target, float sum, float count, float scale) {
  float mean = sum / count;
  float unit = mean / scale; // expect: divide-chain
  return target - unit;
}

double resistance(double voltage, double charge, double time) { return voltage / (charge / time); } // expect-audit: divide-chain
