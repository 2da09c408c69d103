"""SARIF output against the 2.1.0 schema, and what the schema cannot say."""

import json
import os
import pathlib
import unittest

from checker import ADAM, ADAM_LINE, CLEAN, CheckerTest

try:
    import jsonschema
except ImportError:
    jsonschema = None

SCHEMA = pathlib.Path(__file__).with_name("sarif") / "sarif-2.1.0-rtm.4.json"

# Columns differ between bytes and UTF-16, a macro, a header's finding, a suppression, a fix, an expression over two lines.
VARIED = """#include <cmath>
#include "scale.h"
#define RATIO(a, b, c) ((a) * (b) / (c))
float wide(float a, float b, float c) { /* 速度 𝜋 */ return a * b / c; }
float macro(float a, float b, float c) { return RATIO(a, b, c); }
float quiet(float a, float b, float c) { return a * b / c; }  // fporder: allow(mul-then-div) reason="as the {reference} does"
float lines(float a, float b, float c) {
  float t = a * b;
  return t
         / c;
}
double logarithm(double x) { return std::log(1 + x); }
float call(float x) { return scaled(x, 3.7f, 0.3f); }
float total(const float *x, int n) { float s = 0; for (int i = 0; i < n; ++i) s += x[i]; return s; }
"""
HEADER = "inline float scaled(float x, float a, float b) { return x * a / b; }\n"


def load_schema():
    override = os.environ.get("FPORDER_SARIF_SCHEMA")
    schema = json.loads(pathlib.Path(override or SCHEMA).read_text(encoding="utf-8"))
    if not override:  # what the final schema changed; see sarif/NOTICE.md
        properties = schema["definitions"]["suppression"]["properties"]
        properties["status"] = properties.pop("state")
        schema["definitions"]["region"]["anyOf"] = [{"required": [name]} for name in ("startLine", "charOffset", "byteOffset")]
    return schema


class SarifSchemaTest(CheckerTest):
    def sarif(self, *arguments):
        return json.loads(self.run_checker("--format=sarif", *arguments).out)

    def assert_valid(self, log):
        if jsonschema is None:
            self.skipTest("python3-jsonschema is not installed")
        errors = list(jsonschema.Draft4Validator(load_schema()).iter_errors(log))
        self.assertEqual([], [f"{list(error.path)}: {error.message}" for error in errors])

    def test_varied_source(self):
        self.write("scale.h", HEADER)
        self.write("varied.cpp", VARIED)
        log = self.sarif("varied.cpp")
        self.assert_valid(log)
        run = log["runs"][0]
        ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        self.assertEqual(len(ids), len(set(ids)))
        for result in run["results"]:
            self.assertEqual(ids[result["ruleIndex"]], result["ruleId"])
            self.assertIn("fporder/v1", result["partialFingerprints"])
            for flow in result.get("codeFlows", []):
                steps = flow["threadFlows"][0]["locations"]
                self.assertEqual([step["executionOrder"] for step in steps], list(range(1, len(steps) + 1)))
        self.assertTrue(any("codeFlows" in result for result in run["results"]))
        self.assertTrue(any("fixes" in result for result in run["results"]))
        suppressed = [result for result in run["results"] if "suppressions" in result]
        self.assertEqual(["as the {reference} does"], [result["suppressions"][0]["justification"] for result in suppressed])
        self.assertTrue(all("help" in rule and "markdown" in rule["help"] for rule in run["tool"]["driver"]["rules"] if rule["id"] >= "FPO100"))

    def test_columns_count_utf16_units(self):
        self.write("scale.h", HEADER)
        self.write("varied.cpp", VARIED)
        line = VARIED.splitlines()[3]
        column = len(line[: line.index("/ c")].encode("utf-16-le")) // 2 + 1
        regions = [result["locations"][0]["physicalLocation"]["region"] for result in self.sarif("varied.cpp")["runs"][0]["results"]]
        self.assertIn((4, column), [(region["startLine"], region["startColumn"]) for region in regions])

    def test_places_are_relative_to_the_root(self):
        self.write("sub dir/adam.c", ADAM)
        run = self.sarif("sub dir/adam.c")["runs"][0]
        location = run["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual({"uri": "sub%20dir/adam.c", "uriBaseId": "SRCROOT"}, location["artifactLocation"])
        self.assertEqual(ADAM_LINE, location["region"]["startLine"])
        self.assertTrue(run["originalUriBaseIds"]["SRCROOT"]["uri"].startswith("file:///"))

    def test_clean_and_failed_files(self):
        self.write("clean.c", CLEAN)
        clean = self.sarif("clean.c")
        self.assert_valid(clean)
        self.assertTrue(clean["runs"][0]["invocations"][0]["executionSuccessful"])
        self.write("broken.c", "#include \"missing.h\"\nint f( {\n" + CLEAN)
        broken = self.sarif("broken.c", "clean.c")
        self.assert_valid(broken)
        self.assertTrue(broken["runs"][0]["invocations"][0]["toolExecutionNotifications"])


if __name__ == "__main__":
    unittest.main()
