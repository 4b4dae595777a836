# SPDX-License-Identifier: Apache-2.0
# A core and a NoC over pins (docs/cosim-core.md): the adapters with blocks in C++; deadlocks of players in RTL.
cosim_program_test(sc_core_adapter ${CMAKE_CURRENT_LIST_DIR}/core_adapter_test.cpp)
cosim_program_test(sc_noc_adapter ${CMAKE_CURRENT_LIST_DIR}/noc_adapter_test.cpp)
if(TENSIX_VERILATOR)
  cosim_program_test(sc_noc_copy ${CMAKE_CURRENT_LIST_DIR}/noc_copy_test.cpp)
  target_link_libraries(test_sc_noc_copy PRIVATE rtl_noc_copy)
  cosim_test(core_deadlock COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/core_deadlock_test.py $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm>)
endif()
