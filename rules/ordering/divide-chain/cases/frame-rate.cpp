// A rate that is shown: of measured times none is a divisor of a second, so that no order is right where another one is wrong, but by chance.
#include <cstdio>

void show(float milliseconds) {
  std::printf("%d frames per second\n", static_cast<int>(1.0f / (milliseconds / 1000.0f))); // expect-remark: divide-chain
}

int rate(float milliseconds) {
  return static_cast<int>(1.0f / (milliseconds / 1000.0f)); // expect-warning: divide-chain
}
