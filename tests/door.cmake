# SPDX-License-Identifier: Apache-2.0
# tests/door: the door of tt-umd. Messages and server alone; and a host of our own beside the program.
add_executable(test_door ${CMAKE_CURRENT_LIST_DIR}/door/messages_test.cpp ${CMAKE_CURRENT_LIST_DIR}/door/server_test.cpp)
target_link_libraries(test_door PRIVATE tensix_catch_main tensix_door tensix_warnings)
add_test(NAME door COMMAND test_door)
set_property(GLOBAL APPEND PROPERTY tensix_in_process door)

add_executable(test_door_client ${CMAKE_CURRENT_LIST_DIR}/door/client_test.cpp)
target_link_libraries(test_door_client PRIVATE tensix_catch_main tensix_cli_process tensix_door nlohmann_json::nlohmann_json tensix_warnings)
target_compile_definitions(test_door_client PRIVATE TENSIX_TLM_BINARY="$<TARGET_FILE:tensix-tlm>")
add_dependencies(test_door_client tensix-tlm)
tensix_plain_driver(test_door_client)
add_test(NAME door_client COMMAND test_door_client)
set_tests_properties(door_client PROPERTIES TIMEOUT 300)
