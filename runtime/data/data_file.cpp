#include "runtime/data/data_file.h"

#include "runtime/data/csv.h"
#include "runtime/data/npz.h"
#include "runtime/data/raw.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace fporder::data {

namespace {

namespace fs = std::filesystem;

std::string lowerSuffix(const fs::path &path) {
  std::string suffix = path.extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return suffix;
}

bool isText(const std::string &suffix) { return suffix == ".csv" || suffix == ".txt" || suffix == ".tsv"; }

std::vector<Tensor> only(Tensor tensor) {
  std::vector<Tensor> tensors;
  tensors.push_back(std::move(tensor));
  return tensors;
}

Result<std::vector<Tensor>> one(Result<Tensor> tensor) {
  if (!tensor)
    return tensor.error();
  return only(std::move(*tensor));
}

Result<std::vector<Tensor>> readArchive(const Bytes &bytes, const std::string &path, const AssumedType &assumed) {
  const Result<std::vector<std::string>> names = listNpz(bytes, path);
  if (!names)
    return names.error();
  if (names->empty())
    return Error{path + ": the archive holds no .npy member"};
  std::vector<Tensor> tensors;
  std::set<std::string> seen;
  for (const std::string &name : *names) {
    if (!seen.insert(name).second)
      return Error{path + ": holds two members '" + name + "'"};
    Result<Tensor> tensor = readNpzMember(bytes, path, name, assumed);
    if (!tensor)
      return tensor.error();
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

/// ARCHIVE.npz/NAME where ARCHIVE.npz is a file: the archive's path.
std::optional<std::string> archiveOf(const std::string &path) {
  for (std::size_t end = path.find(".npz/"); end != std::string::npos; end = path.find(".npz/", end + 1)) {
    std::error_code ignored;
    if (fs::is_regular_file(path.substr(0, end + 4), ignored))
      return path.substr(0, end + 4);
  }
  return std::nullopt;
}

/// Applies a shape the caller gave to tensors that came with their own.
Result<std::vector<Tensor>> checkShape(std::vector<Tensor> tensors, const ReadOptions &options) {
  if (!options.shape)
    return tensors;
  for (Tensor &tensor : tensors) {
    Tensor shaped = tensor;
    shaped.shape = *options.shape;
    Result<Tensor> checked = checkedTensor(std::move(shaped), false);
    const bool fits = checked && checked->count() == tensor.count() && (!tensor.shapeStored || checked->shape == tensor.shape);
    if (!fits)
      return Error{tensor.file + ": '" + tensor.name + "' has shape " + shapeText(tensor.shape) + ", not " + shapeText(*options.shape)};
    tensor.shape = checked->shape;
  }
  return tensors;
}

Result<std::vector<Tensor>> readContainer(const std::string &path, const Bytes &bytes, const ReadOptions &options) {
  const std::string stem = fs::path(path).stem().string(), suffix = lowerSuffix(path);
  const format::Format wanted = options.assumed.type ? options.assumed.type->format : format::Format::Binary64;
  if (looksLikeZip(bytes->bytes()) || suffix == ".npz")
    return readArchive(bytes, path, options.assumed);
  if (looksLikeNpy(bytes->bytes()) || suffix == ".npy")
    return one(readNpy(bytes, path, stem, options.assumed));
  return readCsv(bytes, path, stem, wanted);
}

/// Takes a kernel sample's prefix off each name, where the names stay different.
void shortenNames(Folder &folder) {
  std::set<std::string> taken;
  for (const Tensor &tensor : folder.tensors)
    taken.insert(tensor.name);
  for (Tensor &tensor : folder.tensors)
    for (std::string_view prefix : {"input_", "output_", "golden_"}) {
      const std::string rest = tensor.name.starts_with(prefix) ? tensor.name.substr(prefix.size()) : std::string();
      const bool isName = !rest.empty() && (std::isalpha(static_cast<unsigned char>(rest[0])) != 0 || rest[0] == '_');
      if (!isName || !taken.insert(rest).second)
        continue;
      folder.notes.push_back(tensor.file + ": read as '" + rest + "'");
      tensor.name = rest;
      break;
    }
}

} // namespace

Result<std::vector<Tensor>> readFile(const std::string &path, const ReadOptions &options) {
  if (const std::optional<std::string> archive = archiveOf(path)) {
    const Result<Bytes> bytes = openFile(*archive);
    if (!bytes)
      return bytes.error();
    Result<std::vector<Tensor>> tensors = one(readNpzMember(*bytes, *archive, path.substr(archive->size() + 1), options.assumed));
    return tensors ? checkShape(std::move(*tensors), options) : tensors;
  }
  Result<Bytes> bytes = openFile(path);
  if (!bytes)
    return bytes.error();
  const std::string suffix = lowerSuffix(path);
  if (!looksLikeNpy((*bytes)->bytes()) && !looksLikeZip((*bytes)->bytes()) && suffix != ".npy" && suffix != ".npz" && !isText(suffix))
    return one(readRaw(std::move(*bytes), path, options.assumed, options.shape));
  Result<std::vector<Tensor>> tensors = readContainer(path, *bytes, options);
  return tensors ? checkShape(std::move(*tensors), options) : tensors;
}

Result<Folder> readFolder(const std::string &path, const ReadOptions &options) {
  std::error_code code;
  std::vector<fs::path> files;
  Folder folder;
  for (fs::directory_iterator entry(path, code), end; !code && entry != end; entry.increment(code)) {
    const std::string suffix = lowerSuffix(entry->path());
    if (suffix == ".bin" || suffix == ".npy" || suffix == ".npz" || suffix == ".csv")
      files.push_back(entry->path());
    else if (suffix != ".dtype")
      folder.notes.push_back(entry->path().string() + ": not a data file, left out");
  }
  if (code)
    return Error{path + ": " + code.message()};
  if (files.empty())
    return Error{path + ": holds no .bin, .npy, .npz or .csv file"};
  std::sort(files.begin(), files.end());
  std::sort(folder.notes.begin(), folder.notes.end());
  for (const fs::path &file : files) {
    Result<std::vector<Tensor>> tensors = readFile(file.string(), options);
    if (!tensors)
      return tensors.error();
    std::move(tensors->begin(), tensors->end(), std::back_inserter(folder.tensors));
  }
  shortenNames(folder);
  std::set<std::string> seen;
  for (const Tensor &tensor : folder.tensors)
    if (!seen.insert(tensor.name).second)
      return Error{path + ": holds two tensors '" + tensor.name + "'; the second is in " + tensor.file};
  return folder;
}

} // namespace fporder::data
