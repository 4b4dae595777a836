add_executable(soak ${CMAKE_CURRENT_LIST_DIR}/soak/architecture.cpp ${CMAKE_CURRENT_LIST_DIR}/soak/bench.cpp ${CMAKE_CURRENT_LIST_DIR}/soak/check.cpp ${CMAKE_CURRENT_LIST_DIR}/soak/ledger.cpp ${CMAKE_CURRENT_LIST_DIR}/soak/legal.cpp ${CMAKE_CURRENT_LIST_DIR}/soak/shrink.cpp ${CMAKE_CURRENT_LIST_DIR}/soak/variation.cpp ${CMAKE_CURRENT_LIST_DIR}/soak/soak.cpp)
target_link_libraries(soak PRIVATE tensix_soak_generator tensix_soak_riscv_run tensix_testbench tensix_warnings)
# A little of it in every test run; scripts/soak.sh does the rest.
add_test(NAME soak COMMAND soak --programs 400 --jobs 1 --findings ${CMAKE_CURRENT_BINARY_DIR}/soak-findings)
