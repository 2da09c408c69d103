// In a template the format that an argument names is another one in every instantiation; what is loaded in one and computed in the other is no
// decision of the line. The conversion of a result is.

template <class Stored, class Used> void update(Stored *p, const Stored *g, Used rate) {
  const Used gradient = g[0];
  const Used step = static_cast<Used>(static_cast<double>(p[0]) * g[1]); // expect-warning: early-narrowing
  p[0] = p[0] - rate * gradient - step;
}
template void update<double, float>(double *, const double *, float);
