# Random programs for the RISC-V cores (tests/soak/riscv_*): the generator, its reference, and both against the timed tile.
set(soak ${CMAKE_CURRENT_LIST_DIR}/soak)
add_library(tensix_soak_riscv STATIC ${soak}/riscv_carried.cpp ${soak}/riscv_float_reference.cpp ${soak}/riscv_line.cpp
            ${soak}/riscv_pieces.cpp ${soak}/riscv_program.cpp ${soak}/riscv_reference.cpp)
target_link_libraries(tensix_soak_riscv PUBLIC tensix_bench_core PRIVATE tensix_warnings)

# With time, and processes.
add_library(tensix_soak_riscv_run STATIC ${soak}/riscv_forked.cpp ${soak}/riscv_run.cpp)
target_link_libraries(tensix_soak_riscv_run PUBLIC tensix_soak_riscv tensix_testbench PRIVATE tensix_warnings)

add_executable(test_soak_riscv ${soak}/riscv_soak_test.cpp)
target_link_libraries(test_soak_riscv PRIVATE tensix_catch tensix_soak_riscv_run tensix_warnings)
add_test(NAME soak_riscv COMMAND test_soak_riscv)
set_tests_properties(soak_riscv PROPERTIES TIMEOUT 300)
