// Sums kept by a class.

class Moments {
public:
  void add(double x) {
    ++n_;
    sum_ += x;
    squares_ += x * x;
  }
  double variance() const {
    double mean = sum_ / n_;
    return squares_ / n_ - mean * mean; // expect: one-pass-variance
  }

private:
  long n_ = 0;
  double sum_ = 0, squares_ = 0;
};
