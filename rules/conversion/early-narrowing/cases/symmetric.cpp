float symmetric(int drawn) { return float(drawn / 32767.0) * 2.0f - 1.0f; } // made from integers: no digits of an input are dropped

_Float16 fraction(_Float16 turns, double scale) {
  int whole = static_cast<int>(turns * scale);
  return turns - static_cast<_Float16>(whole);
}
