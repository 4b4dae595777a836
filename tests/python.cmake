# SPDX-License-Identifier: Apache-2.0
# tests/python: the package tensix_tlm, and the notebooks that use it.
if(TENSIX_RISCV_CXX AND TENSIX_NUMPY_PYTHON)
  add_test(NAME python_api COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/python/api_test.py $<TARGET_FILE:tensix-tlm> ${PROJECT_BINARY_DIR}/examples/elf)
  add_test(NAME python_notebooks COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/python/notebook_test.py $<TARGET_FILE:tensix-tlm>)
  tensix_may_skip(python_notebooks)
  set_tests_properties(python_api python_notebooks PROPERTIES TIMEOUT 300 LABELS slow) # many processes: not for the sanitizers
endif()
