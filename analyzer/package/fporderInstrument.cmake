# fporder_instrument(TARGET...)
#
# Builds the targets with shadow values, as fporder-c++ does; the programs that they are, or are linked into, report at their exit. The project's compiler
# has to be the Clang version that the plugin is made for. Lines come from -gline-tables-only where the configuration has no debug information.
# Works with find_package(fporder) and with add_subdirectory.
include_guard(GLOBAL)

function(fporder_instrument)
  if(NOT EXISTS "${FPORDER_INSTRUMENT_PLUGIN}" AND NOT TARGET fporder-instrument)
    message(FATAL_ERROR "fporder_instrument: this fporder was built without the plugin for whole programs: '${FPORDER_INSTRUMENT_PLUGIN}' is missing")
  endif()
  foreach(target ${ARGN})
    if(NOT TARGET ${target})
      message(FATAL_ERROR "fporder_instrument: there is no target '${target}'")
    endif()
    get_target_property(kind ${target} TYPE)
    if(NOT kind MATCHES "^(EXECUTABLE|STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY|OBJECT_LIBRARY)$")
      message(FATAL_ERROR "fporder_instrument: '${target}' is not compiled (${kind})")
    endif()
    foreach(language C CXX)
      if(NOT CMAKE_${language}_COMPILER)
        continue()
      endif()
      string(REGEX MATCH "^[0-9]+" major "${CMAKE_${language}_COMPILER_VERSION}")
      if(NOT CMAKE_${language}_COMPILER_ID STREQUAL "Clang" OR NOT major EQUAL FPORDER_INSTRUMENT_MAJOR)
        message(FATAL_ERROR "fporder_instrument: the ${language} compiler is ${CMAKE_${language}_COMPILER_ID} ${CMAKE_${language}_COMPILER_VERSION}; shadow execution "
                            "needs Clang ${FPORDER_INSTRUMENT_MAJOR}: configure with CC=clang-${FPORDER_INSTRUMENT_MAJOR} CXX=clang++-${FPORDER_INSTRUMENT_MAJOR}")
      endif()
    endforeach()
    target_compile_options(
      ${target} PRIVATE "$<$<COMPILE_LANGUAGE:C,CXX>:-fpass-plugin=${FPORDER_INSTRUMENT_PLUGIN};-fno-slp-vectorize;-DFPORDER_SHADOWS=1>"
                        "$<$<AND:$<COMPILE_LANGUAGE:C,CXX>,$<NOT:$<CONFIG:Debug,RelWithDebInfo>>>:-gline-tables-only>")
    # Properties, since a project's own target_link_libraries may be of either signature. What an instrumented library is linked into needs the runtime too.
    foreach(scope "" INTERFACE_)
      if(scope STREQUAL "" OR kind MATCHES "^(STATIC|OBJECT)")
        set_property(TARGET ${target} APPEND PROPERTY ${scope}LINK_LIBRARIES "${FPORDER_INSTRUMENT_LIBRARY}" stdc++ mpfr gmp m pthread)
        set_property(TARGET ${target} APPEND PROPERTY ${scope}LINK_OPTIONS "LINKER:--export-dynamic-symbol=fporder_*")
      endif()
    endforeach()
    if(TARGET fporder-instrument)
      add_dependencies(${target} fporder-instrument)
    endif()
  endforeach()
endfunction()
