"""Elementary functions of vector libraries whose headers are missing: findings as for those of <cmath>, and silence for names that are no library's."""

import unittest

from checker import CheckerTest


class Wrappers(CheckerTest):
    def rules(self, include, parameter, call, minus):
        self.write("uses.cpp", f"#include <immintrin.h>\n#include {include}\n{parameter} f({parameter} x) {{ return {minus.format(call)}; }}\n")
        return [finding["rule"] for finding in self.check_json("uses.cpp").findings]

    def test_exponential_minus_one(self):
        lanes, scalar = "_mm256_sub_ps({}, _mm256_set1_ps(1))", "{} - 1"
        for include, parameter, call, minus in (
                ("<immintrin.h>", "__m256", "_mm256_exp_ps(x)", lanes),
                ('"sleef.h"', "__m256", "Sleef_expf8_u10avx2(x)", lanes),
                ('"sleef.h"', "double", "Sleef_exp_u10(x)", scalar),
                ('"sleef.h"', "float", "Sleef_expf_u10(x)", scalar),
                ('"avx_mathfun.h"', "__m256", "exp256_ps(x)", lanes)):
            self.assertEqual(self.rules(include, parameter, call, minus), ["expm1-form"], call)

    def test_other_functions_stay_unknown(self):
        self.assertEqual(self.rules('"sleef.h"', "double", "Sleef_sinpi_u05(x)", "{} - 1"), [])
        self.assertEqual(self.rules('"mine.h"', "__m256", "exp256_ps(x)", "_mm256_sub_ps({}, _mm256_set1_ps(1))"), [])

    def test_a_body_of_the_users_own_wins(self):
        self.write("uses.cpp", '#include "sleef.h"\ndouble Sleef_exp_u10(double x) { return x + 2; }\ndouble f(double x) { return Sleef_exp_u10(x) - 1; }\n')
        self.assertEqual([finding["rule"] for finding in self.check_json("uses.cpp").findings if finding["rule"] == "expm1-form"], [])


if __name__ == "__main__":
    unittest.main()
