# Pages that show what a run of the program says, and the version that all name.
find_program(PYTHON3 python3)
if(PYTHON3)
  add_test(NAME walk COMMAND ${PYTHON3} ${PROJECT_SOURCE_DIR}/scripts/walk.py --check --binary $<TARGET_FILE:tensix-tlm>)
  add_test(NAME version COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/pages/version_test.py $<TARGET_FILE:tensix-tlm>
           ${PROJECT_VERSION} ${PROJECT_BINARY_DIR}/tensix_tlm-config-version.cmake)
endif()
