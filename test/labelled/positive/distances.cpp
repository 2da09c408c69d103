// Distances by the expanded square.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

static float dot(const float *a, const float *b, int n) {
  float s = 0.0f;
  for (int i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}

// class: R4
float euclideanByDots(const float *x, const float *y, int n) {
  const float xx = dot(x, x, n);
  const float yy = dot(y, y, n);
  const float xy = dot(x, y, n);
  float d2 = xx + yy - 2.0f * xy; // expect: norm-expansion
  if (d2 < 0.0f)
    d2 = 0.0f;
  return std::sqrt(d2);
}

// class: R4
void pairwise(const float *a, const float *b, float *out, int rows, int cols, int depth) {
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < cols; ++j) {
      float na = 0, nb = 0, ab = 0;
      for (int k = 0; k < depth; ++k) {
        na += a[i * depth + k] * a[i * depth + k];
        nb += b[j * depth + k] * b[j * depth + k];
        ab += a[i * depth + k] * b[j * depth + k];
      }
      out[i * cols + j] = std::sqrt(std::max(na - 2 * ab + nb, 0.0f)); // expect: norm-expansion
    }
  }
}

// class: R4
double rbfKernel(const std::vector<double> &u, const std::vector<double> &v, double gamma) {
  double cross = std::inner_product(u.begin(), u.end(), v.begin(), 0.0);
  double uu = std::inner_product(u.begin(), u.end(), u.begin(), 0.0);
  double vv = std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
  double dist = uu + vv;
  dist -= 2.0 * cross; // expect: norm-expansion
  return std::exp(-gamma * dist);
}

// class: R4
float nearestCentroid(const float *point, const float *centroid, const float *centroidNorm, int dim, int k) {
  float pp = 0.0f, pc = 0.0f;
  for (int d = 0; d < dim; ++d) {
    pp += point[d] * point[d];
    pc += point[d] * centroid[k * dim + d];
  }
  float cc = 0.0f;
  for (int d = 0; d < dim; ++d)
    cc += centroid[k * dim + d] * centroid[k * dim + d];
  (void)centroidNorm;
  return -2.0f * pc + pp + cc; // expect: norm-expansion
}

// class: R4
double cosineRuleSide(double a, double b, double cosGamma) {
  double squared = a * a + b * b - 2.0 * a * b * cosGamma; // expect-remark: norm-expansion | sum-order | product-order
  return std::sqrt(squared);
}

struct Point {
  double x, y, z;
  double dot(const Point &o) const { return x * o.x + y * o.y + z * o.z; }
};

// class: R4
double pointDistance(const Point &p, const Point &q) {
  double sq = p.dot(p) - 2.0 * p.dot(q) + q.dot(q); // expect: norm-expansion
  return sq > 0.0 ? std::sqrt(sq) : 0.0;
}
