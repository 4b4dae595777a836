# SPDX-License-Identifier: Apache-2.0
# The vector unit: its functions' words on the unit alone (all 16-bit inputs), the same compiled and run, vFloat, integers,
# Dst as an operand, shipped kernels.
add_executable(test_vector_programs ${CMAKE_CURRENT_LIST_DIR}/vector_programs_test.cpp)
target_link_libraries(test_vector_programs PRIVATE tensix_catch_main tensix_functional tensix_warnings)
add_executable(test_vector_tiles ${CMAKE_CURRENT_LIST_DIR}/vector_tiles_test.cpp)
target_link_libraries(test_vector_tiles PRIVATE tensix_catch_main tensix_functional tensix_warnings)
add_test(NAME device_vector_programs COMMAND test_vector_programs)
add_test(NAME device_vector_tiles COMMAND test_vector_tiles)
set_tests_properties(device_vector_programs device_vector_tiles PROPERTIES LABELS device)
if(PYTHON3)
  add_test(NAME device_vector_coefficients COMMAND ${PYTHON3} -B ${PROJECT_SOURCE_DIR}/scripts/vector_coefficients.py
           --check ${PROJECT_SOURCE_DIR}/workload/vector/coefficients.h)
  add_test(NAME device_instruction_names COMMAND ${PYTHON3} -B ${PROJECT_SOURCE_DIR}/scripts/instruction_names.py --check)
  add_test(NAME device_vector COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/vector_test.py $<TARGET_FILE:tensix-tlm>)
  add_test(NAME device_vector_unary COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/vector_unary_test.py $<TARGET_FILE:tensix-tlm>)
  add_test(NAME device_vector_accuracy COMMAND ${PYTHON3} -B ${PROJECT_SOURCE_DIR}/scripts/vector_functions.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(device_vector_coefficients device_instruction_names device_vector device_vector_unary device_vector_accuracy PROPERTIES LABELS "device;slow" TIMEOUT 300)
endif()
if(TENSIX_NUMPY_PYTHON)
  add_test(NAME device_vector_shipped COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/vector_shipped_test.py
           $<TARGET_FILE:tensix-tlm>)
  add_test(NAME device_listing COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/listing_test.py $<TARGET_FILE:tensix-tlm>)
  add_test(NAME device_sfpi COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/sfpi_test.py $<TARGET_FILE:tensix-tlm>)
  add_test(NAME device_integers COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/integers_test.py $<TARGET_FILE:tensix-tlm>)
  add_test(NAME device_dest_reuse COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/dest_reuse_test.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(device_vector_shipped device_listing device_sfpi device_integers device_dest_reuse PROPERTIES LABELS "device;slow" TIMEOUT 300)
endif()
