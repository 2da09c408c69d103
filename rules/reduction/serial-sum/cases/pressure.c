struct contact {
  int count;
  struct {
    float force, area;
  } points[2];
};

float pressure(const struct contact *c) {
  float total = 0;
  for (int j = 0; j < c->count; ++j)
    total += (c->points + j)->force;
  for (int j = 0; j < c->count; ++j)
    total += (&c->points[j])->area;
  return total;
}

float spread(const float *x, int n) {
  float mean = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    float d = x[i] - mean;
    mean += d / (float)(i + 1);
    squares += d * (x[i] - mean); // ok: recurrence
  }
  return squares;
}

float rest(const float *x, int n) {
  int whole = n / 4 - 1 > 0 ? n / 4 - 1 : 0;
  float s = 0;
  for (int i = whole << 2; i < n; ++i)
    s += x[i];
  return s;
}
