// Each term is converted on purpose, as a template for float and double does that accumulates in float always.
template <class T> float bias_gradient(const T *gradient, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (float)gradient[i]; // ok: terms-converted
  return sum;
}
template float bias_gradient(const double *, int);

// What is converted is the sum, after each addition in double.
float total(const double *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i]; // expect: narrow-accumulator
  return sum;
}

// In half the sum itself is too narrow, whatever its terms are.
_Float16 of_floats(const float *x, int n) {
  _Float16 sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (_Float16)x[i]; // expect: narrow-accumulator
  return sum;
}

// The rows' sums go on in one accumulator; the loop within is judged, and converts.
template <class T> float of_rows(const T *x, int rows, int columns) {
  float sum = 0;
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k < columns; ++k)
      sum += (float)x[i * columns + k]; // ok: sum-within
  return sum;
}
template float of_rows(const double *, int, int);
