#!/usr/bin/env python3
"""Sources that ask OpenMP for numbers of threads and the time, where there is no <omp.h>."""

import unittest

from checker import CheckerTest

SOURCE = """#include <omp.h>
#include <math.h>
void scale(float *out, const float *x, float rate, int n) {
  omp_set_num_threads(omp_get_max_threads());
  const double begin = omp_get_wtime();
#pragma omp parallel
  for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads())
    out[i] = 1.0f - cosf(x[i] * rate);
  out[n] = (float)(omp_get_wtime() - begin);
}
"""


class OpenMP(CheckerTest):
    def test_its_functions_are_known_in_c_and_cpp(self):
        for name in ("scale.c", "scale.cpp"):
            self.write(name, SOURCE)
            found = self.check_json(name)
            self.assertEqual({entry["what"] for entry in found.report["notAnalysed"]}, {"call to 'omp_get_wtime'"}, name)  # another time at each call
            self.assertIn("one-minus-cos", [finding["rule"] for finding in found.findings], name)

    def test_the_users_own_header_wins(self):
        self.write("own/omp.h", "static inline int omp_get_thread_num(void) { return 0; }\n#define OWN float\n")
        self.write("uses.c", "#include <omp.h>\nOWN f(OWN a, float b) { return a * omp_get_thread_num() / b; }\n")
        self.assertEqual(self.check_json("uses.c", "--", "-Iown").report["notAnalysed"], [])


if __name__ == "__main__":
    unittest.main()
