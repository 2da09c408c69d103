// Ray tracing and lenses in C.
#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct {
  double x, y, z;
} vec;

static double vdot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec vsub(vec a, vec b) {
  vec r = {a.x - b.x, a.y - b.y, a.z - b.z};
  return r;
}

// class: R10
bool hit_sphere(vec origin, vec dir, vec centre, double radius, double *t) {
  vec oc = vsub(origin, centre);
  double a = vdot(dir, dir);
  double half_b = vdot(oc, dir);
  double c = vdot(oc, oc) - radius * radius;
  double disc = half_b * half_b - a * c;
  if (disc < 0)
    return false;
  double sq = sqrt(disc);
  *t = (-half_b - sq) / a; // expect: quadratic-formula
  return *t > 0;
}

// class: R10
float fresnel_gap(float ior, float sine) {
  float first = sqrtf(ior + sine);
  float second = sqrtf(ior);
  float gap;
  gap = first;
  gap -= second; // expect: sqrt-difference
  return gap;
}

// class: R2
void unit_length(double v[3], double length) {
  double r;
  int i;
  r = 1.0 / length;
  for (i = 0; i < 3; i++)
    v[i] *= r; // expect-remark: reciprocal-multiply
}

// class: R1
double magnification(double focal, double object, int wide, double adapter) {
  double num;
  switch (wide) {
  case 0:
    num = focal * adapter;
    break;
  default:
    num = focal * 0.7;
    break;
  }
  return num / object; // expect-remark: mul-then-div
}

// control: the image distance is one division
double image_distance(double focal, double object) { return focal / (object - focal); }

// control: the struct was copied over
double copied_over(vec a, vec b, double d, vec *keep) {
  vec t;
  t.x = a.x * b.x;
  t.y = a.y;
  t.z = a.z;
  *keep = t;
  t = b;
  return t.x / d;
}

// control: memset clears the product
double cleared(double a, double b, double d, double *keep) {
  double t[2] = {a * b, a};
  *keep = t[0];
  memset(t, 0, sizeof t);
  return t[0] / d;
}

// control: every case sets a plain value
double by_case(int mode, double a, double b, double d, double *keep) {
  double t = a * b;
  *keep = t;
  switch (mode) {
  case 1:
    t = a;
    break;
  case 2:
    t = b;
    break;
  default:
    t = d;
  }
  return t / d;
}

// control: facing test
bool faces(vec n, double offset) { return n.x * offset > n.y; }
