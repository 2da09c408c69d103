// In half precision the squares overflow at 256.

#include <cmath>

_Float16 magnitude(_Float16 re, _Float16 im) {
  _Float16 a = re * re;
  _Float16 b = im * im;
  _Float16 s = a + b;
  return static_cast<_Float16>(std::sqrt(static_cast<float>(s))); // expect-audit: hypot-form
}
