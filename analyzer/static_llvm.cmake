# fporder_llvm: Clang and LLVM as the analyzer links them.
#
# The shared libraries cost every run 12 ms of relocations and 60 MiB of touched pages, more than the analysis of most files; the static ones, of the
# same packages, cost neither. They are taken where they are installed, with the run-time libraries of zlib and zstd, whose development packages LLVM's
# do not require. Sanitized builds stay with the shared libraries.
option(FPORDER_STATIC_LLVM "Link Clang and LLVM statically where their static libraries are installed" ON)
find_library(FPORDER_ZLIB NAMES z libz.so.1)
find_library(FPORDER_ZSTD NAMES zstd libzstd.so.1)

# What Clang's libraries need of LLVM: its own targets name the shared library.
set(FPORDER_STATIC_LLVM_LIBRARIES LLVMAsmParser LLVMBitReader LLVMCore LLVMFrontendHLSL LLVMFrontendOffloading LLVMFrontendOpenMP LLVMOption
    LLVMProfileData LLVMSupport LLVMTargetParser LLVMWindowsDriver)
foreach(target ${LLVM_TARGETS_TO_BUILD})
  list(APPEND FPORDER_STATIC_LLVM_LIBRARIES LLVM${target}Info)
endforeach()

# Appends the files of LIBRARY and of the Clang libraries it uses to FPORDER_STATIC_CLANG_FILES.
function(fporder_add_clang_library library)
  set(file ${LLVM_LIBRARY_DIR}/lib${library}.a)
  if(NOT library MATCHES "^clang" OR file IN_LIST FPORDER_STATIC_CLANG_FILES)
    return()
  endif()
  list(APPEND FPORDER_STATIC_CLANG_FILES ${file})
  get_target_property(used ${library} INTERFACE_LINK_LIBRARIES)
  foreach(each ${used})
    fporder_add_clang_library(${each})
  endforeach()
  set(FPORDER_STATIC_CLANG_FILES ${FPORDER_STATIC_CLANG_FILES} PARENT_SCOPE)
endfunction()

set(FPORDER_LLVM_IS_STATIC OFF)
if(FPORDER_STATIC_LLVM AND FPORDER_ZLIB AND FPORDER_ZSTD AND NOT FPORDER_SANITIZE)
  set(FPORDER_LLVM_IS_STATIC ON)
  fporder_add_clang_library(clangTooling)
  fporder_add_clang_library(clangToolingInclusionsStdlib)
  fporder_add_clang_library(clangFrontend)
  set(files ${FPORDER_STATIC_CLANG_FILES})
  foreach(library ${FPORDER_STATIC_LLVM_LIBRARIES})
    list(APPEND files ${LLVM_LIBRARY_DIR}/lib${library}.a)
  endforeach()
  foreach(file ${files})
    if(NOT EXISTS ${file})
      set(FPORDER_LLVM_IS_STATIC OFF)
    endif()
  endforeach()
endif()

add_library(fporder_llvm INTERFACE)
if(FPORDER_LLVM_IS_STATIC)
  foreach(pair ZLIB::ZLIB=${FPORDER_ZLIB} zstd::libzstd_shared=${FPORDER_ZSTD})
    string(REPLACE "=" ";" pair ${pair})
    list(GET pair 0 name)
    list(GET pair 1 file)
    if(NOT TARGET ${name})
      add_library(${name} UNKNOWN IMPORTED)
      set_target_properties(${name} PROPERTIES IMPORTED_LOCATION ${file})
    endif()
  endforeach()
  target_link_libraries(fporder_llvm INTERFACE -Wl,--start-group ${FPORDER_STATIC_CLANG_FILES} -Wl,--end-group ${FPORDER_STATIC_LLVM_LIBRARIES})
  target_link_options(fporder_llvm INTERFACE -Wl,--gc-sections -Wl,--as-needed)
  find_program(FPORDER_GOLD ld.gold)
  if(FPORDER_GOLD)
    target_link_options(fporder_llvm INTERFACE -fuse-ld=gold) # a second instead of several
  endif()
else()
  target_link_libraries(fporder_llvm INTERFACE clang-cpp LLVM)
endif()
