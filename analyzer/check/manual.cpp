#include "analyzer/check/manual.h"

#include "analyzer/check/option_rows.h"

#include "runtime/file/limits.h"
#include "runtime/limits/limits.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <vector>

namespace fporder::check {
namespace {

/// roff reads a backslash and a leading dot or quote as its own.
std::string roff(llvm::StringRef text) {
  std::string result;
  for (char c : text) {
    if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n'))
      result += "\\&";
    result += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
  }
  return result;
}

std::string manualPage(llvm::StringRef overview, llvm::StringRef epilogue, llvm::StringRef version) {
  const auto [title, synopsis] = overview.split('\n');
  const llvm::StringRef purpose = title.split(": ").second;
  std::string page = ".TH FPORDER-CHECK 1 \"\" \"fporder " + version.str() + "\" \"User Commands\"\n.SH NAME\nfporder\\-check \\- " + roff(purpose) +
                     "\n.SH SYNOPSIS\n.nf\n" + roff(synopsis.trim('\n')) + "\n.fi\n.SH OPTIONS\n";
  for (const OptionRow &row : optionRows())
    page += ".TP\n.B " + roff(dashed(row)) + (row.value.empty() ? "" : "\\fR=\\fI" + roff(row.value) + "\\fR") + "\n" + roff(row.description) +
            (row.isList && !llvm::StringRef(row.description).contains("repeatable") ? " (repeatable)" : "") + "\n";
  page += ".SH NOTES\n.nf\n" + roff(epilogue.trim('\n')) + "\n.fi\n.SH LIMITS\nWhat is beyond them is an error that names the limit.\n.nf\n" +
          roff(file::limitsText()) + ".fi\n.SH SEE ALSO\n.BR fporder\\-compare (1),\n.BR clang\\-tidy (1)\n";
  return page;
}

/// The word of a value's description that stands for the whole: "function" of "[function.]name=file".
std::string valueWord(const OptionRow &row) {
  std::string word;
  for (char c : row.value)
    if (llvm::isAlpha(c))
      word += c;
    else if (!word.empty())
      break;
  return word;
}

bool takesFile(const OptionRow &row) {
  return llvm::StringRef(row.value).contains("file") || llvm::StringRef(row.value).contains("directory") || row.name == "p";
}

std::string bashCompletion() {
  std::string words;
  for (const OptionRow &row : optionRows())
    words += (words.empty() ? "" : " ") + dashed(row) + (row.value.empty() ? "" : "=");
  return "# bash completion of fporder-check\n"
         "_fporder_check() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]}\n"
         "  COMPREPLY=()\n"
         "  case $word in\n"
         "    --explain=* | --rules=*) ;;\n"
         "    -*) mapfile -t COMPREPLY < <(compgen -W '" +
         words +
         "' -- \"$word\")\n"
         "        case ${COMPREPLY[0]} in *=) compopt -o nospace ;; esac\n"
         "        return ;;\n"
         "  esac\n"
         "  if [ \"${COMP_WORDS[COMP_CWORD-1]}\" = --explain ]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$(fporder-check --list-checks 2>/dev/null | sed -n 's/^ *fporder-//p')\" -- \"$word\")\n"
         "    return\n"
         "  fi\n"
         "  mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
         "  compopt -o filenames\n"
         "}\n"
         "complete -F _fporder_check fporder-check\n";
}

/// Text in single quotes of a shell.
std::string quoted(llvm::StringRef text) {
  std::string result = "'";
  for (char c : text)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string zshCompletion() {
  std::string text = "#compdef fporder-check\n_arguments -S \\\n";
  for (const OptionRow &row : optionRows()) {
    std::string description;
    for (char c : row.description)
      description += c == '[' || c == ']' || c == ':' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    text += "  " + quoted((row.isList ? "*" : "") + dashed(row) + (row.value.empty() ? "" : "=") + "[" + description + "]" +
                          (row.value.empty() ? "" : ":" + valueWord(row) + ":" + (takesFile(row) ? "_files" : "")));
    text += " \\\n";
  }
  return text + "  '*:source:_files'\n";
}

std::string fishCompletion() {
  std::string text;
  for (const OptionRow &row : optionRows())
    text += "complete -c fporder-check " + std::string(row.name.size() == 1 ? "-s " : "-l ") + row.name +
            (row.value.empty() ? ""
             : takesFile(row)  ? " -r"
                               : " -x") +
            " -d " + quoted(row.description) + "\n";
  return text;
}

} // namespace

llvm::StringRef manualForms() { return "man, bash, zsh, fish, limits"; }

std::string manual(llvm::StringRef form, llvm::StringRef overview, llvm::StringRef epilogue, llvm::StringRef version) {
  if (form == "man")
    return manualPage(overview, epilogue, version);
  if (form == "bash")
    return bashCompletion();
  if (form == "limits")
    return "What is read; what is beyond is an error that names the limit.\n\n" + file::limitsText() + "\n" + limits::text();
  if (form == "zsh")
    return zshCompletion();
  return form == "fish" ? fishCompletion() : std::string();
}

} // namespace fporder::check
