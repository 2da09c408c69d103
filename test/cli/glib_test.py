#!/usr/bin/env python3
"""Sources that are written with GLib's types and macros, where GLib is not installed."""

import unittest

from checker import CheckerTest

SOURCE = """#include <glib-object.h>
#include <glib/gi18n-lib.h>
#include <math.h>
G_BEGIN_DECLS
typedef struct { GObject parent_instance; gdouble scale, limits[2]; } Filter;
typedef struct { GObjectClass parent_class; } FilterClass;
G_END_DECLS
G_DEFINE_TYPE (Filter, filter, G_TYPE_OBJECT)
static gboolean process (Filter *self, gfloat *data, glong count, gint level)
{
  g_return_val_if_fail (self != NULL, FALSE);
  gfloat *copy = g_new0 (gfloat, count);
  for (glong i = 0; i < count; i++) {
    const gdouble x = CLAMP (data[i], 0.0, 1.0);
    copy[i] = (exp (x * self->scale) - 1.0) * G_PI / MAX (self->limits[0], ABS (x));
  }
  g_free (copy);
  return TRUE;
}
"""


class GLib(CheckerTest):
    def check_source(self, name):
        self.write(name, SOURCE)
        return self.check_json(name, "--coverage")

    def test_all_is_understood_in_c(self):
        found = self.check_source("filter.c")
        self.assertEqual(found.report["notAnalysed"], [])
        self.assertEqual([(file["operators"], file["inGraphs"]) for file in found.report["coverage"]], [(5, 5)])  # two products, the call, the difference, the quotient
        self.assertIn("expm1-form", [finding["rule"] for finding in found.findings])

    def test_all_is_understood_in_cpp(self):
        found = self.check_source("filter.cpp")
        self.assertEqual(found.report["notAnalysed"], [])
        self.assertIn("expm1-form", [finding["rule"] for finding in found.findings])

    def test_the_users_own_header_wins(self):
        self.write("own/glib-object.h", "typedef int gint;\n#define GFLOAT float\n")
        self.write("uses.c", "#include <glib-object.h>\nGFLOAT f(GFLOAT a, gint n) { return a * n; }\n")
        self.assertEqual(self.check_json("uses.c", "--", "-Iown").report["notAnalysed"], [])


if __name__ == "__main__":
    unittest.main()
