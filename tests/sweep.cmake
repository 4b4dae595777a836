# SPDX-License-Identifier: Apache-2.0
# tests/sweep: studies, sweeps and comparisons, and the scripts that use them.
add_executable(test_study sweep/study_test.cpp sweep/search_test.cpp sweep/lever_result_test.cpp sweep/last_word_test.cpp platform/no_simulation.cpp)
target_link_libraries(test_study PRIVATE tensix_catch_main tensix_app tensix_warnings)
add_test(NAME study COMMAND test_study)

tensix_cli_test(compare ../sweep/compare_test.cpp)

# Sets of tests in Python; those of pictures are skipped where matplotlib is missing.
if(PYTHON3)
  foreach(script sweep tools levers speedup)
    add_test(NAME ${script}_py COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/sweep/${script}_test.py $<TARGET_FILE:tensix-tlm>)
    set_tests_properties(${script}_py PROPERTIES TIMEOUT 300 LABELS slow)  # hundreds of processes: not for the sanitizers
  endforeach()
  add_test(NAME plots_py COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/sweep/plots_test.py)
  # Skipped, with a word, where there is no Chromium.
  add_test(NAME study_pages_py COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/sweep/page_test.py $<TARGET_FILE:tensix-tlm>)
  tensix_may_skip(plots_py)
  set_tests_properties(study_pages_py PROPERTIES SKIP_RETURN_CODE 77) # there are systems without a package of Chromium
  set_tests_properties(plots_py study_pages_py PROPERTIES TIMEOUT 300 LABELS slow)
else()
  message(STATUS "python3 is missing: tests of sweeps and scripts are left out")
endif()
# Skipped, with the reason, where there is no Slurm (scripts/setup.sh --slurm).
add_test(NAME sweep_slurm COMMAND ${CMAKE_CURRENT_LIST_DIR}/sweep/slurm_test.sh $<TARGET_FILE:tensix-tlm>)
set_tests_properties(sweep_slurm PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 LABELS slow)
