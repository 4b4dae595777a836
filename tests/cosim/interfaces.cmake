# The SystemVerilog interfaces in a simulator with four states.
find_program(TENSIX_IVERILOG iverilog)
find_program(TENSIX_VVP vvp)
if(TENSIX_IVERILOG AND TENSIX_VVP)
  cosim_test(interfaces_with_four_states COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/four_states.py ${TENSIX_IVERILOG} ${TENSIX_VVP})
else()
  message(STATUS "Icarus Verilog was not found (scripts/setup.sh installs it): tests of interfaces with four states are left out")
endif()
