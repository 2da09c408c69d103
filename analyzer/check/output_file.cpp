#include "analyzer/check/output_file.h"

#include "analyzer/check/messages.h"
#include "runtime/file/output.h"

namespace fporder::check {

bool writeOutputFile(const std::string &file, std::string_view text) {
  const std::optional<Error> error = fporder::file::replaceFile(file, text);
  if (error)
    reportError("cannot write '" + file + "': " + error->message);
  return !error;
}

} // namespace fporder::check
