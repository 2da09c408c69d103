// Seven kernels for program_bench.py, as people write them: program_kernels KERNEL REPETITIONS prints a checksum and the CPU seconds that the kernel
// took.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

namespace {

template <class T> void fill(std::vector<T> &values, unsigned seed) {
  unsigned long long state = seed;
  for (T &value : values) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    value = static_cast<T>(state >> 40) / static_cast<T>(1 << 24);
  }
}

double dot() {
  static std::vector<float> x(1 << 16), y(1 << 16);
  fill(x, 1);
  fill(y, 2);
  float sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * y[i];
  return static_cast<double>(sum);
}

double dgemm() {
  constexpr int n = 192;
  static std::vector<double> a(n * n), b(n * n), c(n * n);
  fill(a, 1);
  fill(b, 2);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[i * n + k] * b[k * n + j];
      c[i * n + j] = sum;
    }
  return c[n + 1];
}

struct Body {
  double x, y, z, vx, vy, vz, mass;
};

double nbody() {
  static Body bodies[5] = {{0, 0, 0, 0, 0, 0, 39.47},
                           {4.84, -1.16, -0.10, 0.6, 2.8, -0.02, 0.037},
                           {8.34, 4.12, -0.4, -1.01, 1.82, 0.008, 0.011},
                           {12.89, -15.11, -0.22, 1.08, 0.86, -0.01, 0.0017},
                           {15.37, -25.9, 0.179, 0.97, 0.59, -0.03, 0.002}};
  for (int step = 0; step < 2000; ++step) {
    for (int i = 0; i < 5; ++i)
      for (int j = i + 1; j < 5; ++j) {
        Body &a = bodies[i], &b = bodies[j];
        const double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
        const double squared = dx * dx + dy * dy + dz * dz;
        const double factor = 1e-3 / (squared * std::sqrt(squared));
        a.vx -= dx * b.mass * factor;
        a.vy -= dy * b.mass * factor;
        a.vz -= dz * b.mass * factor;
        b.vx += dx * a.mass * factor;
        b.vy += dy * a.mass * factor;
        b.vz += dz * a.mass * factor;
      }
    for (Body &body : bodies) {
      body.x += 1e-3 * body.vx;
      body.y += 1e-3 * body.vy;
      body.z += 1e-3 * body.vz;
    }
  }
  return bodies[1].x;
}

double adam() {
  constexpr std::size_t n = 1 << 20;
  static std::vector<float> w(n), g(n), m(n), v(n);
  fill(w, 1);
  fill(g, 2);
  for (std::size_t i = 0; i < n; ++i) {
    m[i] = 0.9f * m[i] + 0.1f * g[i];
    v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
    w[i] = w[i] - 0.001f * m[i] / (std::sqrt(v[i]) + 1e-8f);
  }
  return static_cast<double>(w[17]);
}

double cdist() {
  constexpr int n = 64, d = 256;
  static std::vector<float> x(n * d), y(n * d), r(n * n);
  fill(x, 1);
  fill(y, 2);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float xx = 0, yy = 0, xy = 0;
      for (int k = 0; k < d; ++k) {
        xx += x[i * d + k] * x[i * d + k];
        yy += y[j * d + k] * y[j * d + k];
        xy += x[i * d + k] * y[j * d + k];
      }
      r[i * n + j] = std::sqrt(xx + yy - 2 * xy);
    }
  return static_cast<double>(r[n + 3]);
}

double horner() {
  static std::vector<double> c(1 << 16);
  fill(c, 1);
  double result = 0;
  for (const double coefficient : c)
    result = result * 0.99 + coefficient;
  return result;
}

double sum() {
  static std::vector<float> x(1 << 16);
  fill(x, 1);
  float result = 0;
  for (const float value : x)
    result += value;
  return static_cast<double>(result);
}

const struct {
  const char *name;
  double (*run)();
} kernels[] = {{"dot", dot}, {"dgemm", dgemm}, {"n-body", nbody}, {"adam", adam}, {"cdist", cdist}, {"horner", horner}, {"sum", sum}};

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  for (const auto &kernel : kernels) {
    if (std::strcmp(kernel.name, argv[1]) != 0)
      continue;
    double checksum = 0;
    const std::clock_t start = std::clock();
    for (int repetition = 0; repetition < std::atoi(argv[2]); ++repetition)
      checksum += kernel.run();
    std::printf("%.17g\n%.6f\n", checksum, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    return 0;
  }
  return 2;
}
