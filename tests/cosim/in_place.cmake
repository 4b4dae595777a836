# SPDX-License-Identifier: Apache-2.0
# RTL of examples/rtl in the place of units, and beside them: nothing changes, and a planted bug is found.
if(TENSIX_VERILATOR)
  # in_place(NAME [SLOW] [SAMPLE N] ARGUMENTS ...): tests/cosim/in_place.py; every N-th run, and of those one in eight under the sanitizers.
  function(in_place name)
    cmake_parse_arguments(P "SLOW" "SAMPLE" "ARGUMENTS" ${ARGN})
    set(slow "")
    if(P_SLOW)
      set(slow SLOW)
    endif()
    set(sample "")
    if(P_SAMPLE)
      if(TENSIX_TLM_SANITIZE)
        math(EXPR P_SAMPLE "${P_SAMPLE} * 8")
      endif()
      set(sample --sample ${P_SAMPLE})
    endif()
    cosim_test(in_place_${name} ${slow} TIMEOUT 900 COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cosim/in_place.py
      $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm> ${sample} ${P_ARGUMENTS})
  endfunction()
  # in_place_of(NAME SAMPLE UNIT...): samples in every mode of the clock and, where there is one, in shadow. Every third of all
  # vectors, experiments and kernels with the default clock is one test: all units at once, and each alone by turns; others for the
  # sanitizers.
  set(no_difference --unlike "shadow: RTL has answered otherwise than the model 0 times" --unlike "shadow: compared of ")
  set(places "")
  function(in_place_of name sample)
    list(TRANSFORM ARGN REPLACE "(.+)" "units.\\1=rtl" OUTPUT_VARIABLE rtl)
    list(TRANSFORM ARGN REPLACE "(.+)" "units.\\1=shadow" OUTPUT_VARIABLE shadow)
    list(JOIN rtl "," rtl)
    list(JOIN shadow "," shadow)
    if(TENSIX_TLM_SANITIZE)
      in_place(${name} SAMPLE ${sample} ARGUMENTS --place ${rtl})
    endif()
    in_place(${name}_free SAMPLE 37 ARGUMENTS --place ${rtl} --set rtl.clock=free)
    in_place(${name}_gated SAMPLE 41 ARGUMENTS --place ${rtl} --set rtl.clock=gated)
    if(NOT name STREQUAL core_source)
      in_place(${name}_shadow SAMPLE 29 ARGUMENTS --place ${shadow} ${no_difference})
    endif()
    set(places ${places} --place ${rtl} PARENT_SCOPE)
  endfunction()
  in_place_of(l1 12 l1)
  in_place_of(matrix_issue 12 matrix_unit)
  in_place_of(config_issue 23 config_unit)
  in_place_of(unit_issue 23 vector_unit sync_unit scalar_unit misc_unit mover)
  in_place_of(core_source 12 players)
  in_place_of(packers 23 packers)
  in_place_of(unpackers 23 unpacker0 unpacker1)
  # PACRs that leave no beat, and those of some read interfaces.
  in_place(pacrs ARGUMENTS --folder ${CMAKE_CURRENT_SOURCE_DIR}/cosim/pacrs --place units.packers=rtl
    --place units.packers=rtl,rtl.clock=gated --place units.packers=shadow ${no_difference})
  # Instruction FIFOs in the timeline, which players of the model fill ahead of the simulation.
  in_place(pushes ARGUMENTS --folder ${CMAKE_CURRENT_SOURCE_DIR}/cosim/players --place units.players=rtl)
  # Whole programs: reader, compute and writer on both interfaces.
  in_place(noc_lazy SAMPLE 2 ARGUMENTS --programs --place units.noc0=rtl,units.noc1=rtl)
  foreach(clock free gated)
    in_place(noc_${clock} SAMPLE 4 ARGUMENTS --programs --place units.noc0=rtl,units.noc1=rtl --set rtl.clock=${clock})
  endforeach()
  in_place(noc_shadow SAMPLE 4 ARGUMENTS --programs --place units.noc0=shadow,units.noc1=shadow ${no_difference})
  cosim_test(noc_shadow_says COMMAND $<TARGET_FILE:tensix-tlm-rtl> program ${PROJECT_SOURCE_DIR}/examples/programs/add/add.json --quiet
    --set units.noc0=shadow)
  set_tests_properties(noc_shadow_says PROPERTIES
    PASS_REGULAR_EXPRESSION "compared of noc0: [1-9][0-9]* headers of packets, [1-9][0-9]* loads")
  in_place(all SLOW SAMPLE 3 ARGUMENTS --turns ${places})
  in_place(l1_and_unpackers SAMPLE 59 ARGUMENTS --place units.l1=rtl,units.unpacker0=shadow,units.unpacker1=shadow ${no_difference})
  # Recorded units alone, as RTL.
  set(with_bugs)
  if(NOT TENSIX_TLM_SANITIZE)
    set(with_bugs $<TARGET_FILE:tensix-tlm-bugs>)
  endif()
  cosim_test(replay_rtl TIMEOUT 300 COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cosim/replay_test.py
    $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm> ${CMAKE_CURRENT_SOURCE_DIR}/vectors $<TARGET_FILE:soak>
    ${with_bugs})
  in_place(together SAMPLE 53
    ARGUMENTS --place units.unpacker0=rtl,units.unpacker1=rtl,units.packers=rtl,units.matrix_unit=rtl,units.vector_unit=rtl,units.config_unit=rtl,units.sync_unit=rtl,units.scalar_unit=rtl,units.misc_unit=rtl,units.mover=rtl,units.players=rtl)
  # Random streams, dense where rules of a unit meet: each unit alone, all together, other cycles.
  function(issue_streams name)
    cosim_test(issue_streams_${name} TIMEOUT 300 COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cosim/issue_streams.py
      $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm> ${ARGN})
  endfunction()
  set(issue_units config_unit vector_unit sync_unit scalar_unit misc_unit mover matrix_unit)
  set(all_units ${issue_units} unpacker0 unpacker1 packers)
  list(TRANSFORM issue_units PREPEND "--place=" OUTPUT_VARIABLE issue_places)
  list(TRANSFORM all_units PREPEND "--place=" OUTPUT_VARIABLE all_places)
  issue_streams(alone)
  issue_streams(together --seeds 2 ${all_places} --set rtl.clock=gated)
  issue_streams(free --seeds 1 ${issue_places} --set rtl.clock=free)
  issue_streams(other_cycles --seeds 2 ${issue_places} --set config_unit.cfgshiftmask_cycles=5
    --set config_unit.stream_read_cycles=1 --set config_unit.stream_prepare_cycles=4 --set config_unit.overlay_read_cycles=3
    --set config_unit.rdcfg_gpr_write_cycles=3 --set vector_unit.issue_cycles=2 --set vector_unit.exchange_cycles=5
    --set vector_unit.multiply_add_cycles=4 --set vector_unit.drain_cycles=3 --set sync_unit.latency_cycles=4
    --set scalar_unit.flop_cycles=5 --set scalar_unit.atomic_cycles=30 --set scalar_unit.arithmetic_split_cycles=9)

  # Not under the sanitizers, which see the same code without the bug.
  if(TENSIX_TLM_SANITIZE)
    return()
  endif()
  # bug_binary(NAME FOLDER DEFINE [WAVES] [COVERAGE]): tensix-tlm-bug-NAME with examples/rtl/FOLDER, whose top has that name, with DEFINE.
  function(bug_binary name folder define)
    set(rtl ${PROJECT_SOURCE_DIR}/examples/rtl/${folder})
    file(GLOB packages ${PROJECT_SOURCE_DIR}/cosim/rtl/sv/*_pkg.sv) # in front of those who import them
    file(GLOB sources ${rtl}/*.sv)
    file(GLOB blocks ${rtl}/*.cpp)
    tensix_rtl(rtl_bug_${name} ${folder} SOURCES ${packages} ${sources} DEFINES ${define} ${ARGN})
    add_executable(tensix-tlm-bug-${name} $<TARGET_OBJECTS:tensix_main> ${blocks})
    target_link_libraries(tensix-tlm-bug-${name} PRIVATE tensix_app tensix_commit tensix_warnings rtl_bug_${name})
    target_compile_options(tensix-tlm-bug-${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endfunction()
  # tensix-tlm-bugs: tensix-tlm-rtl with all that is planted in it, of which TENSIX_PLANTED_BUG names one: a build for all.
  add_executable(tensix-tlm-bugs $<TARGET_OBJECTS:tensix_main> ${CMAKE_CURRENT_LIST_DIR}/planted_bugs.cpp)
  target_link_libraries(tensix-tlm-bugs PRIVATE tensix_app tensix_commit tensix_warnings)
  target_compile_options(tensix-tlm-bugs PRIVATE $<$<CONFIG:Release>:-O1>)
  file(GLOB packages ${PROJECT_SOURCE_DIR}/cosim/rtl/sv/*_pkg.sv)
  function(with_bugs target folder)
    file(GLOB sources ${PROJECT_SOURCE_DIR}/examples/rtl/${folder}/*.sv)
    tensix_rtl(${target} ${folder} SOURCES ${packages} ${sources} DEFINES TENSIX_PLANTED_BUGS ${ARGN})
    target_link_libraries(tensix-tlm-bugs PRIVATE ${target})
  endfunction()
  foreach(folder config_issue core_source l1 matrix_issue packer_output unit_issue unpacker_fetch)
    with_bugs(rtl_bugs_${folder} ${folder})
    file(GLOB blocks ${PROJECT_SOURCE_DIR}/examples/rtl/${folder}/*.cpp)
    target_sources(tensix-tlm-bugs PRIVATE ${blocks})
  endforeach()
  with_bugs(rtl_bugs_packer_output_one packer_output PREFIX Vpacker_output_one PARAMETERS STREAMS=1)
  # planted(NAME BINARY UNIT [arguments of planted_bug_test.py]): with the binary that has the bug.
  function(planted name binary unit)
    cosim_test(planted_bug_${name} COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cosim/planted_bug_test.py
      $<TARGET_FILE:${binary}> $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm> --unit ${unit} ${ARGN})
  endfunction()
  # planted_bug(BUG UNIT [arguments]): one of tensix-tlm-bugs.
  function(planted_bug bug unit)
    planted(${unit}_${bug} tensix-tlm-bugs ${unit} --bug ${bug} ${ARGN})
  endfunction()
  set(two_blocks stream ${CMAKE_CURRENT_SOURCE_DIR}/experiments/TWOBLK-elwmul.scn)
  set(copies run datacopy --shape 128x128 --on-undefined warn --maxclk 100000)
  # A block of Dst may be read a cycle too early (scripts/cosim_demo.sh has this binary).
  bug_binary(matrix_issue matrix_issue TENSIX_BUG_HAZARD)
  planted(matrix_issue tensix-tlm-bug-matrix_issue matrix_unit --told ELWMUL
    --shadow "matrix_unit: T1 \"ELWMUL" --shadow "dst_block_hazard until cycle" --run ${two_blocks})
  # An error for each unit of an issue stage (unit_issue.sv has five), two of the configuration unit.
  function(planted_in_stream bug unit)
    planted_bug(${bug} ${unit} ${ARGN} --run stream ${unit}:0 --on-undefined warn)
  endfunction()
  planted_in_stream(early_shift config_unit
    --shadow "CFGSHIFTMASK.*takes effect in cycle [0-9]+ in RTL, in cycle [0-9]+ in the model")
  planted_in_stream(lost_bit config_unit --shadow "request for word [0-9]+: RTL writes 0x[0-9a-f]+ .*, the model 0x[0-9a-f]+")
  planted_in_stream(lost_lreg vector_unit --shadow "RTL starts it .*, model waits: vector_dependency until cycle")
  planted_in_stream(lost_mutex sync_unit --shadow "ATGETM.*RTL starts it .*, model waits: mutex until cycle")
  planted_in_stream(short_hold scalar_unit --shadow "model waits: scalar_unit_in_flight until cycle")
  planted_in_stream(one_thread misc_unit --shadow "RTL waits: unit_busy until cycle [0-9]+, model starts it")
  planted_in_stream(late_move mover --shadow "XMOV.*RTL waits: unit_busy until cycle [0-9]+, model")
  # An assertion fails.
  bug_binary(stops matrix_issue TENSIX_BUG_STOPS WAVES COVERAGE)
  cosim_test(rtl_failure COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cosim/rtl_failure_test.py $<TARGET_FILE:tensix-tlm-bug-stops>
    ${CMAKE_CURRENT_SOURCE_DIR}/experiments/TWOBLK-elwmul.scn)
  cosim_test(rtl_coverage COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cosim/rtl_coverage_test.py
    $<TARGET_FILE:tensix-tlm-bug-stops> $<TARGET_FILE:tensix-tlm-rtl> $<TARGET_FILE:tensix-tlm> ${PROJECT_SOURCE_DIR})
  cosim_test(rtl_idle COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cosim/idle_test.py $<TARGET_FILE:tensix-tlm-rtl>)
  # A bank serves a beat, but its client is not told.
  planted_bug(lost_grant l1 --told "l1\\." --told 0x[0-9a-f]+
    --shadow "l1.*transfer [0-9]+ of [a-z0-9_]+, beat [0-9]+, address 0x[0-9a-f]+: RTL grants it in cycle" --shadow "compared of l1: [0-9]+ beats by cycle and port" --run run matmul --shape 96x96x96 --config documented)
  # A byte of some writes is lost.
  planted_bug(lost_byte l1 --told "l1\\." --told 0x[0-9a-f]+ --data "cycle [0-9]+, l1: transfer [0-9]+ of pack.*, beat [0-9]+, address 0x[0-9a-f]+: behind the write RTL holds [0-9a-f]+, written was [0-9a-f]+"
    --data "the result is not that of the same run with models alone: tiles or pages that differ: [0-9]+ of 64, the first is output, tile "
    --shadow "l1: transfer [0-9]+ of pack.*behind the write RTL holds" --run run datacopy --shape 256x256)
  # The 20th write of a core is lost.
  planted_bug(lost_push players --told "issue\\.t" --run ${two_blocks})
  # A beat is lost; the buffer takes one more than it holds (the settings fill it to the mark); a bank is handed over early.
  planted_bug(lost_beat packers --told "l1\\." --told " issued \"" --shadow ", packers: "
    --run ${copies} --config documented)
  planted_bug(full_mark packers --told "issue\\.t2" --told " issued \"" --shadow ", packers: "
    --run ${copies} --config documented --set packer.pipeline_latency_cycles=0 --set packer.longest_transfer_cycles=1
    --set packer.output_buffer_beats=4)
  planted_bug(early_bank unpacker0 --told "handover\\.srca" --told " issued \""
    --shadow ", unpacker0: " --run ${copies} --config blackhole)
  # A reset in the middle of a run; and RTL that forgets to reset a register.
  cosim_test(reset_in_run COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cosim/reset_test.py $<TARGET_FILE:tensix-tlm-rtl>
    $<TARGET_FILE:tensix-tlm-bugs> $<TARGET_FILE:tensix-tlm> ${CMAKE_CURRENT_SOURCE_DIR}/vectors)
  set_tests_properties(reset_in_run PROPERTIES ENVIRONMENT TENSIX_PLANTED_BUG=forgets_threads)
  # Backpressure at random; and what only that shows.
  cosim_test(random_delay COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cosim/random_delay_test.py $<TARGET_FILE:tensix-tlm-rtl>
    $<TARGET_FILE:tensix-tlm-bugs> $<TARGET_FILE:tensix-tlm> ${CMAKE_CURRENT_SOURCE_DIR}/vectors)
  set_tests_properties(random_delay PROPERTIES ENVIRONMENT TENSIX_PLANTED_BUG=late_grant)
  # The same, and others, by random streams; says how long each took.
  cosim_test(planted_found TIMEOUT 600 COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/cosim/planted_found_test.py
    $<TARGET_FILE:tensix-tlm-bugs> $<TARGET_FILE:tensix-tlm> $<TARGET_FILE:soak>)
endif()
