struct filter { double level; };

void update(struct filter *f, double sample, double alpha) {
  f->level += alpha * (sample - f->level); // expect-audit: ema-form
}
