// A constant ratio is folded: one rounding at compile time, one here.
double to_inches(double cm) { return cm * (1.0 / 2.54); }

// Both operands of the product swapped: no other order.
double twice(double x, double y) { return (x / y) * 2.0; }
