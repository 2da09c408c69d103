#include "runtime/data/data_spec.h"

#include "runtime/data/raw.h"

#include <filesystem>

namespace fporder::data {

namespace {

/// The colon that ends the file's name: the first one after which no folder follows.
std::size_t endOfFile(std::string_view text) {
  const std::size_t folder = text.rfind('/');
  return text.find(':', folder == std::string_view::npos ? 0 : folder);
}

} // namespace

Result<DataSpec> parseFileSpec(std::string_view text) {
  DataSpec spec;
  spec.file = text;
  const std::size_t colon = endOfFile(text);
  std::error_code ignored;
  if (text.empty())
    return Error{"no file is named"};
  if (colon == std::string_view::npos || std::filesystem::exists(spec.file, ignored))
    return spec;
  spec.file = text.substr(0, colon);
  const std::optional<TypeText> type = parseTypeText(text.substr(colon + 1));
  if (!type)
    return Error{"'" + std::string(text.substr(colon + 1)) + "' is not dtype or dtype:shape, as in float16:32x1024"};
  if (spec.file.empty())
    return Error{"no file is named"};
  spec.options.assumed = {type->type, true};
  spec.options.shape = type->shape;
  return spec;
}

Result<DataSpec> parseDataSpec(std::string_view text) {
  const std::string quoted = "'" + std::string(text) + "'";
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return Error{quoted + ": NAME=FILE[:dtype[:shape]] expected"};
  Result<DataSpec> spec = parseFileSpec(text.substr(equals + 1));
  if (!spec)
    return Error{quoted + ": " + spec.error().message};
  const std::string_view target = text.substr(0, equals);
  const std::size_t dot = target.rfind('.');
  spec->name = target.substr(dot == std::string_view::npos ? 0 : dot + 1);
  spec->function = target.substr(0, dot == std::string_view::npos ? 0 : dot);
  if (spec->name.empty() || (dot != std::string_view::npos && spec->function.empty()))
    return Error{quoted + ": a name is missing before '='"};
  return spec;
}

Result<Tensor> readSpec(const DataSpec &spec) {
  Result<std::vector<Tensor>> tensors = readFile(spec.file, spec.options);
  if (!tensors)
    return tensors.error();
  Tensor *chosen = tensors->size() == 1 ? &tensors->front() : nullptr;
  std::string names;
  for (Tensor &tensor : *tensors) {
    if (tensor.name == spec.name && chosen == nullptr)
      chosen = &tensor;
    names += (names.empty() ? "" : ", ") + tensor.name;
  }
  if (chosen == nullptr)
    return Error{spec.file + ": has no tensor '" + spec.name + "'; it has " + names};
  chosen->name = spec.name;
  return std::move(*chosen);
}

} // namespace fporder::data
