// So are the operations of vectors, which have names of their own.

typedef float Lanes __attribute__((vector_size(16)));
static inline Lanes added(Lanes a, Lanes b) { return a + b; }
static inline Lanes multiplied(Lanes a, Lanes b) { return a * b; }
void project(Lanes *out, const Lanes *x, const Lanes *y, const Lanes *z, Lanes w) {
  out[0] = added(multiplied(x[0], w), added(multiplied(y[0], w), multiplied(z[0], w)));
}
