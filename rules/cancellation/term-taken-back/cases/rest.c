// flags: -march=haswell -ffp-contract=fast
// Contraction changes what is lost, not that it is.

double rest(double price, double count, double fee, double rate) {
  double total = fee * rate + price * count;
  return total - price * count; // expect-warning: term-taken-back
}
