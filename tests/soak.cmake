# SPDX-License-Identifier: Apache-2.0
# Random programs (docs/soak.md). Layer 1: what makes them, for the Tensix threads and for the RISC-V cores.
set(soak ${CMAKE_CURRENT_LIST_DIR}/soak)
file(GLOB soak_generator_sources CONFIGURE_DEPENDS ${soak}/generator*.cpp)
list(FILTER soak_generator_sources EXCLUDE REGEX "_test.cpp$")
add_library(tensix_soak_generator STATIC ${soak_generator_sources} ${soak}/program.cpp ${soak}/coverage.cpp
            ${soak}/architecture.cpp ${soak}/legal.cpp)
target_include_directories(tensix_soak_generator PUBLIC ${PROJECT_SOURCE_DIR})
target_link_libraries(tensix_soak_generator PUBLIC tensix_functional PRIVATE tensix_warnings)
add_library(tensix_soak_riscv STATIC ${soak}/riscv_carried.cpp ${soak}/riscv_float_reference.cpp ${soak}/riscv_line.cpp
            ${soak}/riscv_pieces.cpp ${soak}/riscv_program.cpp ${soak}/riscv_reference.cpp)
target_link_libraries(tensix_soak_riscv PUBLIC tensix_functional PRIVATE tensix_warnings)

# With time, and processes.
add_library(tensix_soak_riscv_run STATIC ${soak}/riscv_forked.cpp ${soak}/riscv_run.cpp)
target_link_libraries(tensix_soak_riscv_run PUBLIC tensix_soak_riscv tensix_app PRIVATE tensix_warnings)
add_executable(soak ${soak}/bench.cpp ${soak}/check.cpp ${soak}/ledger.cpp ${soak}/matrix_reference.cpp
               ${soak}/shrink.cpp ${soak}/soak.cpp ${soak}/variation.cpp)
target_link_libraries(soak PRIVATE tensix_soak_generator tensix_soak_riscv_run tensix_app tensix_warnings)

add_executable(test_soak_generator ${soak}/generator_function_test.cpp)
target_link_libraries(test_soak_generator PRIVATE tensix_soak_generator tensix_catch_main tensix_warnings)
tensix_catch_test(soak_generator)
add_executable(test_soak_riscv ${soak}/riscv_soak_test.cpp)
target_link_libraries(test_soak_riscv PRIVATE tensix_catch tensix_soak_riscv_run tensix_warnings)
add_test(NAME soak_riscv COMMAND test_soak_riscv)
add_executable(test_soak_identity ${soak}/identity_test.cpp)
target_link_libraries(test_soak_identity PRIVATE tensix_soak_generator tensix_app tensix_warnings)
add_test(NAME soak_identity COMMAND test_soak_identity)
set_tests_properties(soak_identity PROPERTIES TIMEOUT 300)
add_executable(test_soak_reset ${soak}/reset_test.cpp)
target_link_libraries(test_soak_reset PRIVATE tensix_soak_generator tensix_app tensix_warnings)
add_test(NAME soak_reset COMMAND test_soak_reset)
set_tests_properties(soak_reset PROPERTIES TIMEOUT 300)
add_executable(test_soak_shrink ${soak}/shrink_function_test.cpp ${soak}/shrink.cpp)
target_link_libraries(test_soak_shrink PRIVATE tensix_soak_generator tensix_catch_main tensix_warnings)
add_test(NAME soak_shrink COMMAND test_soak_shrink)
if(PYTHON3)
  add_test(NAME soak_emit COMMAND ${PYTHON3} -B ${soak}/emit_test.py $<TARGET_FILE:soak> $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(soak_emit PROPERTIES TIMEOUT 120)
endif()
# A little of it in every test run; scripts/soak.sh does the rest.
set(tensix_soak_programs 800)
if(TENSIX_TLM_SANITIZE)
  set(tensix_soak_programs 150)
endif()
add_test(NAME soak COMMAND soak --programs ${tensix_soak_programs} --jobs 1 --findings ${CMAKE_CURRENT_BINARY_DIR}/soak-findings)
set_tests_properties(soak soak_riscv PROPERTIES TIMEOUT 300)
