# SPDX-License-Identifier: Apache-2.0
# `tensix-tlm kernel` itself (the host's side), and the shipped kernels against NumPy.
if(PYTHON3)
  # Under the sanitizers some of it: compiling kernels is most of the time.
  set(some_kernels "")
  if(TENSIX_TLM_SANITIZE)
    set(some_kernels -k tensor -k older_frame -k refused -k last_byte -k wrong_use -k deadlock -k left_over -k unchanged -k many_at_once -k reports)
  endif()
  add_test(NAME device_kernel_command COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/kernel_command_test.py $<TARGET_FILE:tensix-tlm>
    ${some_kernels})
  add_test(NAME device_surface COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/surface_test.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(device_kernel_command device_surface PROPERTIES LABELS device TIMEOUT 600)
  # Every call of workload/device/public_api.csv, and that docs/generated/compute-api.md is so.
  add_test(NAME device_compute_api COMMAND ${PYTHON3} -B ${PROJECT_SOURCE_DIR}/scripts/compute_api.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(device_compute_api PROPERTIES LABELS "device;slow" TIMEOUT 300)
endif()
if(TENSIX_NUMPY_PYTHON)
  add_test(NAME device_shipped_kernels
           COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/shipped_kernels_test.py $<TARGET_FILE:tensix-tlm>)
  add_test(NAME device_python COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/python_test.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(device_shipped_kernels device_python PROPERTIES LABELS "device;slow" TIMEOUT 600)
  add_test(NAME device_dataflow COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/dataflow_test.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(device_dataflow PROPERTIES LABELS device TIMEOUT 600)
else()
  message(STATUS "tests/device: the shipped kernels are not tested, no NumPy (Debian, Ubuntu: package python3-numpy)")
endif()
