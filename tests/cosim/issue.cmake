# Issue over pins (docs/cosim-issue.md): the adapter with blocks in C++, the interface in a simulator with four states, and the
# example examples/rtl/matrix_issue in the place of the matrix unit, with and without a planted bug.
add_executable(test_sc_issue_port ${CMAKE_CURRENT_LIST_DIR}/issue_port_test.cpp ${main_stack_at_exit})
target_link_libraries(test_sc_issue_port PRIVATE tensix_catch tensix_testbench tensix_warnings)
add_test(NAME sc_issue_port COMMAND test_sc_issue_port)
set_tests_properties(sc_issue_port PROPERTIES LABELS cosim TIMEOUT 120)
