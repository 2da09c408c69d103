#include "analyzer/conform/comments.h"

#include "analyzer/findings/lexed_file.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>

namespace fporder::conform {

namespace {

/// "rate = lr"
ReferenceComment pairOf(llvm::StringRef text) {
  const auto [left, right] = text.split('=');
  ReferenceComment comment;
  comment.kind = ReferenceComment::Kind::Pair;
  comment.pair = {left.trim().str(), right.trim().str()};
  if (comment.pair.first.empty() || comment.pair.second.empty()) {
    comment.kind = ReferenceComment::Kind::Malformed;
    comment.text = "expected NAME = NAME-IN-THE-REFERENCE after the word";
  }
  return comment;
}

/// Lines of a function's operations and effects in a file.
struct Lines {
  std::uint32_t first = std::numeric_limits<std::uint32_t>::max(), last = 0;
  void take(std::uint32_t line) { *this = {std::min(first, line), std::max(last, line)}; }
};

Lines linesOf(const order::Procedure &procedure, const std::string &file) {
  Lines lines;
  const auto take = [&](order::PlaceId id) {
    while (id && procedure.graph.place(id).inlinedAt)
      id = procedure.graph.place(id).inlinedAt;
    if (id && procedure.graph.place(id).file && procedure.graph.file(procedure.graph.place(id).file) == file)
      lines.take(procedure.graph.place(id).line);
  };
  for (const order::Effect &effect : procedure.effects)
    take(effect.place);
  for (const order::Computation &computation : procedure.computations)
    take(procedure.graph[computation.node].place);
  return lines;
}

} // namespace

bool mayHoldReferences(std::string_view text) {
  for (std::size_t at = text.find("fporder:"); at != std::string_view::npos; at = text.find("fporder:", at + 1)) {
    const llvm::StringRef rest = llvm::StringRef(text.data() + at, std::min<std::size_t>(text.size() - at, 64)).drop_front(8).ltrim(' ');
    if (rest.starts_with("reference ") || rest.starts_with("formula "))
      return true;
  }
  return false;
}

namespace {

/// What a comment says, without the signs that make it one; nothing where it speaks of something else.
std::optional<ReferenceComment> said(llvm::StringRef text) {
  if (!text.consume_front("fporder:"))
    return std::nullopt;
  text = text.ltrim();
  ReferenceComment made;
  if (text.consume_front("reference "))
    made.kind = ReferenceComment::Kind::Reference;
  else if (text.consume_front("formula "))
    made.kind = ReferenceComment::Kind::Formula;
  else if (text.consume_front("input ") || text.consume_front("output "))
    return pairOf(text);
  else
    return std::nullopt;
  made.text = text.trim().str();
  return made;
}

/// Of a Python script: `# fporder: ...`, alone or behind code.
std::vector<ReferenceComment> scriptComments(llvm::StringRef text) {
  std::vector<ReferenceComment> found;
  for (std::uint32_t number = 1; !text.empty(); ++number) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    const std::size_t at = line.rfind("# fporder:");
    if (std::optional<ReferenceComment> comment = at == llvm::StringRef::npos ? std::nullopt : said(line.substr(at + 2).rtrim())) {
      comment->line = number;
      found.push_back(*std::move(comment));
    }
  }
  return found;
}

} // namespace

std::vector<ReferenceComment> referenceComments(const findings::SourceFile &file, bool isScript) {
  if (isScript)
    return scriptComments({file.text().data(), file.text().size()});
  std::vector<ReferenceComment> found;
  const findings::LexedFile lexed(file);
  for (const findings::Comment &comment : lexed.comments()) {
    const std::string_view whole = lexed.text(comment);
    const llvm::StringRef text(whole.data(), whole.size());
    if (std::optional<ReferenceComment> made = said(text.ltrim("/*!< \t").rtrim("*/ \t\r\n"))) {
      made->line = file.position(comment.begin).line;
      found.push_back(*std::move(made));
    }
  }
  return found;
}

std::vector<order::Procedure *> functionsAt(std::span<const std::shared_ptr<order::Procedure>> procedures, const std::string &file,
                                            std::uint32_t line) {
  std::vector<order::Procedure *> best;
  std::uint32_t nearest = std::numeric_limits<std::uint32_t>::max();
  for (const std::shared_ptr<order::Procedure> &procedure : procedures) {
    const Lines lines = linesOf(*procedure, file);
    if (lines.last == 0 || lines.last < line)
      continue;
    const std::uint32_t distance = lines.first <= line ? 0 : lines.first - line;
    if (distance < nearest)
      best.clear();
    nearest = std::min(nearest, distance);
    if (distance == nearest && (best.empty() || best.front()->name == procedure->name))
      best.push_back(procedure.get());
  }
  return best;
}

} // namespace fporder::conform
