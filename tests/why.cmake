# SPDX-License-Identifier: Apache-2.0
# tests/why: the critical path. (The recorder by itself: test_why.)
if(PYTHON3)
  add_test(NAME why_predictions COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/why/predictions_test.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(why_predictions PROPERTIES TIMEOUT 300 LABELS slow)  # hundreds of processes: not for the sanitizers
  add_test(NAME why_advice COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/why/advice_test.py $<TARGET_FILE:tensix-tlm>)
  add_test(NAME why_users COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/why/users_test.py $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(why_users PROPERTIES TIMEOUT 300 LABELS slow)
endif()
