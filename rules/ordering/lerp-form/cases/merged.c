// So has the mean of two sets together, whose weight is the share that one of them has.

float merged(float mean, float count, float other_mean, float other_count) {
  float delta = other_mean - mean;
  return mean + delta * (other_count / (count + other_count)); // ok: running-mean
}
