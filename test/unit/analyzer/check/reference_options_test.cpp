#include "analyzer/check/options.h"

#include <doctest/doctest.h>

using namespace fporder::check;

namespace {

ParsedCommandLine parse(std::vector<const char *> arguments) {
  arguments.insert(arguments.begin(), "fporder-check");
  return parseCommandLine(int(arguments.size()), arguments.data());
}

} // namespace

TEST_CASE("what functions are compared with") {
  const ParsedCommandLine parsed = parse({"--reference=golden/", "--platform=cuda", "--reference-platform=numpy", "--python=/usr/bin/python3",
                                          "--self-consistency", "--describe", "a.cu"});
  REQUIRE(parsed.options);
  const ReferenceSettings &settings = parsed.options->references;
  CHECK(settings.reference == "golden/");
  CHECK(settings.platform == "cuda");
  CHECK(settings.referencePlatform == "numpy");
  CHECK(settings.scripts.interpreter == "/usr/bin/python3");
  CHECK(settings.selfConsistency);
  CHECK(settings.describe);
}

TEST_CASE("by itself nothing is compared or described") {
  const ParsedCommandLine parsed = parse({"a.cu"});
  REQUIRE(parsed.options);
  CHECK(parsed.options->references.reference.empty());
  CHECK_FALSE(parsed.options->references.selfConsistency);
  CHECK_FALSE(parsed.options->references.describe);
}

TEST_CASE("mistakes are usage errors") {
  for (const std::vector<const char *> &arguments : std::vector<std::vector<const char *>>{
           {"--reference=", "a.c"},
           {"--platform=abacus", "a.c"},
           {"--reference-platform=formula", "a.c"},
           {"--python=python3", "a.c"},
           {"--reference-profile=numpy-0", "a.c"},
           {"--shard=1/2", "--reference=g.c", "a.c"},
           {"--shard=1/2", "--self-consistency", "a.c"},
           {"--shard=1/2", "--describe", "a.c"},
           {"--fail-on=order", "a.c"},
       }) {
    const ParsedCommandLine parsed = parse(arguments);
    CHECK_MESSAGE(!parsed.options, arguments.front());
    CHECK(parsed.status == ExitStatus::UsageError);
  }
  CHECK(parse({"--fail-on=warning,different-formula,undecided", "a.c"}).options);
}
