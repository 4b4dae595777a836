# SPDX-License-Identifier: Apache-2.0
# tests/trace: the files of --trace and --vcd, read by strict readers. After cli.cmake, whose process it uses.
file(GLOB trace_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/trace/*.cpp)
add_executable(test_trace ${trace_sources} ${CMAKE_CURRENT_LIST_DIR}/platform/no_simulation.cpp)
target_link_libraries(test_trace PRIVATE tensix_catch_main tensix_cli_process tensix_app nlohmann_json::nlohmann_json tensix_warnings)
add_dependencies(test_trace tensix-tlm)
tensix_plain_driver(test_trace OPTIMISED)
add_test(NAME trace COMMAND test_trace)
set_tests_properties(trace PROPERTIES TIMEOUT 300)
