# SPDX-License-Identifier: Apache-2.0
# tests/report: the page of --report, as a file and in a browser.
add_executable(test_report ${CMAKE_CURRENT_LIST_DIR}/report/report_page_test.cpp ${CMAKE_CURRENT_LIST_DIR}/report/report_timeline_test.cpp
                           ${CMAKE_CURRENT_LIST_DIR}/report/window_recorder_test.cpp ${CMAKE_CURRENT_LIST_DIR}/report/density_recorder_test.cpp
                           ${CMAKE_CURRENT_LIST_DIR}/report/timeline_data_test.cpp ${CMAKE_CURRENT_LIST_DIR}/platform/no_simulation.cpp)
target_link_libraries(test_report PRIVATE tensix_catch_main tensix_cli_process tensix_app tensix_warnings)
add_dependencies(test_report tensix-tlm)
tensix_plain_driver(test_report OPTIMISED)
tensix_catch_test(report)
add_test(NAME report_library COMMAND sha256sum --check --quiet SHA256SUMS)
set_tests_properties(report_library PROPERTIES WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/third_party/echarts)

# By clicking, and by pictures, which stay in build/PRESET/report_pictures. Skipped, with a word, where there is no Chromium.
add_test(NAME report_browser COMMAND ${CMAKE_CURRENT_LIST_DIR}/report/browser_test.sh $<TARGET_FILE:tensix-tlm>
         ${PROJECT_BINARY_DIR}/report_pictures)
set_tests_properties(report_browser PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900 LABELS slow)

# Every kind of page, at three widths in both themes; pictures stay in build/PRESET/page_pictures.
if(PYTHON3)
  add_test(NAME pages_layout COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/report/layout_test.py $<TARGET_FILE:tensix-tlm> ${PROJECT_BINARY_DIR}/page_pictures)
  tensix_may_skip(pages_layout)
  set_tests_properties(pages_layout PROPERTIES TIMEOUT 900 LABELS slow)
endif()
