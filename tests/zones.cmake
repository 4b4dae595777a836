# SPDX-License-Identifier: Apache-2.0
# tests/zones: marks of zones, what is said of them, and their log.
if(TENSIX_RISCV_CXX AND PYTHON3)
  add_test(NAME zones COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/zones/zones_test.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(zones PROPERTIES LABELS device TIMEOUT 600)
endif()
