// In a class field, stored by the constructor.

class Normalizer {
public:
  explicit Normalizer(float scale) : inv_(1.0f / scale) {}
  float operator()(float x) const { return x * inv_; } // expect: reciprocal-multiply

private:
  float inv_;
};
