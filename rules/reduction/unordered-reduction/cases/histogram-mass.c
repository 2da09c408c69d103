// flags: -fopenmp
// An atomic in C.

float histogram_mass(const float *w, int n) {
  float mass = 0.0f;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    mass += w[i]; // expect-warning: unordered-reduction
  }
  return mass;
}
