# SPDX-License-Identifier: Apache-2.0
# The SystemVerilog interfaces in a simulator with four states.
find_program(TENSIX_IVERILOG iverilog)
find_program(TENSIX_VVP vvp)
if(TENSIX_IVERILOG AND TENSIX_VVP)
  cosim_test(interfaces_with_four_states COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/four_states.py ${TENSIX_IVERILOG} ${TENSIX_VVP})
else()
  message(STATUS "Icarus Verilog was not found (scripts/setup.sh installs it): tests of interfaces with four states are left out")
endif()

# The monitors: event logs from RTL, beside the model's.
if(TENSIX_VERILATOR AND NOT TENSIX_TLM_SANITIZE)
  set(sv ${PROJECT_SOURCE_DIR}/cosim/rtl/sv)
  set(watched matrix_issue unpacker_fetch)
  add_executable(tensix-tlm-monitored $<TARGET_OBJECTS:tensix_main>)
  target_link_libraries(tensix-tlm-monitored PRIVATE tensix_app tensix_commit tensix_warnings)
  target_compile_options(tensix-tlm-monitored PRIVATE $<$<CONFIG:Release>:-O1>)
  foreach(folder ${watched})
    file(GLOB sources ${PROJECT_SOURCE_DIR}/examples/rtl/${folder}/*.sv)
    file(GLOB blocks ${PROJECT_SOURCE_DIR}/examples/rtl/${folder}/*.cpp)
    tensix_rtl(rtl_monitored_${folder} ${folder} SOURCES ${sv}/tt_issue_pkg.sv ${sources} DEFINES TT_EVENTS)
    target_sources(tensix-tlm-monitored PRIVATE ${blocks})
    target_link_libraries(tensix-tlm-monitored PRIVATE rtl_monitored_${folder})
  endforeach()
  find_program(TENSIX_VERILATOR_BINARY verilator REQUIRED)
  set(pins ${CMAKE_CURRENT_BINARY_DIR}/monitors)
  add_custom_command(OUTPUT ${pins}/Vmonitors_test
    COMMAND ${TENSIX_VERILATOR_BINARY} --binary ${bench_options} -Wall -Wpedantic --assert --Mdir ${pins} -I${sv} --top-module monitors_test
            ${CMAKE_CURRENT_LIST_DIR}/monitors_test.sv > ${pins}.log
    DEPENDS ${CMAKE_CURRENT_LIST_DIR}/monitors_test.sv ${sv}/tt_event_log.sv ${sv}/tt_l1_port_monitor.sv ${sv}/tt_src_monitor.sv
            ${sv}/tt_dst_monitor.sv ${sv}/tt_core_monitor.sv ${sv}/tt_noc_monitor.sv ${sv}/tt_l1_port_if.sv ${sv}/tt_src_if.sv
            ${sv}/tt_dst_if.sv ${sv}/tt_core_if.sv ${sv}/tt_noc_if.sv
    COMMENT "Verilating the testbench of the monitors" VERBATIM)
  add_custom_target(monitors_pins ALL DEPENDS ${pins}/Vmonitors_test)
  cosim_test(monitors COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/monitors_test.py $<TARGET_FILE:tensix-tlm-monitored>
    $<TARGET_FILE:tensix-tlm> ${pins}/Vmonitors_test)
endif()
