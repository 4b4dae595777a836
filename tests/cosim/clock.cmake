# SPDX-License-Identifier: Apache-2.0
# The clock rule, its modes and reset; with a block in C++, and with one compiled by Verilator.
cosim_program_test(sc_rtl_clock ${CMAKE_CURRENT_LIST_DIR}/clock_test.cpp)

if(TENSIX_VERILATOR)
  tensix_rtl(rtl_edge_counter edge_counter SOURCES ${CMAKE_CURRENT_LIST_DIR}/edge_counter.sv COVERAGE)
  add_executable(test_verilated_block ${CMAKE_CURRENT_LIST_DIR}/verilated_block_test.cpp)
  target_link_libraries(test_verilated_block PRIVATE tensix_catch_main rtl_edge_counter tensix_warnings)
  target_include_directories(test_verilated_block PRIVATE ${PROJECT_SOURCE_DIR})
  cosim_test(verilated_block COMMAND test_verilated_block)
endif()
