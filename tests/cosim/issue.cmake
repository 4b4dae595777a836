# Issue over pins (docs/cosim-issue.md): the adapter with blocks in C++, the interface in a simulator with four states, and the
# example examples/rtl/matrix_issue in the place of the matrix unit, with and without a planted bug.
add_executable(test_sc_issue_port ${CMAKE_CURRENT_LIST_DIR}/issue_port_test.cpp ${main_stack_at_exit})
target_link_libraries(test_sc_issue_port PRIVATE tensix_catch tensix_testbench tensix_warnings)
add_test(NAME sc_issue_port COMMAND test_sc_issue_port)
set_tests_properties(sc_issue_port PROPERTIES LABELS cosim TIMEOUT 120)

add_executable(test_issue_reasons ${CMAKE_CURRENT_LIST_DIR}/issue_reasons_test.cpp)
target_link_libraries(test_issue_reasons PRIVATE tensix_catch_main tensix_warnings)
target_include_directories(test_issue_reasons PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(test_issue_reasons PRIVATE TENSIX_ISSUE_PKG="${PROJECT_SOURCE_DIR}/testbench/cosim/sv/tt_issue_pkg.sv")
add_test(NAME issue_reasons COMMAND test_issue_reasons)
set_tests_properties(issue_reasons PROPERTIES LABELS cosim TIMEOUT 20)

find_program(PYTHON3 python3)
find_program(TENSIX_IVERILOG iverilog)
find_program(TENSIX_VVP vvp)
if(TENSIX_IVERILOG AND TENSIX_VVP AND PYTHON3)
  add_test(NAME interfaces_with_four_states COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/four_states.py ${TENSIX_IVERILOG} ${TENSIX_VVP})
  set_tests_properties(interfaces_with_four_states PROPERTIES LABELS cosim TIMEOUT 60)
else()
  message(STATUS "Icarus Verilog was not found: tests of interfaces with four states are left out")
endif()

if(TENSIX_VERILATOR AND PYTHON3)
  # All runs with the default clock; samples with the other modes, with shadow, and for the sanitizers, which leave out what is slow.
  function(in_place name)
    cmake_parse_arguments(P "" "LABEL" "ARGUMENTS" ${ARGN})
    add_test(NAME in_place_${name} COMMAND ${PYTHON3} ${PROJECT_SOURCE_DIR}/tests/cosim/in_place.py $<TARGET_FILE:tensix-tlm-rtl>
      $<TARGET_FILE:tensix-tlm> ${P_ARGUMENTS})
    set_tests_properties(in_place_${name} PROPERTIES LABELS "${P_LABEL}" TIMEOUT 900)
  endfunction()
  in_place(matrix_issue LABEL cosim ARGUMENTS --set units.matrix_unit=rtl --sample 12)
  in_place(matrix_issue_free LABEL cosim ARGUMENTS --set units.matrix_unit=rtl --set rtl.clock=free --sample 31)
  in_place(matrix_issue_gated LABEL cosim ARGUMENTS --set units.matrix_unit=rtl --set rtl.clock=gated --sample 29)
  in_place(matrix_issue_shadow LABEL cosim ARGUMENTS --set units.matrix_unit=shadow --sample 23
    --unlike "shadow: RTL has answered otherwise than the model 0 times")
  in_place(matrix_issue_all LABEL cosim ARGUMENTS --set units.matrix_unit=rtl)
  set_tests_properties(in_place_matrix_issue_all PROPERTIES LABELS "cosim;slow")

  # The same with a bug: a block of Dst may be read a cycle too early.
  tensix_rtl(rtl_matrix_issue_bug matrix_issue SOURCES ${PROJECT_SOURCE_DIR}/testbench/cosim/sv/tt_issue_pkg.sv
    ${PROJECT_SOURCE_DIR}/testbench/cosim/sv/tt_issue_if.sv ${PROJECT_SOURCE_DIR}/examples/rtl/matrix_issue/matrix_issue.sv
    DEFINES TENSIX_BUG_HAZARD)
  add_executable(tensix-tlm-bug-matrix_issue ${PROJECT_SOURCE_DIR}/testbench/cli/main.cpp
    ${PROJECT_SOURCE_DIR}/examples/rtl/matrix_issue/block.cpp ${PROJECT_SOURCE_DIR}/examples/rtl/matrix_issue/matrix_issue_port.cpp)
  target_link_libraries(tensix-tlm-bug-matrix_issue PRIVATE tensix_testbench tensix_warnings rtl_matrix_issue_bug)
  add_test(NAME planted_bug_matrix_issue COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/issue_bug_test.py
    $<TARGET_FILE:tensix-tlm-bug-matrix_issue> $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(planted_bug_matrix_issue PROPERTIES LABELS cosim TIMEOUT 120)
endif()
