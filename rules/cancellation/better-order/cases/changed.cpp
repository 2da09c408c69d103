// A call that is not seen may change what the order reads again: the finding names the assumption and is a remark.

void changed();

struct Level {
  double n;
  double gap() {
    const double above = 1.0 / (n + 1.0);
    changed();
    return above - 1.0 / n; // expect-remark: better-order
  }
};
