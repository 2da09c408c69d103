double determinant(double a, double b, double c, double d) { return a * d - b * c; }
