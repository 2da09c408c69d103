// A product is stored and something else is divided: the definitions do not reach.
#include <stdint.h>
#include <string.h>

// control: the temporary is reassigned before the division
float reassigned(float a, float b, float c, float d, float *keep) {
  float t = a * b;
  *keep = t;
  t = c;
  return t / d;
}

// control: overwritten through a pointer to it
float through_pointer(float a, float b, float c, float d, float *keep) {
  float t = a * b;
  float *p = &t;
  *keep = *p;
  *p = c;
  return t / d;
}

static void put(float *where, float what) { *where = what; }

// control: the callee overwrites it
float callee_writes(float a, float b, float c, float d, float *keep) {
  float t = a * b;
  *keep = t;
  put(&t, c);
  return t / d;
}

void refill(float *buffer, int n);

// control: an unknown callee may overwrite it, and the buffer is its output
float unknown_callee(float a, float b, float d, float *keep) {
  float buffer[2];
  buffer[0] = a * b;
  *keep = buffer[0];
  refill(buffer, 2);
  return buffer[0] / d;
}

// control: memcpy replaces the buffer
float memcpy_writes(const float *src, float a, float b, float d, float *keep) {
  float buf[4] = {0};
  buf[2] = a * b;
  keep[0] = buf[2];
  memcpy(buf, src, sizeof buf);
  return buf[2] / d;
}

// control: another element
float other_element(float a, float b, float c, float d, float *keep) {
  float buf[2];
  buf[0] = a * b;
  buf[1] = c;
  *keep = buf[0];
  return buf[1] / d;
}

struct pair {
  double product;
  double plain;
};

// control: another field
double other_field(double a, double b, double c, double d, struct pair *out) {
  struct pair s;
  s.product = a * b;
  s.plain = c;
  *out = s;
  return s.plain / d;
}

// control: both branches overwrite it
float both_branches(int flag, float a, float b, float c, float d, float *keep) {
  float t = a * b;
  *keep = t;
  if (flag)
    t = c;
  else
    t = d;
  return t / d;
}

// control: the product is returned early
float early_return(int flag, float a, float b, float c, float d) {
  float t;
  if (flag) {
    t = a * b;
    return t;
  }
  t = c;
  return t / d;
}

// control: overwritten in the loop before the division
void in_a_loop(const float *x, const float *z, float *y, float *w, float s, float d, int n) {
  float t;
  for (int i = 0; i < n; i++) {
    t = x[i] * s;
    y[i] = t;
    t = z[i];
    w[i] = t / d;
  }
}

// control: an inner scope has its own t
float shadowed(float a, float b, float c, float d, float *keep) {
  float t = c;
  {
    float u = a * b;
    float t = u;
    *keep = t;
  }
  return t / d;
}

// control: the bytes are replaced through a union
float through_union(float a, float b, uint32_t bits, float d, float *keep) {
  union {
    float f;
    uint32_t u;
  } v;
  v.f = a * b;
  *keep = v.f;
  v.u = bits;
  return v.f / d;
}

// control: the pointer has moved on
float pointer_moved(float a, float b, const float *other, float d, float *keep) {
  float t = a * b;
  const float *p = &t;
  *keep = *p;
  p = other;
  return *p / d;
}
