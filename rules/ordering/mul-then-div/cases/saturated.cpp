// A divisor that is made from the product itself, as where coordinates are divided by the last of them, leaves no order to choose.

double saturated(double x, double gain) { return x * gain / (1.0 + x * gain); }
