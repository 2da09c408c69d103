// A field of one object is a scalar state, which is for --level=audit. A reference parameter may be an element of an array, and warns.
class Engine {
public:
  explicit Engine(float inertia) : inertia_(inertia) {}
  void apply(float torque, float seconds) { speed_ += torque / inertia_ * seconds; } // expect-audit: div-then-mul
  float speed() const { return speed_; }

private:
  float inertia_;
  float speed_ = 0.0f;
};

void apply(float &speed, float inertia, float torque, float seconds) {
  speed += torque / inertia * seconds; // expect-warning: div-then-mul
}
