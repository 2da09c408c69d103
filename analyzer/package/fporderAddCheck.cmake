# fporder_add_check(TARGET [NAME name] [ALL] [TEST] [SOURCES file...] [OPTIONS option...])
#
# Adds a target (default name: fporder-TARGET) that runs fporder-check over TARGET's sources (C, C++, CUDA and OpenCL ones; SOURCES gives others) with
# the very flags that TARGET is compiled with. It fails as fporder-check does: findings at or above --fail-on are status 1.
#   ALL      check with every build
#   TEST     add a test of the same name as well
#   OPTIONS  options of fporder-check: --measure --fail-on=remark ...
# Works with find_package(fporder) and with add_subdirectory; needs a generator that writes compile_commands.json (Ninja, Makefiles), otherwise the
# target's include directories and definitions are passed on.
include_guard(GLOBAL)

function(fporder_add_check target)
  cmake_parse_arguments(PARSE_ARGV 1 check "ALL;TEST" "NAME" "SOURCES;OPTIONS")
  if(check_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "fporder_add_check: unknown argument '${check_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "fporder_add_check: there is no target '${target}'")
  endif()
  set(name fporder-${target})
  if(check_NAME)
    set(name ${check_NAME})
  endif()

  get_target_property(directory ${target} SOURCE_DIR)
  set(sources ${check_SOURCES})
  if(NOT sources)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.(c|cc|cpp|cxx|c\\+\\+|C|cu|cl|hip)$")
  endif()
  if(NOT sources)
    message(FATAL_ERROR "fporder_add_check: '${target}' has no source in C, C++, CUDA or OpenCL; give SOURCES")
  endif()
  set(files "")
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${directory} NORMALIZE)
    list(APPEND files ${source})
  endforeach()

  set(database "")
  set(flags "")
  if(CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
    set(database -p ${CMAKE_BINARY_DIR})
  else()
    set(include "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    set(define "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    set(flags -- "$<$<BOOL:${include}>:-I$<JOIN:${include},;-I>>" "$<$<BOOL:${define}>:-D$<JOIN:${define},;-D>>")
  endif()
  set(command $<TARGET_FILE:fporder::check> ${database} ${check_OPTIONS} ${files} ${flags})

  set(all "")
  if(check_ALL)
    set(all ALL)
  endif()
  add_custom_target(
    ${name} ${all}
    COMMAND ${command}
    WORKING_DIRECTORY ${directory}
    COMMENT "Checking the order of floating-point operations in ${target}"
    COMMAND_EXPAND_LISTS VERBATIM USES_TERMINAL)
  if(check_TEST)
    add_test(NAME ${name} COMMAND ${command} WORKING_DIRECTORY ${directory} COMMAND_EXPAND_LISTS)
  endif()
endfunction()
