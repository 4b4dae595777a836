# SPDX-License-Identifier: Apache-2.0
# The vector unit across rows, columns and tiles.
if(TENSIX_NUMPY_PYTHON)
  add_test(NAME device_topk COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/topk_test.py $<TARGET_FILE:tensix-tlm>)
  add_test(NAME device_rows COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/rows_test.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(device_topk device_rows PROPERTIES LABELS "device;slow" TIMEOUT 300)
endif()
