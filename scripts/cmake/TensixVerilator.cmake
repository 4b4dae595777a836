# RTL compiled into C++ by Verilator, where it is installed (TENSIX_VERILATOR); otherwise what needs it is left out, which is said.
find_package(verilator QUIET HINTS $ENV{VERILATOR_ROOT} /usr/share/verilator)
if(verilator_FOUND)
  set(TENSIX_VERILATOR ON)
else()
  set(TENSIX_VERILATOR OFF)
  message(STATUS "Verilator was not found (scripts/setup.sh installs it): tensix-tlm-rtl, examples/rtl and the tests of RTL are left out")
endif()

# tensix_rtl(TARGET TOP [TRACE] SOURCES FILE.sv... [DEFINES NAME...]): a library with the class V<TOP> (include "V<TOP>.h" in front
# of <systemc>). The interfaces of testbench/cosim/sv are found by their names. Every warning of Verilator is an error.
function(tensix_rtl target top)
  cmake_parse_arguments(RTL "" "" "SOURCES;DEFINES" ${ARGN})
  add_library(${target} STATIC)
  set(arguments -Wall -Wpedantic --assert -I${PROJECT_SOURCE_DIR}/testbench/cosim/sv)
  foreach(define ${RTL_DEFINES})
    list(APPEND arguments +define+${define})
  endforeach()
  set(VERILATOR_ARGS "")
  verilate(${target} TOP_MODULE ${top} PREFIX V${top} SOURCES ${RTL_SOURCES} VERILATOR_ARGS ${arguments} OPT_FAST -O2)
  # Our warnings and sanitizers are for our own code.
  get_target_property(includes ${target} INTERFACE_INCLUDE_DIRECTORIES)
  set_target_properties(${target} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${includes}" CXX_CLANG_TIDY "")
  target_compile_options(${target} PRIVATE -w $<$<BOOL:${TENSIX_TLM_SANITIZE}>:-fno-sanitize=all>)
endfunction()
