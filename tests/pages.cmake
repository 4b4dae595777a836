# Pages that show what a run of the program says.
find_program(PYTHON3 python3)
if(PYTHON3)
  add_test(NAME walk COMMAND ${PYTHON3} ${PROJECT_SOURCE_DIR}/scripts/walk.py --check --binary $<TARGET_FILE:tensix-tlm>)
endif()
