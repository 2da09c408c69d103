/* The result stays double. */
double attenuate(float x) { return x * 0.1; }

int whole(int x) { return x * 3; }
