// A compensated sum carries what an addition loses.

double sum3(double a, double b, double c) {
  double s = a + b;
  double z = s - a;
  double e = (a - (s - z)) + (b - z);
  double t = s + c;
  double y = t - s;
  double f = (s - (t - y)) + (c - y);
  return t + (e + f);
}
