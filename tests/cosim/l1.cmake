# L1: the rules of its pins in a simulator of four states.
find_program(TENSIX_IVERILOG iverilog)
if(TENSIX_IVERILOG)
  add_test(NAME l1_port_four_states COMMAND ${CMAKE_CURRENT_LIST_DIR}/l1_four_states.sh ${TENSIX_IVERILOG} ${PROJECT_SOURCE_DIR})
  set_tests_properties(l1_port_four_states PROPERTIES LABELS cosim)
else()
  message(STATUS "iverilog was not found: the test l1_port_four_states is left out")
endif()
