// NOLINTBEGIN(fporder-*)
float f(float a, float b, float c) { return a * b / c; } // NOLINT(fporder-mul-then-div, -fporder-sum-order)
// NOLINTEND(fporder-*)
// NOLINTNEXTLINE
float t = a * b / c; /* fporder: allow(mul-then-div, sum-order) reason="the reference \"does\"" */
// fporder: allow(FPO101)
// fporder: range x=[1e-8,1]
const char *s = "// NOLINT"; R"x(// fporder: allow(sum-order))x"; #if 0
