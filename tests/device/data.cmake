# SPDX-License-Identifier: Apache-2.0
# The compute API but the vector unit: all operations, formats and shapes, exact to the bit; misuse; what is unchecked costs nothing.
if(NOT TENSIX_NUMPY_PYTHON)  # kernel.cmake says so
  return()
endif()
foreach(part tour bits shapes misuse allowed formats unchecked)
  add_test(NAME device_data_${part} COMMAND ${TENSIX_NUMPY_PYTHON} -B ${CMAKE_CURRENT_LIST_DIR}/data_test.py $<TARGET_FILE:tensix-tlm> ${part})
  set_tests_properties(device_data_${part} PROPERTIES LABELS device TIMEOUT 300 PROCESSORS 2)
endforeach()
# Under the sanitizers the tour goes everywhere in the model that these do.
set_tests_properties(device_data_bits device_data_shapes device_data_unchecked PROPERTIES LABELS "device;slow")
