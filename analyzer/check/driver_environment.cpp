#include "analyzer/check/driver_environment.h"

#include <cstdlib>
#include <cstring>

namespace fporder::check {

llvm::ArrayRef<const char *> driverEnvironment() {
  static constexpr const char *names[] = {// Headers.
                                          "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "OBJCPLUS_INCLUDE_PATH", "INCLUDE",
                                          "EXTERNAL_INCLUDE", "NCC_C_INCLUDE_PATH", "NCC_CPLUS_INCLUDE_PATH", "XCC_C_INCLUDE_PATH",
                                          "XCC_CPLUS_INCLUDE_PATH", "CLANG_MODULE_CACHE_PATH",
                                          // Flags.
                                          "CCC_OVERRIDE_OPTIONS", "CLANG_NO_DEFAULT_CONFIG", "CLANG_CONFIG_PATH", "CL", "_CL_", "OBJECT_MODE",
                                          "ELF_PACKAGE_METADATA", "RC_DEBUG_OPTIONS", "RC_DEBUG_PREFIX_MAP", "SOURCE_DATE_EPOCH",
                                          // Toolchains and their directories.
                                          "PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX", "LIBRARY_PATH", "SDKROOT", "CUDA_PATH", "CUDA_HOME", "HIP_PATH",
                                          "HIP_DEVICE_LIB_PATH", "ROCM_PATH", "VCINSTALLDIR", "VCToolsInstallDir", "VSINSTALLDIR", "WindowsSdkDir",
                                          "UniversalCRTSdkDir", "SCE_ORBIS_SDK_DIR", "SCE_PROSPERO_SDK_DIR", "HOME", "XDG_CONFIG_HOME",
                                          // Versions of Apple's systems.
                                          "MACOSX_DEPLOYMENT_TARGET", "IPHONEOS_DEPLOYMENT_TARGET", "TVOS_DEPLOYMENT_TARGET",
                                          "WATCHOS_DEPLOYMENT_TARGET", "DRIVERKIT_DEPLOYMENT_TARGET", "XROS_DEPLOYMENT_TARGET"};
  return names;
}

const std::string &driverEnvironmentText() {
  static const std::string text = [] {
    std::string values;
    for (const char *name : driverEnvironment())
      if (const char *value = std::getenv(name))
        values += std::string(name) + '=' + std::to_string(std::strlen(value)) + ':' + value + ' ';
    return values;
  }();
  return text;
}

} // namespace fporder::check
