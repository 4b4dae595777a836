# The command stage of a NIU at the pins (docs/cosim-noc.md), against the model's registers; a bug planted in it is found.
if(TENSIX_VERILATOR)
  cosim_program_test(noc_command ${CMAKE_CURRENT_LIST_DIR}/noc_command_test.cpp)
  target_link_libraries(test_noc_command PRIVATE rtl_noc_command)
  if(NOT TENSIX_TLM_SANITIZE)
    tensix_rtl(rtl_bug_noc_command noc_command SOURCES ${PROJECT_SOURCE_DIR}/examples/rtl/noc_command/noc_command.sv
      DEFINES PLANTED_BUG_POSTED)
    add_executable(test_planted_bug_noc_command ${CMAKE_CURRENT_LIST_DIR}/noc_command_test.cpp ${main_stack_at_exit})
    target_link_libraries(test_planted_bug_noc_command PRIVATE tensix_catch tensix_app tensix_warnings rtl_bug_noc_command)
    target_include_directories(test_planted_bug_noc_command PRIVATE ${PROJECT_SOURCE_DIR})
    cosim_test(planted_bug_noc_command COMMAND test_planted_bug_noc_command)
    # The register that differs is named.
    set_tests_properties(planted_bug_noc_command PROPERTIES PASS_REGULAR_EXPRESSION "POSTED_WR_REQ_SENT")
  endif()
endif()
