// The scalar form.

double gap(double r, double s) { return r * r - 2 * r * s + s * s; } // expect-warning: norm-expansion
