# SPDX-License-Identifier: Apache-2.0
# Issue over pins (docs/cosim-issue.md): the adapter with blocks in C++; reasons by the same names in SystemVerilog.
cosim_program_test(sc_issue_port ${CMAKE_CURRENT_LIST_DIR}/issue_port_test.cpp)

add_executable(test_issue_reasons ${CMAKE_CURRENT_LIST_DIR}/issue_reasons_test.cpp)
target_link_libraries(test_issue_reasons PRIVATE tensix_catch_main tensix_warnings)
target_include_directories(test_issue_reasons PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(test_issue_reasons PRIVATE TENSIX_ISSUE_PKG="${PROJECT_SOURCE_DIR}/cosim/rtl/sv/tt_issue_pkg.sv")
cosim_test(issue_reasons COMMAND test_issue_reasons)
