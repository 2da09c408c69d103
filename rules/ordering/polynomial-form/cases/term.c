/* A term of a longer product: its order is product-order's. */
float term(float x) { return x * x * x * x * 0.2f; }

int quadratic(int a, int b, int c, int x) { return a * x * x + b * x + c; }

double line(double a, double x, double b) { return a * x + b; }
