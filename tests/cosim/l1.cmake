# L1: the adapters of its pins with blocks in C++, the example examples/rtl/l1 against the pseudo-code and in the model's place, with
# and without a planted bug, and the rules of the interface in four states.
add_executable(test_sc_l1_pins ${CMAKE_CURRENT_LIST_DIR}/l1_pins_test.cpp ${PROJECT_SOURCE_DIR}/tests/external_parts/runs.cpp)
target_link_libraries(test_sc_l1_pins PRIVATE tensix_testbench tensix_warnings)
target_include_directories(test_sc_l1_pins PRIVATE ${PROJECT_SOURCE_DIR})
add_test(NAME sc_l1_pins COMMAND test_sc_l1_pins)
set_tests_properties(sc_l1_pins PROPERTIES LABELS cosim TIMEOUT 300)

find_program(TENSIX_IVERILOG iverilog)
if(TENSIX_IVERILOG)
  add_test(NAME l1_port_four_states COMMAND ${CMAKE_CURRENT_LIST_DIR}/l1_four_states.sh ${TENSIX_IVERILOG} ${PROJECT_SOURCE_DIR})
  set_tests_properties(l1_port_four_states PROPERTIES LABELS cosim)
else()
  message(STATUS "iverilog was not found: the test l1_port_four_states is left out")
endif()

find_program(PYTHON3 python3)
if(TENSIX_VERILATOR AND PYTHON3)
  set(l1_folder ${PROJECT_SOURCE_DIR}/examples/rtl/l1)
  tensix_rtl(rtl_l1_lost_grant l1 SOURCES ${l1_folder}/l1.sv ${l1_folder}/l1_arbiter.sv ${l1_folder}/l1_banks.sv
    DEFINES L1_BUG_LOST_GRANT)

  # Random traffic; with the bug it must find it.
  foreach(variant l1 l1_lost_grant)
    add_executable(test_sc_rtl_${variant} ${CMAKE_CURRENT_LIST_DIR}/l1_rtl_test.cpp)
    target_link_libraries(test_sc_rtl_${variant} PRIVATE rtl_${variant} tensix_testbench tensix_warnings)
    target_include_directories(test_sc_rtl_${variant} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests)
  endforeach()
  add_test(NAME sc_rtl_l1 COMMAND test_sc_rtl_l1)
  add_test(NAME sc_rtl_l1_lost_grant COMMAND test_sc_rtl_l1_lost_grant --lost-grant)
  set_tests_properties(sc_rtl_l1 sc_rtl_l1_lost_grant PROPERTIES LABELS cosim TIMEOUT 300)

  # Some of all runs in CI; all of them with the label slow.
  function(l1_in_place name labels)
    add_test(NAME in_place_${name} COMMAND ${PYTHON3} ${PROJECT_SOURCE_DIR}/tests/cosim/in_place.py $<TARGET_FILE:tensix-tlm-rtl>
      $<TARGET_FILE:tensix-tlm> ${ARGN})
    set_tests_properties(in_place_${name} PROPERTIES LABELS "${labels}" TIMEOUT 900)
  endfunction()
  l1_in_place(l1 cosim --set units.l1=rtl --sample 12)
  l1_in_place(l1_free cosim --set units.l1=rtl --set rtl.clock=free --sample 37)
  l1_in_place(l1_gated cosim --set units.l1=rtl --set rtl.clock=gated --sample 41)
  l1_in_place(l1_shadow cosim --set units.l1=shadow --sample 29 --unlike "shadow: RTL has answered otherwise than the model 0 times")
  l1_in_place(l1_all "cosim;slow" --set units.l1=rtl)

  # The same with a bug: a bank serves a beat, but its client is not told.
  add_executable(tensix-tlm-bug-l1 ${PROJECT_SOURCE_DIR}/testbench/cli/main.cpp ${l1_folder}/block.cpp)
  target_link_libraries(tensix-tlm-bug-l1 PRIVATE tensix_testbench tensix_warnings rtl_l1_lost_grant)
  target_compile_definitions(tensix-tlm-bug-l1 PRIVATE TENSIX_TLM_VERSION="${PROJECT_VERSION}")
  add_test(NAME planted_bug_l1 COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/l1_bug_test.py $<TARGET_FILE:tensix-tlm-bug-l1>
    $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(planted_bug_l1 PROPERTIES LABELS cosim TIMEOUT 120)
endif()

if(TENSIX_VERILATOR AND PYTHON3)
  add_test(NAME l1_waves COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/l1_waves_test.py $<TARGET_FILE:tensix-tlm-rtl>)
  set_tests_properties(l1_waves PROPERTIES LABELS cosim TIMEOUT 60)
endif()
if(TENSIX_VERILATOR AND PYTHON3 AND TARGET examples)
  add_test(NAME l1_elf COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/l1_elf_test.py $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm>
    ${PROJECT_BINARY_DIR}/examples/elf)
  set_tests_properties(l1_elf PROPERTIES LABELS cosim TIMEOUT 120)
endif()
