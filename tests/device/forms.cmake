# SPDX-License-Identifier: Apache-2.0
# Operations and call forms of the compute API that data_test.py does not have.
if(TENSIX_NUMPY_PYTHON)
  add_test(NAME device_forms COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/forms_test.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(device_forms PROPERTIES LABELS "device;slow" TIMEOUT 300)
endif()
