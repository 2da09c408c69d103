// Rates, options, portfolios.
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace {
template <class... Ts> auto multiplyAll(Ts... xs) { return (xs * ...); }
} // namespace

// class: R10
double annuityFactor(double rate, int periods) {
  const double growth = std::exp(rate * periods);
  const double denominator = growth - 1.0; // expect: expm1-form
  return rate / denominator;
}

// class: R10
double survivalHazard(double defaultProbability) {
  return -std::log(1.0 - defaultProbability); // expect: log1p-form
}

// class: R10
double shrinkage(double rho) {
  const double squared = rho * rho;
  return std::sqrt(1.0 - squared); // expect-remark: difference-of-squares
}

// class: R3
double weightedVariance(const double *w, const double *x, int n) {
  double sw = 0, swx = 0, swxx = 0;
  for (int i = 0; i < n; ++i) {
    const double wx = w[i] * x[i];
    sw += w[i];
    swx += wx;
    swxx += wx * x[i];
  }
  const double mean = swx / sw;
  return swxx / sw - mean * mean; // expect: one-pass-variance
}

// class: R3
double volatility(const std::vector<double> &returns) {
  const auto n = static_cast<double>(returns.size());
  const double sum = std::accumulate(returns.begin(), returns.end(), 0.0);
  const double squares = std::accumulate(returns.begin(), returns.end(), 0.0, [](double acc, double r) { return acc + r * r; });
  return std::sqrt((squares - sum * sum / n) / (n - 1)); // expect: one-pass-variance
}

// class: R1b
double notional(double price, double lots, double lotSize) { return multiplyAll(price, lots, lotSize); } // expect-remark: product-order #p

// class: R1
double pnl(double before, double shares, double move, double basis) {
  const double gross = shares * move;
  double result = before;
  result -= gross / basis; // expect: mul-then-div
  return result;
}

// class: R7
double spreadInFloat(double bid, double ask) {
  const float b = bid;         // expect: early-narrowing #n
  const float a = ask;         // expect: early-narrowing #n
  const double spread = a - b; // expect: early-narrowing #n
  return spread;
}

// class: R6
double portfolioReturn(const std::vector<double> &weights, const std::vector<double> &returns, double leverage) {
  double total = 0;
  for (std::size_t i = 0; i != weights.size(); ++i)
    total += leverage * weights[i] * returns[i]; // expect-remark: scale-placement | product-order
  return total;
}

// class: R6
double fees(double rate, double buy, double sell) {
  double buyFee = rate * buy;
  double sellFee = rate * sell;
  double both = buyFee + sellFee; // expect-remark: distribution
  return both;
}

// control: cents are integers
long long splitBill(long long cents, int weight, int total) { return cents * weight / total; }

// control: compounding by expm1 and log1p
double compound(double rate, double years) { return std::expm1(years * std::log1p(rate)); }

// control: a regularised logarithm is not log1p
double safeLog(double x) { return std::log(x + 1e-12); }

// control: an exponential minus something else
double payoff(double logSpot, double strike) {
  const double spot = std::exp(logSpot);
  return spot > strike ? spot - strike : 0.0;
}

// control: the message holds a formula
std::string help() { return "pnl = shares * move / basis, var = s2/n - m*m"; }

// control: constants only
double dailyRate(double price) {
  constexpr double perDay = 5.0 * 3.0 / 365.0;
  return price * perDay;
}

// control: unevaluated types
template <class T> auto typed(T a, T b, T c) -> decltype(a * b / c) {
  (void)b;
  return a / c;
}
double useTyped(double x) { return typed(x, x, 2.0 * x); }
