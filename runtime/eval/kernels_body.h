// The kernels' code, compiled once an instruction set: included by kernels_baseline.cpp and kernels_avx2.cpp inside a namespace of their own, after
// everything else. No include guard, no includes.

template <class T> struct AddOf {
  static T apply(T a, T b) { return a + b; }
};
template <class T> struct SubOf {
  static T apply(T a, T b) { return a - b; }
};
template <class T> struct MulOf {
  static T apply(T a, T b) { return a * b; }
};
template <class T> struct DivOf {
  static T apply(T a, T b) { return a / b; }
};
/// As fmin and fmax: the number beside a NaN; -0 is below +0.
template <class T> struct MinOf {
  static T apply(T a, T b) {
    const T ordered = a < b ? a : b, equal = __builtin_signbit(a) ? a : b;
    const T numbers = a == b ? equal : ordered;
    return a != a ? b : b != b ? a : numbers;
  }
};
template <class T> struct MaxOf {
  static T apply(T a, T b) {
    const T ordered = a > b ? a : b, equal = __builtin_signbit(a) ? b : a;
    const T numbers = a == b ? equal : ordered;
    return a != a ? b : b != b ? a : numbers;
  }
};
template <class T> struct CopySignOf {
  static T apply(T a, T b) { return __builtin_elementwise_copysign(a, b); }
};
template <class T> struct SqrtOf {
  static T apply(T a) { return __builtin_elementwise_sqrt(a); }
};
template <class T> struct NegOf {
  static T apply(T a) { return -a; }
};
template <class T> struct AbsOf {
  static T apply(T a) { return __builtin_elementwise_abs(a); }
};
template <class T> struct LessOf {
  static bool apply(T a, T b) { return a < b; }
};
template <class T> struct LessEqualOf {
  static bool apply(T a, T b) { return a <= b; }
};
template <class T> struct GreaterOf {
  static bool apply(T a, T b) { return a > b; }
};
template <class T> struct GreaterEqualOf {
  static bool apply(T a, T b) { return a >= b; }
};
template <class T> struct EqualOf {
  static bool apply(T a, T b) { return a == b; }
};
template <class T> struct NotEqualOf {
  static bool apply(T a, T b) { return a != b; }
};

template <class T, template <class> class Operation> void binaryLanes(const T *a, const T *b, T *out, std::size_t count) {
  for (std::size_t lane = 0; lane < count; ++lane)
    out[lane] = Operation<T>::apply(a[lane], b[lane]);
}

template <class T, template <class> class Operation> void unaryLanes(const T *a, T *out, std::size_t count) {
  for (std::size_t lane = 0; lane < count; ++lane)
    out[lane] = Operation<T>::apply(a[lane]);
}

template <class T, template <class> class Operation> void comparedLanes(const T *a, const T *b, double *out, std::size_t count) {
  for (std::size_t lane = 0; lane < count; ++lane)
    out[lane] = Operation<T>::apply(a[lane], b[lane]) ? 1.0 : 0.0;
}

template <class T> void fusedLanes(const T *a, const T *b, const T *c, T *out, std::size_t count) {
  for (std::size_t lane = 0; lane < count; ++lane)
    out[lane] = __builtin_elementwise_fma(a[lane], b[lane], c[lane]);
}

template <class T> void selectedLanes(const double *condition, const T *a, const T *b, T *out, std::size_t count) {
  for (std::size_t lane = 0; lane < count; ++lane)
    out[lane] = condition[lane] != 0 ? a[lane] : b[lane];
}

template <class T> void flushedLanes(T *values, T smallest, std::size_t count) {
  for (std::size_t lane = 0; lane < count; ++lane)
    values[lane] = __builtin_elementwise_abs(values[lane]) < smallest ? __builtin_elementwise_copysign(T{0}, values[lane]) : values[lane];
}

template <class T> bool unusualLanes(const T *values, T smallest, T largest, std::size_t count) {
  unsigned unusual = 0;
  for (std::size_t lane = 0; lane < count; ++lane) {
    const T magnitude = __builtin_elementwise_abs(values[lane]);
    unusual |= static_cast<unsigned>(!(magnitude >= smallest)) | static_cast<unsigned>(!(magnitude <= largest));
  }
  return unusual != 0;
}

void widenedLanes(const float *values, double *out, std::size_t count) {
  for (std::size_t lane = 0; lane < count; ++lane)
    out[lane] = static_cast<double>(values[lane]);
}

void narrowedLanes(const double *values, float *out, std::size_t count) {
  for (std::size_t lane = 0; lane < count; ++lane)
    out[lane] = static_cast<float>(values[lane]);
}

void roundedLanes(const format::NearestEven &toFormat, double *values, std::size_t count) {
  const format::NearestEven rounding = toFormat;
  for (std::size_t lane = 0; lane < count; ++lane)
    values[lane] = rounding(values[lane]);
}

template <class T> constexpr LaneKernels<T> laneKernels() {
  return {{binaryLanes<T, AddOf>, binaryLanes<T, SubOf>, binaryLanes<T, MulOf>, binaryLanes<T, DivOf>, binaryLanes<T, MinOf>, binaryLanes<T, MaxOf>,
           binaryLanes<T, CopySignOf>},
          {unaryLanes<T, SqrtOf>, unaryLanes<T, NegOf>, unaryLanes<T, AbsOf>},
          fusedLanes<T>,
          {comparedLanes<T, LessOf>, comparedLanes<T, LessEqualOf>, comparedLanes<T, GreaterOf>, comparedLanes<T, GreaterEqualOf>,
           comparedLanes<T, EqualOf>, comparedLanes<T, NotEqualOf>},
          selectedLanes<T>,
          flushedLanes<T>,
          unusualLanes<T>};
}
