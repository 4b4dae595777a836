# The clock rule, its modes and reset; with a block in C++, and with one compiled by Verilator.
add_executable(test_sc_rtl_clock ${CMAKE_CURRENT_LIST_DIR}/clock_test.cpp ${main_stack_at_exit})
target_link_libraries(test_sc_rtl_clock PRIVATE tensix_catch tensix_testbench tensix_warnings)
add_test(NAME sc_rtl_clock COMMAND test_sc_rtl_clock)
set_tests_properties(sc_rtl_clock PROPERTIES LABELS cosim TIMEOUT 60)

if(TENSIX_VERILATOR)
  tensix_rtl(rtl_edge_counter edge_counter SOURCES ${CMAKE_CURRENT_LIST_DIR}/edge_counter.sv)
  add_executable(test_verilated_block ${CMAKE_CURRENT_LIST_DIR}/verilated_block_test.cpp)
  target_link_libraries(test_verilated_block PRIVATE tensix_catch_main rtl_edge_counter tensix_warnings)
  target_include_directories(test_verilated_block PRIVATE ${PROJECT_SOURCE_DIR})
  add_test(NAME verilated_block COMMAND test_verilated_block)
  set_tests_properties(verilated_block PROPERTIES LABELS cosim)
endif()
