#include "runtime/compare/manual.h"

#include "runtime/compare/options.h"

#include <cctype>
#include <set>

namespace fporder::compare {

std::string manualPage(const std::string &version) {
  std::string text;
  for (const char c : helpText()) {
    if ((c == '.' || c == '\'') && (text.empty() || text.back() == '\n'))
      text += "\\&"; // roff would read a request
    text += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
  }
  return ".TH FPORDER-COMPARE 1 \"\" \"fporder " + version +
         "\" \"User Commands\"\n.SH NAME\nfporder\\-compare \\- compares computed tensors with golden ones, by kernel teams' acceptance criteria\n"
         ".SH DESCRIPTION\n.nf\n" +
         text + ".fi\n.SH SEE ALSO\n.BR fporder\\-check (1)\n";
}

std::string bashCompletion() {
  const std::string help = helpText();
  std::set<std::string> options;
  for (std::size_t at = help.find("--"); at != std::string::npos; at = help.find("--", at)) {
    std::size_t end = at + 2;
    while (end < help.size() && (std::islower(static_cast<unsigned char>(help[end])) || help[end] == '-'))
      ++end;
    options.insert(help.substr(at, end - at));
    at = end;
  }
  std::string words;
  for (const std::string &option : options)
    words += (words.empty() ? "" : " ") + option;
  return "# bash completion of fporder-compare\ncomplete -o default -W '" + words + "' fporder-compare\n";
}

} // namespace fporder::compare
