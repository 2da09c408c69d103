#include <numeric>
#include <vector>

float total(const std::vector<float> &x) {
  return std::reduce(x.begin(), x.end(), 0.0f); // expect-remark: unordered-reduction
}
