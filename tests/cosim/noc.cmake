# SPDX-License-Identifier: Apache-2.0
# The command stage of a NIU at the pins (docs/cosim-noc.md), against the model's registers; a bug planted in it is found.
if(TENSIX_VERILATOR)
  cosim_program_test(noc_command ${CMAKE_CURRENT_LIST_DIR}/noc_command_test.cpp)
  target_link_libraries(test_noc_command PRIVATE rtl_noc_command)
  if(NOT TENSIX_TLM_SANITIZE)
    tensix_rtl(rtl_bugs_noc_command noc_command SOURCES ${PROJECT_SOURCE_DIR}/examples/rtl/noc_command/noc_command.sv
      DEFINES TENSIX_PLANTED_BUGS)
    add_executable(test_bugs_noc_command ${CMAKE_CURRENT_LIST_DIR}/noc_command_test.cpp ${CMAKE_CURRENT_LIST_DIR}/planted_bugs.cpp
      ${main_stack_at_exit})
    target_link_libraries(test_bugs_noc_command PRIVATE tensix_catch tensix_app tensix_warnings rtl_bugs_noc_command)
    target_include_directories(test_bugs_noc_command PRIVATE ${PROJECT_SOURCE_DIR})
    # What differs is named: a register, or what is in a packet.
    function(planted_in_noc_command bug named)
      cosim_test(planted_bug_noc_command_${bug} COMMAND test_bugs_noc_command)
      set_tests_properties(planted_bug_noc_command_${bug} PROPERTIES PASS_REGULAR_EXPRESSION "${named}"
        ENVIRONMENT TENSIX_PLANTED_BUG=${bug})
    endfunction()
    planted_in_noc_command(posted_counts "POSTED_WR_REQ_SENT")
    planted_in_noc_command(address_wrap "packet")
    planted_in_noc_command(overtaking "packet")
  endif()
endif()
