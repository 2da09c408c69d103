#include "rules/engine/document.h"
#include "runtime/file/limits.h"

namespace fporder::rules {

namespace {

constexpr std::size_t maxBytes = fporder::file::limitValue(fporder::file::Limit::Document);

/// The text's lines without their ends, LF or CRLF.
std::vector<std::string_view> lines(std::string_view text) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r')
      line.remove_suffix(1);
    result.push_back(line);
    if (end == std::string_view::npos)
      break;
    text.remove_prefix(end + 1);
  }
  return result;
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> result;
  std::string word;
  bool quoted = false;
  for (char c : text) {
    if (c == '"')
      quoted = !quoted;
    if (!quoted && (c == ' ' || c == '\t')) {
      if (!word.empty())
        result.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  if (!word.empty())
    result.push_back(std::move(word));
  return result;
}

/// Reads a fence's tag, `cpp flagged flags="-ffast-math"`. Untagged blocks and blocks with a language alone are prose and yield false without an
/// error.
bool readTag(std::string_view tag, const DocumentPlace &place, Example &example, std::vector<DocumentError> &errors) {
  std::vector<std::string> parts = words(tag);
  if (parts.size() < 2)
    return false;
  example.language = parts[0];
  if (parts[1] == "flagged")
    example.kind = Example::Kind::Flagged;
  else if (parts[1] == "clean")
    example.kind = Example::Kind::Clean;
  else {
    errors.push_back({place, "a code block is 'flagged' or 'clean', not '" + parts[1] + "'"});
    return false;
  }
  if (example.language != "c" && example.language != "cpp") {
    errors.push_back({place, "code blocks that run as tests are 'c' or 'cpp', not '" + example.language + "'"});
    return false;
  }
  for (std::size_t i = 2; i < parts.size(); ++i) {
    constexpr std::string_view prefix = "flags=\"";
    if (!parts[i].starts_with(prefix) || parts[i].size() <= prefix.size() || parts[i].back() != '"') {
      errors.push_back({place, "'" + parts[i] + "' is not understood here; expected flags=\"...\""});
      return false;
    }
    for (std::string &flag : words(std::string_view(parts[i]).substr(prefix.size(), parts[i].size() - prefix.size() - 1)))
      example.flags.push_back(std::move(flag));
  }
  return true;
}

bool readExamples(const std::vector<std::string_view> &all, std::size_t first, const std::string &file, Document &document,
                  std::vector<DocumentError> &errors) {
  constexpr std::string_view fence = "```";
  for (std::size_t i = first; i < all.size(); ++i) {
    if (!all[i].starts_with(fence))
      continue;
    Example example;
    example.line = static_cast<std::uint32_t>(i) + 2;
    DocumentPlace place{file, static_cast<std::uint32_t>(i) + 1, 1};
    bool isTest = readTag(all[i].substr(fence.size()), place, example, errors);
    std::size_t end = i + 1;
    for (; end < all.size() && all[end] != fence; ++end)
      (example.code += all[end]) += '\n';
    if (end == all.size()) {
      errors.push_back({place, "the code block has no end"});
      return false;
    }
    if (isTest)
      document.examples.push_back(std::move(example));
    i = end;
  }
  return true;
}

} // namespace

bool splitDocument(std::string_view text, const std::string &file, Document &document, std::vector<DocumentError> &errors) {
  auto fail = [&](std::uint32_t line, std::string message) {
    errors.push_back({{file, line, 1}, std::move(message)});
    return false;
  };
  if (text.size() > maxBytes)
    return fail(1, "the document is " + fporder::file::beyond(fporder::file::Limit::Document));
  if (text.find('\0') != std::string_view::npos)
    return fail(1, "not a text file");
  if (text.starts_with("\xef\xbb\xbf"))
    text.remove_prefix(3);
  std::vector<std::string_view> all = lines(text);
  if (all.empty())
    return fail(1, "the document is empty");
  if (all[0] != "---")
    return fail(1, "the document must begin with its front matter: a line '---'");
  std::size_t end = 1;
  for (; end < all.size() && all[end] != "---"; ++end)
    (document.frontMatter += all[end]) += '\n';
  if (end == all.size())
    return fail(1, "the front matter has no end: a second line '---' is missing");
  document.frontMatterLine = 2;
  for (std::size_t i = end + 1; i < all.size(); ++i)
    (document.markdown += all[i]) += '\n';
  while (document.markdown.starts_with('\n'))
    document.markdown.erase(0, 1);
  std::size_t errorsBefore = errors.size();
  return readExamples(all, end + 1, file, document, errors) && errors.size() == errorsBefore;
}

} // namespace fporder::rules
