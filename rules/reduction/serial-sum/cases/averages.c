// An array that the loop counts through bounds it, as do the sizes of a group of threads; the terms of a running variance exist one after the other.

struct bins {
  int count;
  float weight[4], samples[256];
};

float averages(const struct bins *b) {
  float total = 0, all = 0;
  for (int i = 0; i < b->count; ++i)
    total += b->weight[i]; // ok: short
  for (int i = 0; i < b->count; ++i)
    all += b->samples[i]; // expect: serial-sum
  return total / all;
}
