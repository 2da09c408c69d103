// Molecular dynamics: pair forces, thermostats, statistics of a run.
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

struct Atom {
  double pos[3];
  double charge;
  double mass;
};

struct PairForce {
  double strength;
  double distance;
};

static PairForce coulomb(const Atom &a, const Atom &b, double r) { return {a.charge * b.charge, r}; }

// class: R1
double coulombForce(const Atom &a, const Atom &b, double r) {
  const PairForce f = coulomb(a, b, r);
  return f.strength / f.distance; // expect-remark: mul-then-div
}

// class: R1
void kick(std::vector<Atom> &atoms, const double *force, double dt, double *velocity) {
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const auto [impulse, mass] = std::make_tuple(force[i] * dt, atoms[i].mass);
    velocity[i] -= impulse / mass; // expect: mul-then-div
  }
}

// class: R1b
double lennardJones(double epsilon, double sigma, double r2) {
  const double s2 = sigma * sigma;
  const double q = s2 / r2;
  const double q3 = q * q * q;
  const double depth = 3.0 * epsilon;
  return depth * q3 * (q3 - 1.0); // expect-remark: product-order | div-then-mul
}

// class: R3
class Thermometer {
  double first_ = 0, second_ = 0;
  std::size_t samples_ = 0;

public:
  Thermometer &operator<<(double t) {
    first_ += t;
    second_ += t * t;
    samples_++;
    return *this;
  }
  double fluctuation() const {
    const double inverse = static_cast<double>(samples_);
    const double mean = first_ / inverse;
    const double meanSquare = second_ / inverse;
    return std::sqrt(meanSquare - mean * mean); // expect: one-pass-variance
  }
};
double readTwice(double a, double b) {
  Thermometer t;
  t << a << b;
  return t.fluctuation();
}

// class: R4
double separation(const Atom &a, const Atom &b) {
  double own = 0, other = 0, mixed = 0;
  for (int k = 0; k < 3; ++k) {
    const double p = a.pos[k], q = b.pos[k];
    own += p * p;
    other += q * q;
    mixed += p * q;
  }
  double squared = own - 2.0 * mixed;
  squared += other; // expect: norm-expansion
  return std::sqrt(squared > 0 ? squared : 0);
}

// class: R5
double freeEnergy(const std::vector<double> &energies, double beta) {
  double z = 0.0;
  for (auto e : energies) {
    const double w = std::exp(-beta * e);
    z += w;
  }
  return -std::log(z) / beta; // expect: unshifted-logsumexp
}

// class: R5
std::vector<double> boltzmannWeights(const std::vector<double> &energies, double kT) {
  std::vector<double> w(energies.size());
  double z = 0.0;
  for (std::size_t i = 0; i < w.size(); ++i) {
    w[i] = std::exp(-energies[i] / kT);
    z += w[i];
  }
  for (double &p : w)
    p /= z; // expect: unshifted-softmax
  return w;
}

// control: the drift of each coordinate
void drift(double *x, const double *v, double dt, int n) {
  for (int i = 0; i < n; ++i)
    x[i] += v[i] * dt;
}

// control: the other member of the pair
double plainMember(double a, double b, double c, double d, double &keep) {
  std::pair<double, double> p;
  p.first = a * b;
  p.second = c;
  keep = p.first;
  return p.second / d;
}

// control: Metropolis ratio of one exponential
bool accept(double dE, double kT, double u) { return u < std::exp(-dE / kT); }

// control: minimum image by rounding
double minimumImage(double dx, double box) { return dx - box * std::nearbyint(dx / box); }

// control: squared cutoff
bool inside(double dx, double dy, double cutoff) { return dx * dx + dy * dy <= cutoff * cutoff; }
