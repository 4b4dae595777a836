# SPDX-License-Identifier: Apache-2.0
# tests/program: program files, their places in memory, and `tensix-tlm program`.
add_executable(test_program ${CMAKE_CURRENT_LIST_DIR}/program/buffer_pages_test.cpp ${CMAKE_CURRENT_LIST_DIR}/program/program_reader_test.cpp
                            ${CMAKE_CURRENT_LIST_DIR}/program/device_tensors_test.cpp
                            ${CMAKE_CURRENT_LIST_DIR}/program/program_waits_test.cpp
                            platform/no_simulation.cpp)
target_link_libraries(test_program PRIVATE tensix_catch_main tensix_programs tensix_warnings)
add_test(NAME program COMMAND test_program)
# Programs that are compiled and run, in Python with NumPy.
if(NOT TENSIX_RISCV_CXX)
  find_program(TENSIX_RISCV_CXX riscv64-unknown-elf-g++)
endif()
if(TENSIX_RISCV_CXX AND TENSIX_NUMPY_PYTHON)
  add_test(NAME program_command COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/program/program_command_test.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(program_command PROPERTIES LABELS device TIMEOUT 600)
  # A row of docs/programs.md's table.
  add_test(NAME scaling COMMAND ${TENSIX_NUMPY_PYTHON} -B ${PROJECT_SOURCE_DIR}/examples/programs/matmul_multicast/scaling.py --grids 8x4 --check)
  set_tests_properties(scaling PROPERTIES LABELS device TIMEOUT 600 ENVIRONMENT "TENSIX_TLM=$<TARGET_FILE:tensix-tlm>")
  if(TARGET tensix_mpi AND NOT TENSIX_TLM_SANITIZE)  # MPI leaves memory behind
    # Ranks that share a processor with others wait for each other for long.
    add_test(NAME ranks COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/program/ranks_test.py $<TARGET_FILE:tensix-tlm>)
    set_tests_properties(ranks PROPERTIES LABELS device TIMEOUT 600 RUN_SERIAL TRUE)
  endif()
endif()
