# SPDX-License-Identifier: Apache-2.0
# Event logs: lines, comparing, the commands; docs/events.md.
file(GLOB event_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/events_*_test.cpp)
add_executable(test_events ${event_sources} ${CMAKE_CURRENT_LIST_DIR}/../platform/no_simulation.cpp)
target_link_libraries(test_events PRIVATE tensix_catch_main tensix_cli_process tensix_app tensix_warnings)
target_compile_definitions(test_events PRIVATE TENSIX_EVENTS_PAGE="${PROJECT_SOURCE_DIR}/docs/events.md"
  TENSIX_INSTRUCTIONS="${PROJECT_SOURCE_DIR}/models/isa/instructions.def")
add_dependencies(test_events tensix-tlm)
tensix_plain_driver(test_events OPTIMISED)
cosim_test(events TIMEOUT 300 COMMAND test_events)

# The same program with other quanta: a simulation a process.
add_executable(test_events_quantum ${CMAKE_CURRENT_LIST_DIR}/events_quantum.cpp ${main_stack_at_exit})
target_link_libraries(test_events_quantum PRIVATE tensix_catch tensix_app tensix_warnings)
cosim_test(events_quantum TIMEOUT 300 COMMAND test_events_quantum)
set_tests_properties(events events_quantum PROPERTIES ENVIRONMENT SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
