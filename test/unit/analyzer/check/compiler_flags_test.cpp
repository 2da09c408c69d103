#include "analyzer/check/compiler_flags.h"

#include "clang/Basic/Version.h"
#if CLANG_VERSION_MAJOR >= 22
#include "clang/Options/Options.h"
using clang::getDriverOptTable;
#else
#include "clang/Driver/Options.h"
using clang::driver::getDriverOptTable;
#endif

#include "llvm/ADT/StringSet.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

using namespace fporder::check;

namespace {

using Words = std::vector<std::string>;

AdmittedFlags admit(Words flags) {
  flags.insert(flags.begin(), "cc");
  return admitFlags(flags);
}
Words kept(Words flags) { return admit(std::move(flags)).arguments; }
std::size_t namedCount(Words flags) { return admit(std::move(flags)).dropped.size(); }

bool isPassed(FlagUse use) { return use == FlagUse::Passed || use == FlagUse::Arithmetic; }

/// Every name in every row of the table.
Words rowNames() {
  Words names;
  const auto add = [&](llvm::StringRef text) {
    while (!text.empty()) {
      const auto [name, rest] = text.split(' ');
      names.push_back(name.str());
      text = rest;
    }
  };
#define FPORDER_FLAGS(level, use, names) add(names);
#define FPORDER_FLAG_GROUP(use, group)
#include "analyzer/check/compiler_flags.def"
#undef FPORDER_FLAGS
#undef FPORDER_FLAG_GROUP
  return names;
}

struct OptionNames {
  llvm::StringSet<> all, unaliased;
  Words flags; // as one writes them

  OptionNames() {
    const llvm::opt::OptTable &table = getDriverOptTable();
    for (unsigned id = 1; id <= table.getNumOptions(); ++id) {
      const llvm::opt::Option option = table.getOption(id);
      if (!option.isValid() || option.getKind() == llvm::opt::Option::GroupClass)
        continue;
      const std::string name = std::string(option.getPrefixedName());
      flags.push_back(name);
      all.insert(name);
      if (!option.getAlias().isValid())
        unaliased.insert(name);
    }
  }
};
const OptionNames &optionNames() {
  static const OptionNames names;
  return names;
}

/// Whether `part` can be made of `whole` by leaving words out, in any order.
bool isMadeOf(Words part, Words whole) {
  std::ranges::sort(part);
  std::ranges::sort(whole);
  return std::ranges::includes(whole, part);
}

} // namespace

TEST_CASE("what parsing needs is passed as it was written") {
  const Words flags = {"-std=gnu++20", "-DA=1",       "-D",           "B",           "-UC",
                       "-Iinc",        "-isystem",    "sys",          "--include",   "x.h",
                       "-O2",          "-ffast-math", "-mavx2",       "-fopenmp",    "-march=haswell",
                       "-pthread",     "-fPIC",       "--sysroot=/s", "-nostdinc++", "-Wno-error=int-conversion",
                       "-fno-rtti",    "-xc++"};
  CHECK(kept(flags) == flags);
  CHECK(namedCount(flags) == 0);
}

TEST_CASE("what parsing does not see is dropped in silence") {
  const Words flags = {"-c",
                       "-o",
                       "x.o",
                       "-MD",
                       "-MF",
                       "x.d",
                       "-g",
                       "-gsplit-dwarf",
                       "-ggdb3",
                       "-fdata-sections",
                       "-Wl,-rpath,/x",
                       "-lm",
                       "-L/lib",
                       "-shared",
                       "-B",
                       "/tools",
                       "-v",
                       "-save-temps",
                       "-ftime-trace=x.json",
                       "-fplugin=x.so",
                       "-include-pch",
                       "x.pch",
                       "-mllvm",
                       "-debug",
                       "-pipe",
                       "-fuse-ld=lld",
                       "-fprofile-instr-use=x.prof",
                       "--offload-arch=native",
                       "-fopenmp-targets=amdgcn-amd-amdhsa"};
  CHECK(kept(flags).empty());
  CHECK(admit(flags).dropped == Words{});
}

TEST_CASE("any other flag is dropped and named once") {
  const AdmittedFlags flags =
      admit({"-fmodules", "-fmodules-cache-path=a", "-DX", "-fmodules-cache-path=b", "--amdgpu-arch-tool=/x", "--version", "-###"});
  CHECK(flags.arguments == Words{"-DX"});
  REQUIRE(flags.dropped.size() == 5);
  CHECK(flags.dropped[1] == "'-fmodules-cache-path=a' is dropped: parsing does not need it");
  CHECK(admit({"-fconserve-stack"}).dropped == Words{"unknown argument: '-fconserve-stack'"});
  CHECK(admit({"-std"}).arguments.empty());
  CHECK(admit({"-D"}).dropped == Words{"'-D' is dropped: it lacks its value"});
}

TEST_CASE("flags in the values of others are flags") {
  CHECK(kept({"-Xclang", "-ast-dump", "-Xclang", "-include", "-DX", "-Xclang", "a.h"}) == Words{"-DX", "-Xclang", "-include", "-Xclang", "a.h"});
  CHECK(kept({"-Xclang", "-load", "-Xclang", "x.so"}).empty());
  CHECK(namedCount({"-Xclang", "-load", "-Xclang", "x.so"}) == 1);
  CHECK(kept({"-Wp,-DX,-MD,x.d", "-Xpreprocessor", "-DY"}) == Words{"-Xpreprocessor", "-DX", "-Xpreprocessor", "-DY"});
  CHECK(kept({"-Xarch_host", "-DX", "-Xarch_device", "-DY", "-Xarch_x86_64", "-fplugin=x.so"}) == Words{"-Xarch_host", "-DX"});
  CHECK(kept({"--driver-mode=cl", "/clang:-DX", "/clang:-save-temps", "/Fox.obj", "/EHsc"}) == Words{"/EHsc", "/clang:-DX", "--driver-mode=cl"});
}

TEST_CASE("the driver's mode is the one in which its flags were read") {
  CHECK(kept({"--driver-mode=cl", "-mllvm", "--driver-mode=gcc", "-Fofile"}) == Words{"-Fofile", "--driver-mode=gcc"});
  CHECK(kept({"--driver-mode=flang", "-DX"}) == Words{"-DX"});
  CHECK(namedCount({"--driver-mode=flang"}) == 1);
}

TEST_CASE("native means this machine's processor or nothing") {
  CHECK(kept({"-march=native", "-mtune=native"}) == Words{"-march=native", "-mtune=native"});
  for (const char *target : {"amdgcn-amd-amdhsa", "nvptx64-nvidia-cuda", "spirv64", "wasm32"}) {
    const Words flags = {"--target=" + std::string(target), "-mcpu=native", "-march=native"};
    CHECK(kept(flags) == Words{flags[0]});
    CHECK(namedCount(flags) == 2);
  }
  CHECK(kept({"-mcpu=native", "-target", "amdgcn-amd-amdhsa"}) == Words{"-target", "amdgcn-amd-amdhsa"});
}

TEST_CASE("languages are those that are read as text") {
  CHECK(kept({"-x", "c++", "-xcl", "--language=cuda"}) == Words{"-x", "c++", "-xcl", "--language=cuda"});
  for (const char *language : {"ast", "ir", "pcm", "assembler", "native"})
    CHECK(kept({"-x", language}).empty());
}

TEST_CASE("inputs are the analysis's own") { CHECK(kept({"-DX", "b.cpp", "@gone", "-DY", "--", "c.cpp", "-DZ"}) == Words{"-DX", "-DY"}); }

TEST_CASE("rows of the flag table name options, no aliases") {
  // Options in LLVM 19, aliases in LLVM 22.
  const llvm::StringSet<> changed = {
      "-nogpuinc",  "-nogpulib",        "-fc++-static-destructors", "-fno-c++-static-destructors", "-fheinous-gnu-extensions",
      "--offload=", "-fopenmp-targets="};
  std::size_t known = 0;
  const Words names = rowNames();
  for (const std::string &name : names) {
    known += optionNames().all.contains(name);
    INFO(name);
    CHECK((!optionNames().all.contains(name) || optionNames().unaliased.contains(name) || changed.contains(name))); // or of another version of LLVM
  }
  CHECK(known * 10 > names.size() * 8);
}

TEST_CASE("no row passes what runs, writes or prints") {
  for (const char *name : {"-B",
                           "-###",
                           "--version",
                           "-v",
                           "-help",
                           "--config=",
                           "-o",
                           "--amdgpu-arch-tool=",
                           "--nvptx-arch-tool=",
                           "--offload-arch-tool=",
                           "--offload-arch=",
                           "-fopenmp-targets=",
                           "-fmodules-cache-path=",
                           "-fcrash-diagnostics-dir=",
                           "-ccc-install-dir",
                           "-save-temps=",
                           "-fplugin=",
                           "-mllvm",
                           "-MF",
                           "-fproc-stat-report=",
                           "-ftime-trace=",
                           "-dependency-file",
                           "--serialize-diagnostics",
                           "-serialize-diagnostics",
                           "--ptxas-path=",
                           "--dxv-path=",
                           "-traditional-cpp"}) {
    INFO(name);
    CHECK(!isPassed(useOfFlag(name, false)));
  }
  for (const char *name :
       {"-load", "-plugin", "-ast-dump", "-ast-print", "-print-stats", "-stats-file=", "-header-include-file", "-diagnostic-log-file",
        "-fdump-record-layouts", "-emit-module", "-serialize-diagnostic-file", "-dump-deserialized-decls", "-split-dwarf-output"}) {
    INFO(name);
    CHECK(!isPassed(useOfFlag(name, true)));
  }
}

TEST_CASE("what was admitted is admitted again, word by word") {
  const bool full = std::getenv("FPORDER_FULL") != nullptr;
  const unsigned commands = full ? 20'000 : 300;
  const std::string announced = std::to_string(commands) + " random commands" + (full ? "" : " (FPORDER_FULL=1: 20000)");
  MESSAGE(announced);
  const Words values = {"native", "/tools/x", "", "-fplugin=x", "amdgcn-amd-amdhsa", "--driver-mode=cl", "-Xclang", "--", "c++", "-o"};
  std::mt19937 random(20260);
  const auto pick = [&](const Words &from) { return from[std::uniform_int_distribution<std::size_t>(0, from.size() - 1)(random)]; };
  const Words modes = {"--driver-mode=cl", "--driver-mode=g++"};
  for (unsigned i = 0; i < commands; ++i) {
    Words flags = {pick(modes)};
    for (unsigned count = 1 + random() % 6; count > 0; --count) {
      flags.push_back(pick(optionNames().flags) + (random() % 2 ? pick(values) : ""));
      if (random() % 2)
        flags.push_back(pick(values));
    }
    const Words once = kept(flags);
    CHECK(kept(once) == once);
    CHECK(namedCount(once) == 0);
    if (!std::ranges::any_of(flags,
                             [](llvm::StringRef word) { return word.starts_with("-X") || word.starts_with("-Wp,") || word.starts_with("/clang:"); }))
      CHECK(isMadeOf({once.begin(), once.end() - !once.empty()}, flags)); // the last one is the mode
  }
}

TEST_CASE("flags of floating point are known from the others") {
  const Words flags = {"cc",
                       "-DA=1",
                       "-Ofast",
                       "-ffast-math",
                       "-ffp-contract=off",
                       "-Iinc",
                       "-frounding-math",
                       "-Xclang",
                       "-menable-no-nans",
                       "-Xclang",
                       "-ffp-contract=on",
                       "-Xclang",
                       "-fwchar-type=int",
                       "-D",
                       "ffast_math",
                       "-fmath-errno",
                       "-cl-mad-enable",
                       "-O2",
                       "-march=haswell"};
  CHECK(withoutArithmetic(flags) == Words{"cc", "-DA=1", "-Iinc", "-Xclang", "-fwchar-type=int", "-D", "ffast_math", "-march=haswell"});
  CHECK(withoutArithmetic(Words{"cc"}) == Words{"cc"});
  CHECK(withoutArithmetic(Words{"cc", "-I"}) == Words{"cc"});
}
