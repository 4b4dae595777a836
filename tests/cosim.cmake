# SPDX-License-Identifier: Apache-2.0
# Co-simulation with RTL: event logs, RTL beside the model, the C library; label cosim. A file a topic in tests/cosim; those that want
# Verilator test TENSIX_VERILATOR themselves. After cli.cmake, whose process they use.
find_program(PYTHON3 python3 REQUIRED)

# cosim_test(NAME [SLOW] [TIMEOUT SECONDS] COMMAND ...)
function(cosim_test name)
  cmake_parse_arguments(P "SLOW" "TIMEOUT" "COMMAND" ${ARGN})
  add_test(NAME ${name} COMMAND ${P_COMMAND})
  set(seconds 120)
  if(TENSIX_TLM_SANITIZE)
    set(seconds 400)
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "cosim" TIMEOUT ${seconds})
  if(P_SLOW)
    set_tests_properties(${name} PROPERTIES LABELS "cosim;slow")
  endif()
  if(P_TIMEOUT)
    set_tests_properties(${name} PROPERTIES TIMEOUT ${P_TIMEOUT})
  endif()
endfunction()

# cosim_program_test(NAME FILE.cpp...): with an sc_main of its own, linked with everything.
function(cosim_program_test name)
  add_executable(test_${name} ${ARGN} ${main_stack_at_exit})
  target_link_libraries(test_${name} PRIVATE tensix_catch tensix_app tensix_warnings)
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  cosim_test(${name} TIMEOUT 300 COMMAND test_${name})
endfunction()

# Runs with parts of others, for several of them.
add_library(external_part_runs OBJECT ${CMAKE_CURRENT_LIST_DIR}/external_parts/runs.cpp)
target_link_libraries(external_part_runs PRIVATE tensix_app tensix_warnings)

# Programs of Verilator alone: all that it writes is compiled as one file, in a sixth of the time; and what is only run once, plainly.
set(bench_make -j 1 -MAKEFLAGS VM_PARALLEL_BUILDS=0)
set(bench_options ${bench_make} -MAKEFLAGS OPT_FAST=-O0 -MAKEFLAGS OPT_GLOBAL=-O0)

file(GLOB topics CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/cosim/*.cmake)
foreach(topic ${topics})
  include(${topic})
endforeach()
