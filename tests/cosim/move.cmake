# Packers and unpackers at the pins: adapters with blocks in C++, the examples in the places of units, their planted bugs, and the
# rules of tt_dst_if and tt_src_if.
set(move_cosim ${CMAKE_CURRENT_LIST_DIR})
function(move_test name)
  add_executable(test_${name} ${move_cosim}/${name}_test.cpp ${PROJECT_SOURCE_DIR}/tests/external_parts/runs.cpp)
  target_link_libraries(test_${name} PRIVATE tensix_testbench tensix_warnings)
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  add_test(NAME ${name} COMMAND test_${name})
  set_tests_properties(${name} PROPERTIES LABELS cosim TIMEOUT 300)
endfunction()
move_test(move_packers)
move_test(move_unpackers)
move_test(move_registers)

find_program(PYTHON3 python3)
find_program(TENSIX_IVERILOG iverilog)
find_program(TENSIX_VVP vvp)
if(TENSIX_IVERILOG AND TENSIX_VVP AND PYTHON3)
  add_test(NAME move_if_four_states COMMAND ${PYTHON3} ${move_cosim}/move_if_test.py ${TENSIX_IVERILOG} ${TENSIX_VVP})
  set_tests_properties(move_if_four_states PROPERTIES LABELS cosim TIMEOUT 60)
endif()

if(TENSIX_VERILATOR AND PYTHON3)
  function(move_in_place name labels)
    add_test(NAME in_place_${name} COMMAND ${PYTHON3} ${move_cosim}/in_place.py $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm>
      ${ARGN})
    set_tests_properties(in_place_${name} PROPERTIES LABELS "${labels}" TIMEOUT 900)
  endfunction()
  # Every 5th run in CI; all of them with the label slow.
  move_in_place(packers cosim --set units.packers=rtl --sample 5)
  move_in_place(packers_free cosim --set units.packers=rtl --set rtl.clock=free --sample 37)
  move_in_place(packers_gated cosim --set units.packers=rtl --set rtl.clock=gated --sample 41)
  move_in_place(packers_shadow cosim --set units.packers=shadow --sample 29)
  foreach(clock lazy gated free)
    move_in_place(packers_all_${clock} "cosim;slow" --set units.packers=rtl --set rtl.clock=${clock})
  endforeach()

  set(both_unpackers --set units.unpacker0=rtl --set units.unpacker1=rtl)
  move_in_place(unpackers cosim ${both_unpackers} --sample 5)
  move_in_place(unpackers_free cosim ${both_unpackers} --set rtl.clock=free --sample 37)
  move_in_place(unpackers_gated cosim ${both_unpackers} --set rtl.clock=gated --sample 41)
  move_in_place(move_all cosim ${both_unpackers} --set units.packers=rtl --sample 43)
  foreach(clock lazy gated free)
    move_in_place(unpackers_all_${clock} "cosim;slow" ${both_unpackers} --set rtl.clock=${clock})
  endforeach()

  # The same with a bug.
  function(move_bug name define folder interface unit stream configuration)
    file(GLOB sources ${PROJECT_SOURCE_DIR}/examples/rtl/${folder}/*.sv)
    tensix_rtl(rtl_bug_${name} ${folder} SOURCES ${PROJECT_SOURCE_DIR}/testbench/cosim/sv/${interface}.sv ${sources} DEFINES ${define})
    add_executable(tensix-tlm-bug-${name} ${PROJECT_SOURCE_DIR}/testbench/cli/main.cpp
      ${PROJECT_SOURCE_DIR}/examples/rtl/${folder}/block.cpp)
    target_link_libraries(tensix-tlm-bug-${name} PRIVATE tensix_testbench tensix_warnings rtl_bug_${name})
    target_compile_definitions(tensix-tlm-bug-${name} PRIVATE TENSIX_TLM_VERSION="${PROJECT_VERSION}")
    add_test(NAME planted_bug_${name} COMMAND ${PYTHON3} ${move_cosim}/move_bug_test.py $<TARGET_FILE:tensix-tlm-bug-${name}>
      $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm> ${unit} ${stream} ${configuration} ${ARGN})
    set_tests_properties(planted_bug_${name} PROPERTIES LABELS cosim TIMEOUT 120)
  endfunction()
  move_bug(lost_beat PLANTED_BUG_LOST_BEAT packer_output tt_dst_if packers l1 documented)
  move_bug(full_mark PLANTED_BUG_FULL_MARK packer_output tt_dst_if packers issue.t2 documented packer.pipeline_latency_cycles=0
    packer.longest_transfer_cycles=1 packer.output_buffer_beats=4)
  move_bug(early_bank PLANTED_BUG_EARLY_BANK unpacker_fetch tt_src_if unpacker0 handover.srca blackhole)
endif()
