#define GAP 1.0 / (count + 1.0) - 1.0 / count

// Nothing but the search sees what the difference loses, in the macro and where the function is inlined.
struct Series {
  double count = 0;
  explicit Series(double terms) : count(terms) {}
  double next() const {
    return GAP; // expect: better-order
  }
};

double follow(double terms) { return 3.0 * Series(terms).next(); } // expect: better-order
