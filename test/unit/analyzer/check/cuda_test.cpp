#include "analyzer/check/cuda.h"
#include "analyzer/check/shims.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <doctest/doctest.h>

using fporder::check::CompileCommand;

namespace {

std::vector<std::string> translated(std::vector<std::string> arguments, const std::string &source = "/p/k.cu",
                                    std::vector<std::string> *dropped = nullptr) {
  CompileCommand command{"/p", std::move(arguments), source, ""};
  fporder::check::translateCuda(command);
  if (dropped)
    *dropped = command.droppedFlags;
  return command.arguments;
}

bool has(const std::vector<std::string> &arguments, const std::string &wanted) { return llvm::is_contained(arguments, wanted); }

std::size_t position(const std::vector<std::string> &arguments, const std::string &wanted) {
  return static_cast<std::size_t>(llvm::find(arguments, wanted) - arguments.begin());
}

} // namespace

TEST_CASE("a CUDA source needs no toolkit") {
  auto arguments = translated({"clang"});
  CHECK(has(arguments, "-nocudainc"));
  CHECK(has(arguments, "--cuda-host-only"));
  CHECK(has(arguments, "fporder_cuda.h"));
  CHECK(has(arguments, "-D__CUDA_ARCH__=800"));
  CHECK(has(arguments, "-std=gnu++17"));
  CHECK(fporder::check::usesShim(arguments, "cuda"));
}

TEST_CASE("a toolkit is used when one is named and there") {
  llvm::SmallString<128> toolkit;
  REQUIRE_FALSE(llvm::sys::fs::createUniqueDirectory("fporder-toolkit", toolkit));
  const std::string flag = "--cuda-path=" + toolkit.str().str();
  std::vector<std::string> dropped;
  CHECK(fporder::check::usesShim(translated({"clang++", flag, "--cuda-gpu-arch=sm_90"}, "/p/k.cu", &dropped), "cuda"));
  CHECK(dropped == std::vector{"'" + flag + "': there is no toolkit: our own headers are read"});

  llvm::SmallString<128> header(toolkit);
  llvm::sys::path::append(header, "include");
  REQUIRE_FALSE(llvm::sys::fs::create_directory(header));
  llvm::sys::path::append(header, "cuda_runtime.h");
  std::error_code error;
  {
    const llvm::raw_fd_ostream empty(header, error);
  }
  REQUIRE_FALSE(error);
  const auto arguments = translated({"clang++", flag, "--cuda-gpu-arch=sm_90"}, "/p/k.cu", &dropped);
  CHECK(has(arguments, flag));
  CHECK(dropped.empty());
  CHECK_FALSE(has(arguments, "-nocudainc"));
  CHECK_FALSE(fporder::check::usesShim(arguments, "cuda"));
  llvm::sys::fs::remove_directories(toolkit);
}

TEST_CASE("flags of nvcc that decide what is parsed or computed are translated") {
  std::vector<std::string> dropped;
  auto arguments = translated({"/usr/local/cuda/bin/nvcc",
                               "-forward-unknown-to-host-compiler",
                               "-DX=1",
                               "--define-macro",
                               "Y",
                               "-Iinclude",
                               "-isystem=sys",
                               "--generate-code=arch=compute_70,code=[compute_70,sm_70]",
                               "-gencode",
                               "arch=compute_90a,code=sm_90a",
                               "--std=c++20",
                               "--use_fast_math",
                               "--fmad=false",
                               "-Xcompiler=-fPIC,-DZ",
                               "-Xptxas",
                               "-v",
                               "--expt-relaxed-constexpr",
                               "-rdc=true",
                               "-x",
                               "cu",
                               "-O3"},
                              "/p/k.cu", &dropped);
  for (const char *flag : {"-DX=1", "-Iinclude", "-std=c++20", "-DZ", "-fapprox-func", "-freciprocal-math", "-D__CUDA_ARCH__=900"})
    CHECK_MESSAGE(has(arguments, flag), flag);
  CHECK(arguments[position(arguments, "-D") + 1] == "Y");
  CHECK(arguments[position(arguments, "sys") - 1] == "-isystem");
  CHECK(position(arguments, "-ffp-contract=off") > position(arguments, "-ffp-contract=fast"));
  CHECK_FALSE(has(arguments, "-std=gnu++17"));
  REQUIRE(dropped.size() == 3);
  CHECK(dropped[0].find("'-Xptxas -v'") == 0);
  CHECK(dropped[1].find("'--expt-relaxed-constexpr'") == 0);
  CHECK(dropped[2].find("'-rdc=true'") == 0);
}

TEST_CASE("a flag whose value is missing is no reason to stop") {
  CHECK(has(translated({"nvcc", "-arch"}), "-D__CUDA_ARCH__=800"));
  CHECK(has(translated({"nvcc", "-gencode"}), "fporder_cuda.h"));
}

TEST_CASE("HIP is CUDA under other names") {
  CHECK(has(translated({"hipcc"}, "/p/k.hip"), "hip/hip_runtime.h"));
  CHECK(has(translated({"hipcc"}, "/p/k.cpp"), "hip/hip_runtime.h"));
  CHECK(has(translated({"clang++", "-x", "hip"}, "/p/k.cpp"), "cuda"));
}

TEST_CASE("other languages are left alone, nvcc's C++ sources lose its flags") {
  CHECK(translated({"g++", "-O2"}, "/p/a.cpp") == std::vector<std::string>{"g++", "-O2"});
  CHECK(translated({"nvcc", "-O2", "-Xptxas", "-v"}, "/p/a.cpp") == std::vector<std::string>{"g++", "-O2"});
  CHECK(translated({"nvcc", "--use_fast_math", "-fmad", "false", "-prec-div=false", "-DX"}, "/p/a.cpp") == std::vector<std::string>{"g++", "-DX"});
}
