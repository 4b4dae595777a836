# SPDX-License-Identifier: Apache-2.0
# Packers and unpackers at the pins (docs/cosim-move.md): adapters with blocks in C++.
foreach(name move_packers move_unpackers move_registers)
  cosim_program_test(${name} ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp $<TARGET_OBJECTS:external_part_runs>)
endforeach()
