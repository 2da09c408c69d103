#include "analyzer/check/launch_brackets.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/MemoryBuffer.h"

#include <vector>

namespace fporder::check {
namespace {

namespace tok = clang::tok;
namespace vfs = llvm::vfs;

struct LaunchPart {
  tok::TokenKind kind;
  std::size_t begin, end;
  bool isOperator; // the word
};

std::vector<LaunchPart> piecesOf(llvm::StringRef text) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CUDA = true;
  const std::string terminated = text.str();
  const char *start = terminated.data();
  clang::Lexer lexer({}, language, start, start, start + terminated.size());
  std::vector<LaunchPart> pieces;
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    if (token.is(tok::eof))
      return pieces;
    const std::size_t end = static_cast<std::size_t>(lexer.getBufferLocation() - start);
    const std::size_t begin = end - token.getLength();
    pieces.push_back({token.getKind(), begin, end, text.slice(begin, end) == "operator"});
  }
}

/// A bracket of three: of one token, or of two with blanks between them.
struct Bracket {
  std::size_t begin = 0, end = 0; // in the text
  std::size_t next = 0;           // the piece behind it; 0: there is no bracket
};

class Launches {
public:
  explicit Launches(llvm::StringRef source) : text(source), pieces(piecesOf(source)) {}

  std::optional<std::string> joined() {
    for (std::size_t at = 1; at < pieces.size(); ++at) {
      const Bracket opening = pieces[at - 1].isOperator ? Bracket() : bracket(at, tok::lesslessless, tok::lessless, tok::less);
      const Bracket closing = opening.next ? closingOf(opening) : Bracket();
      if (!closing.next)
        continue;
      join(opening, '<');
      join(closing, '>');
      at = closing.next;
    }
    return std::move(result);
  }

private:
  Bracket bracket(std::size_t at, tok::TokenKind whole, tok::TokenKind two, tok::TokenKind one) const {
    if (pieces[at].kind == whole)
      return {pieces[at].begin, pieces[at].end, at + 1};
    if (at + 1 >= pieces.size())
      return {};
    const LaunchPart &first = pieces[at], &second = pieces[at + 1];
    const bool isPair = (first.kind == two && second.kind == one) || (first.kind == one && second.kind == two);
    const bool onlyBlanks = text.slice(first.end, second.begin).find_first_not_of(" \t") == llvm::StringRef::npos;
    return isPair && onlyBlanks ? Bracket{first.begin, second.end, at + 2} : Bracket();
  }

  /// At the same depth, in the same statement, with arguments behind.
  Bracket closingOf(const Bracket &opening) const {
    unsigned depth = 0;
    for (std::size_t at = opening.next; at < pieces.size(); ++at) {
      const tok::TokenKind kind = pieces[at].kind;
      if (kind == tok::l_paren || kind == tok::l_square || kind == tok::l_brace)
        ++depth;
      else if (kind == tok::semi || kind == tok::lesslessless ||
               (depth == 0 && (kind == tok::r_paren || kind == tok::r_square || kind == tok::r_brace)))
        return {};
      else if (kind == tok::r_paren || kind == tok::r_square || kind == tok::r_brace)
        --depth;
      else if (depth == 0)
        if (const Bracket closing = bracket(at, tok::greatergreatergreater, tok::greatergreater, tok::greater);
            closing.next && closing.next < pieces.size() && pieces[closing.next].kind == tok::l_paren)
          return closing;
    }
    return {};
  }

  void join(const Bracket &bracket, char sign) {
    if (bracket.end - bracket.begin == 3)
      return;
    if (!result)
      result = text.str();
    std::fill(result->begin() + static_cast<std::ptrdiff_t>(bracket.begin), result->begin() + static_cast<std::ptrdiff_t>(bracket.end), ' ');
    std::fill_n(result->begin() + static_cast<std::ptrdiff_t>(bracket.begin), 3, sign);
  }

  llvm::StringRef text;
  std::vector<LaunchPart> pieces;
  std::optional<std::string> result;
};

class JoinedFile final : public vfs::File {
public:
  explicit JoinedFile(std::unique_ptr<vfs::File> underlying) : file(std::move(underlying)) {}
  llvm::ErrorOr<vfs::Status> status() override { return file->status(); }
  llvm::ErrorOr<std::string> getName() override { return file->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, std::int64_t size, bool terminated,
                                                               bool isVolatile) override {
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer = file->getBuffer(name, size, terminated, isVolatile);
    if (!buffer)
      return buffer;
    if (const std::optional<std::string> joined = joinedLaunches((*buffer)->getBuffer()))
      return llvm::MemoryBuffer::getMemBufferCopy(*joined, name);
    return buffer;
  }
  std::error_code close() override { return file->close(); }

private:
  std::unique_ptr<vfs::File> file;
};

class JoinedFiles final : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;
  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &path) override {
    llvm::ErrorOr<std::unique_ptr<vfs::File>> opened = ProxyFileSystem::openFileForRead(path);
    if (!opened)
      return opened;
    return std::unique_ptr<vfs::File>(new JoinedFile(std::move(*opened)));
  }
};

/// A quick look: most files have no such brackets.
bool mayHaveParts(llvm::StringRef text) {
  for (std::size_t at = text.find("<<"); at != llvm::StringRef::npos; at = text.find("<<", at + 2))
    if (text.drop_front(at + 2).ltrim(" \t").starts_with("<") || text.take_front(at).rtrim(" \t").ends_with("<"))
      return true;
  return false;
}

} // namespace

std::optional<std::string> joinedLaunches(llvm::StringRef text) { return mayHaveParts(text) ? Launches(text).joined() : std::nullopt; }

llvm::IntrusiveRefCntPtr<vfs::FileSystem> withJoinedLaunches(llvm::IntrusiveRefCntPtr<vfs::FileSystem> files) {
  return llvm::makeIntrusiveRefCnt<JoinedFiles>(std::move(files));
}

} // namespace fporder::check
