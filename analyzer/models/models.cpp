// Which vendors there are, which of them a translation unit concerns, and looking up their calls.
#include "analyzer/models/embedded.h"
#include "analyzer/models/model.h"
#include "analyzer/models/names.h"
#include "runtime/file/input.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace fporder::models {
namespace {

namespace fs = std::filesystem;

std::string_view baseName(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

bool matchesAny(const std::vector<std::string> &globs, std::string_view name) {
  return std::ranges::any_of(globs, [&](const std::string &glob) { return globMatches(glob, name); });
}

bool hasWord(std::string_view text, std::string_view word) {
  const auto isPart = [](char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !isPart(text[at - 1])) && (end == text.size() || !isPart(text[end])))
      return true;
  }
  return false;
}

std::vector<std::string> documentsIn(const std::string &directory, std::vector<rules::DocumentError> &errors) {
  std::vector<std::string> files;
  std::error_code problem;
  for (const auto &entry : fs::directory_iterator(directory, problem))
    if (entry.path().extension() == ".yaml" || entry.path().extension() == ".yml")
      files.push_back(entry.path().string());
  if (problem)
    errors.push_back({{directory, 0, 0}, "cannot read the models directory: " + problem.message()});
  else if (files.empty())
    errors.push_back({{directory, 0, 0}, "no call models (*.yaml) in this directory"});
  std::ranges::sort(files);
  return files;
}

} // namespace

const Vendor::Body &Vendor::body() const {
  std::vector<rules::DocumentError> errors; // embedded documents have none (a test reads them all), others were read before
  readBody(errors);
  return rest;
}

bool Vendor::hasDeclarations() const { return text.starts_with("declarations:") || text.find("\ndeclarations:") != std::string_view::npos; }

const std::string &Vendor::declarations() const { return body().declarations; }

std::vector<const CallModel *> Vendor::find(std::string_view called) const {
  const Body &all = body();
  std::vector<const CallModel *> found;
  if (const auto named = all.byName.find(called); named != all.byName.end())
    found = named->second;
  for (const CallModel *model : all.patterns)
    if (globMatches(model->name, called))
      found.push_back(model);
  return found;
}

bool Vendor::namesHeader(std::string_view included) const { return matchesAny(headers, included) || matchesAny(headers, baseName(included)); }

bool Vendor::isBuffer(std::string_view className) const { return std::ranges::find(buffers, className) != buffers.end(); }

bool Vendor::appliesTo(const UnitTraits &unit) const {
  if (headers.empty() && words.empty() && extensions.empty())
    return true;
  return std::ranges::any_of(extensions, [&](const std::string &extension) { return unit.source.ends_with(extension); }) ||
         std::ranges::any_of(unit.included, [&](const std::string &header) { return namesHeader(header); }) ||
         std::ranges::any_of(words, [&](const std::string &word) { return hasWord(unit.text, word); });
}

std::shared_ptr<const Models> Models::builtIn() {
  static const std::shared_ptr<const Models> models = [] {
    auto embedded = std::make_shared<Models>();
    std::vector<rules::DocumentError> errors;
    for (const EmbeddedModel &document : embeddedModels()) {
      auto vendor = std::make_unique<Vendor>();
      if (vendor->readHead(document.text, std::string(document.file), errors))
        embedded->known.push_back(std::move(vendor));
    }
    return embedded;
  }();
  return models;
}

std::shared_ptr<const Models> Models::with(std::span<const std::string> directories, std::vector<rules::DocumentError> &errors) {
  if (directories.empty())
    return builtIn();
  auto models = std::make_shared<Models>();
  const std::size_t before = errors.size();
  for (const std::string &directory : directories)
    for (const std::string &file : documentsIn(directory, errors)) {
      models->texts.push_back(std::make_unique<std::string>());
      if (const std::error_code problem = fporder::file::readWhole(file, fporder::file::Limit::Document, *models->texts.back())) {
        errors.push_back({{file, 0, 0}, "cannot be read: " + problem.message()});
        continue;
      }
      for (const std::string &part : {file, *models->texts.back()})
        models->read += std::to_string(part.size()) + ':' + part;
      if (auto vendor = readVendor(*models->texts.back(), file, errors))
        models->known.push_back(std::move(vendor));
    }
  for (const EmbeddedModel &document : embeddedModels()) {
    auto vendor = std::make_unique<Vendor>();
    if (vendor->readHead(document.text, std::string(document.file), errors))
      models->known.push_back(std::move(vendor));
  }
  return errors.size() == before ? models : nullptr;
}

std::vector<const Vendor *> Models::vendorsOf(const UnitTraits &unit) const {
  std::vector<const Vendor *> concerned;
  for (const std::unique_ptr<Vendor> &vendor : known)
    if (vendor->appliesTo(unit))
      concerned.push_back(vendor.get());
  return concerned;
}

} // namespace fporder::models
