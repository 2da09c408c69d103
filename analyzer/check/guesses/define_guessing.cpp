#include "analyzer/check/guesses/define_guessing.h"

#include "analyzer/check/guesses/guessed_meanings.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/STLExtras.h"

namespace fporder::check {
namespace {

/// Names are given a meaning in this order; a later group only when the earlier ones yield nothing new.
unsigned tierOf(NameUse use) {
  switch (use) {
  case NameUse::Type:
  case NameUse::Prefix:
  case NameUse::PrefixCall:
  case NameUse::KernelName:
    return 0;
  case NameUse::StatementCall:
  case NameUse::ExpressionCall:
    return 1;
  default:
    return 2;
  }
}
constexpr unsigned tiers = 3;

constexpr std::size_t mostGuesses = limits::most(limits::Limit::DefineGuesses); // beyond, the source is not what it seems

} // namespace

bool DefineGuesser::isKnown(llvm::StringRef name) const {
  return llvm::any_of(guesses, [&](const Guess &guess) { return guess.name == name; });
}

bool DefineGuesser::isType(llvm::StringRef name) const { return isOpenClType(name) || guessedTypes.contains(name.str()); }

const SourceTokens &DefineGuesser::tokens(const UnknownNames &unknown, const std::string &file) {
  File &entry = files[file];
  if (!entry.tokens) {
    entry.text = unknown.texts.at(file);
    entry.tokens = std::make_unique<SourceTokens>(entry.text);
  }
  return *entry.tokens;
}

void DefineGuesser::add(const UnknownName &unknown, std::size_t position, std::vector<Meaning> meanings) {
  const SourceToken &token = (*files.at(unknown.file).tokens)[position];
  guesses.push_back({unknown.name, std::move(meanings), 0, unknown.file, token.line, token.column});
}

bool DefineGuesser::guessVendorFunctions(const UnknownNames &unknown) {
  bool changed = false;
  for (const UnknownName &name : unknown.names)
    if (std::optional<Meaning> meaning = isKnown(name.name) ? std::nullopt : vendorFunction(name.name)) {
      const auto uses = tokens(unknown, name.file).uses(name.name);
      add(name, uses.empty() ? 0 : uses.front(), {*meaning});
      changed = true;
    }
  return changed;
}

bool DefineGuesser::guessRound(const UnknownNames &unknown, unsigned tier) {
  bool changed = false;
  for (const UnknownName &name : unknown.names) {
    if (isKnown(name.name) || guesses.size() >= mostGuesses)
      continue;
    const SourceTokens &source = tokens(unknown, name.file);
    NamedUse use = useOf(source, name.name, [&](llvm::StringRef type) { return isType(type); });
    if (use.use == NameUse::Type && declaredAsVariable(source, name.name))
      use.use = NameUse::Constant;
    if (use.use == NameUse::None ? tier + 1 < tiers : tierOf(use.use) != tier)
      continue;
    // A name that only pasted tokens make has no use to judge by: a number, or nothing at all.
    std::vector<Meaning> meanings = guessedMeanings(source, name.name, use.use == NameUse::None ? NamedUse{NameUse::Constant, use.position} : use);
    if (meanings.empty())
      continue;
    if (use.use == NameUse::Type)
      guessedTypes.insert(name.name);
    add(name, use.position, std::move(meanings));
    changed = true;
  }
  return changed;
}

/// Meanings whose expansion leads to errors give way to the next.
bool DefineGuesser::reconsider(const UnknownNames &unknown) {
  bool changed = false;
  for (Guess &guess : guesses)
    if (unknown.macros.contains(guess.name) && guess.chosen + 1 < guess.meanings.size()) {
      ++guess.chosen;
      changed = true;
    }
  return changed;
}

bool DefineGuesser::learn(const UnknownNames &unknown) {
  if (unknown.errors == 0)
    return false;
  bool changed = guessVendorFunctions(unknown);
  for (unsigned tier = 0; tier < tiers && !changed; ++tier) {
    // Errors inside expansions may be consequences of names that are still open.
    if (tier + 1 == tiers)
      changed = reconsider(unknown);
    if (!changed)
      changed = guessRound(unknown, tier);
  }
  return changed;
}

std::string DefineGuesser::prelude() const {
  std::string text;
  for (const Guess &guess : guesses)
    text += guess.meanings[guess.chosen].declaration + "\n";
  return text;
}

const DefineGuesser::Guess *DefineGuesser::guessIn(unsigned line) const {
  for (const Guess &guess : guesses) {
    const auto lines = 1 + static_cast<unsigned>(llvm::StringRef(guess.meanings[guess.chosen].declaration).count('\n'));
    if (line <= lines)
      return &guess;
    line -= lines;
  }
  return nullptr;
}

std::string DefineGuesser::numberIn(unsigned line) const {
  const Guess *guess = line > 0 ? guessIn(line) : nullptr;
  return guess && guess->meanings[guess->chosen].kind == Meaning::Kind::Number ? guess->name : "";
}

std::optional<findings::NotAnalysed> DefineGuesser::report(const std::string &source, const std::string &path) const {
  if (guesses.empty())
    return std::nullopt;
  findings::NotAnalysed entry;
  const Guess *first = &guesses.front();
  for (const Guess &guess : guesses)
    if (guess.file == path && (first->file != path || guess.line < first->line))
      first = &guess;
  entry.file = source;
  if (first->file == path) {
    entry.line = first->line;
    entry.column = first->column;
  }
  entry.what = guesses.size() == 1 ? "an undefined name" : std::to_string(guesses.size()) + " undefined names";
  entry.why = "guessed: ";
  entry.incomplete = true; // what was guessed is said
  for (const Guess &guess : guesses) {
    const Meaning &meaning = guess.meanings[guess.chosen];
    entry.why += (&guess == &guesses.front() ? "" : ", ") + guess.name + " = " + (meaning.said.empty() ? "nothing" : meaning.said);
  }
  entry.incomplete = true;
  return entry;
}

} // namespace fporder::check
