# SPDX-License-Identifier: Apache-2.0
# L1 at the pins (docs/cosim-l1.md): adapters with blocks in C++, and the example against the pseudo-code of docs/l1-protocol.md, under
# programs of the RISC-V cores, and in waveforms.
cosim_program_test(sc_l1_pins ${CMAKE_CURRENT_LIST_DIR}/l1_pins_test.cpp $<TARGET_OBJECTS:external_part_runs>)

if(TENSIX_VERILATOR)
  # Random traffic, with and without the planted bug, which it must find.
  function(random_traffic name rtl)
    add_executable(test_${name} ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/l1_rtl_test.cpp)
    target_link_libraries(test_${name} PRIVATE ${rtl} tensix_app tensix_warnings)
    target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests)
    cosim_test(${name} TIMEOUT 300 COMMAND test_${name} ${ARGN})
  endfunction()
  random_traffic(sc_rtl_l1 rtl_l1)
  if(TARGET rtl_bugs_l1) # in_place.cmake
    random_traffic(sc_rtl_l1_lost_grant rtl_bugs_l1 --lost-grant)
    target_sources(test_sc_rtl_l1_lost_grant PRIVATE ${CMAKE_CURRENT_LIST_DIR}/planted_bugs.cpp)
    set_tests_properties(sc_rtl_l1_lost_grant PROPERTIES ENVIRONMENT TENSIX_PLANTED_BUG=lost_grant)
  endif()
  if(TARGET elf_programs)
    cosim_test(l1_elf COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/l1_elf_test.py $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm>
      ${PROJECT_BINARY_DIR}/tests/elf_programs)
  endif()
endif()
