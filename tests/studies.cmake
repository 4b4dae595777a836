# SPDX-License-Identifier: Apache-2.0
# The pages of docs/studies say what the model gives. Skipped where there is no python3.
add_test(NAME studies COMMAND ${PROJECT_SOURCE_DIR}/scripts/studies.sh --check --binary $<TARGET_FILE:tensix-tlm>)
tensix_may_skip(studies)
set_tests_properties(studies PROPERTIES TIMEOUT 300 LABELS slow)
if(PYTHON3)
  add_test(NAME studies_py COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/sweep/studies_test.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(studies_py PROPERTIES TIMEOUT 300 LABELS slow)
endif()
