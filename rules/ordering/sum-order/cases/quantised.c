// What is added and taken away again rounds on purpose, to a multiple of a step here.

double quantised(double x, double step) {
  double big = step * 6755399441055744.0;
  return (x + big) - big;
}
float kept(float x, float step, float shift) { return (shift * step + x) - shift * step; }
