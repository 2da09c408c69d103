// What an object keeps for itself is a number that nobody compares bit by bit; a number that a caller gives is one of many.
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
