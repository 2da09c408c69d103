// Earth and sky.
#include <math.h>

#define SQ(x) ((x) * (x))
#define MIX(a, b, t) ((a) + (t) * ((b) - (a)))

// class: R10
double haversine_naive(double lat1, double lat2) {
  double d = lat2 - lat1;
  double c = cos(d);
  double h = 1 - c; // expect: one-minus-cos
  return h / 2;
}

// class: R10
double small_rotation(double angle, double axis) {
  double k = cos(angle) - 1.0; // expect: one-minus-cos
  return axis * k;
}

// class: R10
double colour_mix(double a, double b, double t) {
  return MIX(a, b, t); // expect-remark: lerp-form
}

// class: R10
double spheroid_flattening(double major, double minor) {
  double a2 = SQ(major), b2 = SQ(minor);
  double diff = a2 - b2; // expect: difference-of-squares
  return diff / a2;
}

// class: R10
double interval_centre(const double *bounds) {
  double total = bounds[0] + bounds[1];
  total *= 0.5; // expect-remark: midpoint
  return total;
}

// class: R1b
double illumination(double albedo, double flux, double phase, double *terms) {
  terms[0] = albedo * flux;
  terms[1] = terms[0] * phase; // expect-remark: product-order
  return terms[1];
}

struct survey {
  double n, sum, sumsq;
};

static void survey_add(struct survey *s, const double *x, int count) {
  for (int i = 0; i < count; i++) {
    s->n += 1;
    s->sum += x[i];
    s->sumsq += x[i] * x[i];
  }
}

// class: R3
double survey_variance(const double *x, int count) {
  struct survey s = {0, 0, 0};
  survey_add(&s, x, count);
  double m = s.sum / s.n;
  return s.sumsq / s.n - m * m; // expect: one-pass-variance
}

// class: R2
int tile_of(double lon, double tile_width) {
  double tiles = 1.0 / tile_width;
  double pos = lon * tiles; // expect: reciprocal-multiply
  return (int)floor(pos);
}

// class: R1
float grid_value(const float *row, float spacing, float weight, int i, int j) {
  float difference = row[j] - row[i];
  float slope = difference / spacing;
  return slope * weight; // expect-remark: div-then-mul
}

// control: haversine by sines
double half_chord(double lat1, double lat2) {
  double s = sin(0.5 * (lat2 - lat1));
  return s * s;
}

// control: factored eccentricity
double eccentricity2(double a, double b) { return (a - b) * (a + b); }

// control: minutes of arc by constants
double arc_minutes(double radians) { return radians * (60.0 * 180.0 / 3.14159265358979); }

// control: Horner in a loop
double series(const double *c, int n, double x) {
  double r = 0.0;
  for (int i = n - 1; i >= 0; i--)
    r = r * x + c[i];
  return r;
}

// control: smooth absolute value
double charbonnier(double x, double eps) { return sqrt(x * x + eps); }

// control: a square minus something that is no square
double excess(double x, double limit) { return x * x - limit; }

// control: the colour channel of an integer pixel
unsigned char darken(unsigned char c, int num, int den) { return (unsigned char)(c * num / den); }

// control: Kahan by pointers and do-while
double kahan_walk(const double *p, const double *end) {
  double s = 0, c = 0, y, t;
  if (p == end)
    return 0;
  do {
    y = *p++ - c;
    t = s + y;
    c = (t - s) - y;
    s = t;
  } while (p != end);
  return s;
}

struct dd {
  double hi, lo;
};

// control: exact sum as a double-double
struct dd exact_sum(double a, double b) {
  struct dd r;
  r.hi = a + b;
  double z = r.hi - a;
  r.lo = (a - (r.hi - z)) + (b - z);
  return r;
}

// control: allowed with a reason, over a statement of several lines
double allowed(double a, double b, double c) {
  // clang-format off
  // fporder: allow(mul-then-div) reason="matches the published table"
  double r = a
             * b
             / c;
  // clang-format on
  return r;
}
