#include "runtime/compare/options.h"

namespace fporder::compare {

namespace {

/// Arguments one after the other; an option's value stands after '=' or is the next argument.
class Arguments {
public:
  explicit Arguments(const std::vector<std::string> &all) : list(all) {}

  bool next(std::string &argument) {
    if (position == list.size())
      return false;
    argument = list[position++];
    return true;
  }

  Result<std::string> valueOf(const std::string &option) {
    const std::size_t equals = option.find('=');
    if (equals != std::string::npos)
      return option.substr(equals + 1);
    if (position == list.size())
      return Error{option + " needs a value"};
    return list[position++];
  }

private:
  const std::vector<std::string> &list;
  std::size_t position = 0;
};

Result<data::DataSpec> fileSpec(const std::string &text) {
  Result<data::DataSpec> spec = data::parseFileSpec(text);
  if (!spec)
    return Error{"'" + text + "': " + spec.error().message};
  return spec;
}

std::optional<Error> apply(const std::string &name, const std::string &value, Options &options) {
  if (name == "--dtype") {
    const std::optional<data::ElementType> type = data::parseElementType(value);
    if (!type)
      return Error{"--dtype: '" + value + "' is not an element type, such as float16, bfloat16, float32, float8_e4m3fn, int32"};
    options.rawType = type;
    options.format = type->format;
  } else if (name == "--shape") {
    options.shape = data::parseShape(value);
    if (!options.shape)
      return Error{"--shape: '" + value + "' is not a shape, such as 32x1024 or ?x1024"};
  } else if (name == "--third") {
    const Result<data::DataSpec> spec = fileSpec(value);
    if (!spec)
      return Error{"--third: " + spec.error().message};
    options.third = *spec;
  } else if (name == "--criteria") {
    Result<std::vector<measure::CriterionChoice>> choices = measure::parseCriteria(value);
    if (!choices)
      return Error{"--criteria: " + choices.error().message};
    std::move(choices->begin(), choices->end(), std::back_inserter(options.criteria));
  } else if (name == "--format") {
    if (value != "text" && value != "json")
      return Error{"--format: '" + value + "' is neither text nor json"};
    options.output = value == "json" ? OutputFormat::Json : OutputFormat::Text;
  } else {
    return Error{"there is no option " + name + "; see --help"};
  }
  return std::nullopt;
}

std::optional<Request> requestOf(const std::string &argument) {
  if (argument == "--help" || argument == "-h")
    return Request::Help;
  if (argument == "--list-criteria")
    return Request::ListCriteria;
  if (argument == "--version")
    return Request::Version;
  if (argument == "--manual=man")
    return Request::ManualPage;
  if (argument == "--manual=bash")
    return Request::BashCompletion;
  return std::nullopt;
}

Result<CommandLine> withFiles(CommandLine commandLine, const std::vector<std::string> &files) {
  if (files.size() != 2)
    return Error{"two files or folders are compared, GOLDEN and ACTUAL; " + std::to_string(files.size()) + " are named"};
  Result<data::DataSpec> golden = fileSpec(files[0]), actual = fileSpec(files[1]);
  if (!golden)
    return golden.error();
  if (!actual)
    return actual.error();
  commandLine.options.golden = std::move(*golden);
  commandLine.options.actual = std::move(*actual);
  return commandLine;
}

} // namespace

Result<CommandLine> parseCommandLine(const std::vector<std::string> &arguments) {
  CommandLine commandLine;
  std::vector<std::string> files;
  Arguments rest(arguments);
  bool onlyFiles = false;
  for (std::string argument; rest.next(argument);) {
    if (const std::optional<Request> request = onlyFiles ? std::nullopt : requestOf(argument)) {
      commandLine.request = *request;
      return commandLine;
    }
    if (onlyFiles || !argument.starts_with('-') || argument == "-") {
      files.push_back(argument);
    } else if (argument == "--") {
      onlyFiles = true;
    } else if (argument == "--quiet" || argument == "-q") {
      commandLine.options.quiet = true;
    } else {
      const std::string name = argument.substr(0, argument.find('='));
      const Result<std::string> value = rest.valueOf(argument);
      if (!value)
        return value.error();
      if (std::optional<Error> error = apply(name, *value, commandLine.options))
        return std::move(*error);
    }
  }
  return withFiles(std::move(commandLine), files);
}

std::string helpText() {
  return R"(usage: fporder-compare [options] GOLDEN ACTUAL

Compares computed values with golden ones, element by element, and judges them by the acceptance criteria that kernel teams use.
GOLDEN and ACTUAL are files (.npy, .npz, .csv, raw .bin) or folders of them; tensors are matched by name, or by being the only one on either side.
A file may be followed by :dtype or :dtype:shape (out.bin:float16:32x1024), and ARCHIVE.npz/NAME is one tensor of an archive.

  --dtype TYPE        the computed values' format: ulps and thresholds are its own, and raw files hold it unless they say otherwise
                      (without it: what the other side holds, else float32)
  --shape SHAPE       shape of raw files, as 32x1024 or ?x1024
  --third FILE        a third platform's values, for the criteria that ask for them
  --criteria LIST     what decides: NAME[:parameter=value,...], several separated by ';', or all (default: ascend where it has a threshold for the
                      format, assert-close for float64, exact otherwise); every criterion is reported whatever decides
  --list-criteria     the criteria with their parameters
  --format text|json  what is written to standard output
  -q, --quiet         text: one line a tensor
  -h, --help, --version

Exit status: 0 all tensors pass, 1 one does not, 2 usage, or something could not be read or matched (the rest is compared all the same).
)";
}

} // namespace fporder::compare
