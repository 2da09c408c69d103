// Where the report goes. At exit, by the environment variable FPORDER_SHADOW_REPORT: unset, as text to standard error; "off", nowhere; a file name,
// into that file, as JSON when the name ends in .json; %p in the name becomes the process's number, %r its rank (as Open MPI, MPICH, Slurm or PMIx
// give it; 0 without one), %% a %. FPORDER_SHADOW_JSON names a file that gets the JSON besides; fporder-run reads it. A program that asks for the
// report itself gets none at exit.
#pragma once

#include <fporder/shadow/report_json.h>
#include <fporder/shadow/whole_file.h>

#include <atomic>
#include <cstdlib>
#include <ostream>
#include <unistd.h>

namespace fporder {

namespace shadowing {

inline std::atomic<bool> reported = false;

/// Of a process that a parallel launcher has started; 0 elsewhere.
inline std::string rankOfProcess() {
  for (const char *const name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"}) {
    const char *const rank = std::getenv(name);
    if (rank != nullptr && *rank != '\0' && std::string_view(rank).find_first_not_of("0123456789") == std::string_view::npos)
      return rank;
  }
  return "0";
}

/// Appended to the name of the report's file: of a process that fork has made, its number.
inline std::string fileSuffix; // NOLINT(cert-err58-cpp)

/// The file that a setting names.
inline std::string fileOf(std::string_view setting) {
  std::string file;
  for (std::size_t index = 0; index < setting.size(); ++index) {
    const char next = index + 1 < setting.size() ? setting[index + 1] : '\0';
    if (setting[index] != '%' || (next != 'p' && next != 'r' && next != '%')) {
      file += setting[index];
      continue;
    }
    ++index;
    file += next == '%' ? "%" : next == 'p' ? std::to_string(getpid()) : rankOfProcess();
  }
  return file;
}

/// Into the file, or to standard error where it has no name.
inline void writeReport(const char *file, const std::string &text) {
  std::string problem;
  if (file != nullptr)
    problem = whole_file::replaceFile(fileOf(file) + fileSuffix, text, /*toDisk=*/false);
  else if (std::fwrite(text.data(), 1, text.size(), stderr) != text.size())
    problem = whole_file::reason(errno);
  if (!problem.empty())
    std::fprintf(stderr, "fporder: error: cannot write the shadow report to '%s': %s\n", file != nullptr ? file : "standard error", problem.c_str());
}

inline void reportAtExit() {
  const char *const setting = std::getenv("FPORDER_SHADOW_REPORT"), *const besides = std::getenv("FPORDER_SHADOW_JSON");
  const std::string_view target = setting == nullptr ? "" : setting, further = besides == nullptr ? "" : besides;
  if (reported || (target == "off" && further.empty()))
    return;
  const Report report = makeReport();
  if (report.operations + report.decisions == 0)
    return;
  if (!further.empty())
    writeReport(besides, reportJson(report));
  if (target != "off")
    writeReport(target.empty() ? nullptr : setting, target.ends_with(".json") ? reportJson(report) : reportText(report));
}

/// One handler per process, installed when the program starts.
inline const bool exitHandlerInstalled = std::atexit(reportAtExit) == 0;

} // namespace shadowing

/// Writes what was counted so far as text.
inline void report(std::ostream &stream) {
  shadowing::reported = true;
  stream << shadowing::reportText(shadowing::makeReport());
}

/// Writes what was counted so far as JSON.
inline void reportJson(std::ostream &stream) {
  shadowing::reported = true;
  stream << shadowing::reportJson(shadowing::makeReport());
}

/// Forgets what was counted, so that the next report is about what follows. Values keep their errors.
inline void resetReport() { shadowing::Registry::instance().reset(); }

} // namespace fporder
