# Random programs for the RISC-V cores (tests/soak/riscv_*): the generator, its reference, and both against the timed tile.
add_library(tensix_soak_riscv STATIC
  ${CMAKE_CURRENT_LIST_DIR}/soak/riscv_carried.cpp
  ${CMAKE_CURRENT_LIST_DIR}/soak/riscv_float_reference.cpp
  ${CMAKE_CURRENT_LIST_DIR}/soak/riscv_pieces.cpp
  ${CMAKE_CURRENT_LIST_DIR}/soak/riscv_program.cpp
  ${CMAKE_CURRENT_LIST_DIR}/soak/riscv_reference.cpp)
target_include_directories(tensix_soak_riscv PUBLIC ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(tensix_soak_riscv PUBLIC tensix_bench_core PRIVATE tensix_warnings)

# With time.
add_library(tensix_soak_riscv_run STATIC ${CMAKE_CURRENT_LIST_DIR}/soak/riscv_run.cpp)
target_link_libraries(tensix_soak_riscv_run PUBLIC tensix_soak_riscv tensix_testbench PRIVATE tensix_warnings)

if(EXISTS /tmp/scratch_cores_probe.cpp)
add_executable(soak_probe /tmp/scratch_cores_probe.cpp)
target_link_libraries(soak_probe PRIVATE tensix_soak_riscv_run)
endif()
