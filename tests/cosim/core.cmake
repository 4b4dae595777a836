# A core over pins (docs/cosim-core.md): the adapter with a block in C++, and examples/rtl/core_source as the player of streams and
# kernels, with and without a planted bug.
add_executable(test_sc_core_adapter ${CMAKE_CURRENT_LIST_DIR}/core_adapter_test.cpp ${main_stack_at_exit})
target_link_libraries(test_sc_core_adapter PRIVATE tensix_catch tensix_testbench tensix_warnings)
add_test(NAME sc_core_adapter COMMAND test_sc_core_adapter)
set_tests_properties(sc_core_adapter PROPERTIES LABELS cosim TIMEOUT 120)

# A NoC over pins.
add_executable(test_sc_noc_adapter ${CMAKE_CURRENT_LIST_DIR}/noc_adapter_test.cpp ${main_stack_at_exit})
target_link_libraries(test_sc_noc_adapter PRIVATE tensix_catch tensix_testbench tensix_warnings)
add_test(NAME sc_noc_adapter COMMAND test_sc_noc_adapter)
set_tests_properties(sc_noc_adapter PROPERTIES LABELS cosim TIMEOUT 120)

find_program(PYTHON3 python3)
if(TENSIX_VERILATOR AND PYTHON3)
  set(in_place ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/in_place.py $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm> --set units.players=rtl)
  add_test(NAME in_place_core_source COMMAND ${in_place} --sample 7)
  add_test(NAME in_place_core_source_free COMMAND ${in_place} --set rtl.clock=free --sample 37)
  add_test(NAME in_place_core_source_gated COMMAND ${in_place} --set rtl.clock=gated --sample 41)
  add_test(NAME in_place_core_source_and_matrix_issue COMMAND ${in_place} --set units.matrix_unit=rtl --sample 43)
  foreach(which "" _free _gated _and_matrix_issue)
    set_tests_properties(in_place_core_source${which} PROPERTIES LABELS cosim TIMEOUT 600)
  endforeach()
  add_test(NAME in_place_core_source_all COMMAND ${in_place})
  set_tests_properties(in_place_core_source_all PROPERTIES LABELS "cosim;slow" TIMEOUT 900)

  # The same with a bug: the 20th write of a core is lost.
  tensix_rtl(rtl_core_source_bug core_source SOURCES ${PROJECT_SOURCE_DIR}/testbench/cosim/sv/tt_core_if.sv
    ${PROJECT_SOURCE_DIR}/examples/rtl/core_source/core_source.sv DEFINES TENSIX_BUG_PUSH)
  add_executable(tensix-tlm-bug-core_source ${PROJECT_SOURCE_DIR}/testbench/cli/main.cpp
    ${PROJECT_SOURCE_DIR}/examples/rtl/core_source/block.cpp)
  target_link_libraries(tensix-tlm-bug-core_source PRIVATE tensix_testbench tensix_warnings rtl_core_source_bug)
  add_test(NAME planted_bug_core_source COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/core_bug_test.py
    $<TARGET_FILE:tensix-tlm-bug-core_source> $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(planted_bug_core_source PROPERTIES LABELS cosim TIMEOUT 120)
endif()
