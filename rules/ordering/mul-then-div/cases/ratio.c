// The square of a projection, divided by the square of a length.

double ratio(double along, double length) { return along * along / length; } // ok: square
