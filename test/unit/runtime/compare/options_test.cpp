#include "runtime/compare/options.h"

#include <doctest/doctest.h>

using namespace fporder;
using namespace fporder::compare;

namespace {

std::string message(const std::vector<std::string> &arguments) {
  const Result<CommandLine> result = parseCommandLine(arguments);
  return result ? "no error" : result.error().message;
}

} // namespace

TEST_CASE("compare: a command line") {
  const Result<CommandLine> result =
      parseCommandLine({"golden.bin:float32:2x3", "--dtype=float16", "--criteria", "ascend:guard=1e-9;mnn", "device.bin", "--shape", "?x3", "--third",
                        "gpu.npy", "--format=json", "-q", "--criteria=exact"});
  REQUIRE(result.ok());
  const Options &options = result->options;
  CHECK(options.golden.file == "golden.bin");
  CHECK(options.golden.options.shape == data::Shape{2, 3});
  CHECK(options.actual.file == "device.bin");
  CHECK(options.third->file == "gpu.npy");
  CHECK(options.format == format::Format::Binary16);
  CHECK(options.shape == data::Shape{data::inferredExtent, 3});
  CHECK(options.criteria.size() == 3);
  CHECK(options.output == OutputFormat::Json);
  CHECK(options.quiet);
  CHECK(parseCommandLine({"--", "-a.npy", "--help"})->options.golden.file == "-a.npy");
  CHECK(parseCommandLine({"a.npy", "--help"})->request == Request::Help);
  CHECK(parseCommandLine({"--list-criteria"})->request == Request::ListCriteria);
}

TEST_CASE("compare: mistakes in it") {
  CHECK(message({}) == "two files or folders are compared, GOLDEN and ACTUAL; 0 are named");
  CHECK(message({"a", "b", "c"}).find("3 are named") != std::string::npos);
  CHECK(message({"a", "b", "--dtype"}) == "--dtype needs a value");
  CHECK(message({"a", "b", "--dtype=float17"}).find("'float17' is not an element type") != std::string::npos);
  CHECK(message({"a", "b", "--shape=2by3"}).find("'2by3' is not a shape") != std::string::npos);
  CHECK(message({"a", "b", "--format=xml"}) == "--format: 'xml' is neither text nor json");
  CHECK(message({"a", "b", "--verbose=1"}) == "there is no option --verbose; see --help");
  CHECK(message({"a", "b", "--criteria=ascent"}).find("there is no criterion 'ascent'") != std::string::npos);
  CHECK(message({"a:flot16", "b"}).find("'flot16' is not dtype") != std::string::npos);
}
