# SPDX-License-Identifier: Apache-2.0
# A checker of the base protocol in front of the L1 of every tile (tests/protocol); who links with it changes nothing else.
add_library(tensix_checker STATIC ${CMAKE_CURRENT_LIST_DIR}/protocol/base_protocol_checker.cpp)
target_link_libraries(tensix_checker PUBLIC tensix_tlm PRIVATE tensix_warnings)
target_include_directories(tensix_checker PUBLIC ${CMAKE_CURRENT_LIST_DIR})
add_library(tensix_checked OBJECT ${CMAKE_CURRENT_LIST_DIR}/protocol/checked_parts.cpp)
target_link_libraries(tensix_checked PUBLIC tensix_checker PRIVATE tensix_warnings)
target_link_options(tensix_checked INTERFACE -Wl,--wrap=_ZN6tensix10tile_partsC1Ev,--wrap=_ZN6tensix10tile_partsC2Ev)
add_executable(tensix-tlm-checked $<TARGET_OBJECTS:tensix_main>)
target_link_libraries(tensix-tlm-checked PRIVATE tensix_checked tensix_app tensix_commit)
set_target_properties(tensix-tlm-checked PROPERTIES TENSIX_OWN_SYSTEMC ${tensix_program_owns_systemc})

# Tests of cycles. Most play stream files with the program (one SystemC simulation a process).
file(GLOB timing_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/timing/*.cpp)
list(FILTER timing_sources EXCLUDE REGEX "/sc_[^/]*$|/main_stack_at_exit.cpp$")
set(main_stack_at_exit "")
if(TENSIX_TLM_SANITIZE)
  set(main_stack_at_exit ${CMAKE_CURRENT_LIST_DIR}/timing/main_stack_at_exit.cpp)
endif()
if(timing_sources)
  add_executable(test_timing ${timing_sources})
  target_link_libraries(test_timing PRIVATE tensix_catch_main tensix_functional nlohmann_json::nlohmann_json tensix_warnings)
  target_compile_definitions(test_timing PRIVATE TENSIX_TLM_PROGRAM="$<TARGET_FILE:tensix-tlm-checked>")
  add_dependencies(test_timing tensix-tlm-checked)
  tensix_plain_driver(test_timing)
  tensix_precompile(test_timing ${tensix_headers_std} <nlohmann/json.hpp> ${CMAKE_CURRENT_LIST_DIR}/catch.h)
  # In groups, so that they run side by side.
  set(timing_groups unpack matrix dst vector config gpr gate frontend hand_over packer mover riscv accounts noc placement invariance hazards)
  # No case is in none of them.
  list(TRANSFORM timing_groups REPLACE "(.+)" "~[\\1]" OUTPUT_VARIABLE in_no_group)
  list(JOIN in_no_group "" in_no_group)
  add_test(NAME timing_groups COMMAND test_timing "${in_no_group}" --list-tests)
  set_tests_properties(timing_groups PROPERTIES PASS_REGULAR_EXPRESSION "(^|\n)0 matching test cases")
  foreach(group IN LISTS timing_groups)
    add_test(NAME timing_${group} COMMAND test_timing "[${group}]")
    set_tests_properties(timing_${group} PROPERTIES TIMEOUT 300)
  endforeach()
  # Hundreds of processes each: the sanitizers see the same code in `vectors`, `soak_riscv` and the other groups.
  foreach(group unpack matrix dst vector config gpr gate frontend packer riscv invariance hazards)
    set_tests_properties(timing_${group} PROPERTIES LABELS slow)
  endforeach()
endif()

# Modules with hand-made surroundings: an executable with its own sc_main each.
file(GLOB sc_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/timing/sc_*_test.cpp ${CMAKE_CURRENT_LIST_DIR}/riscv_core/sc_*_test.cpp)
foreach(source ${sc_sources})
  get_filename_component(name ${source} NAME_WE)
  add_executable(test_${name} ${source} ${main_stack_at_exit})
  target_link_libraries(test_${name} PRIVATE tensix_catch tensix_checked tensix_app tensix_warnings)
  if(TENSIX_TLM_SANITIZE AND name MATCHES "^sc_(calendar|config_pipeline|l1_random|wait_gate)_") # their references reckon much
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON)
  endif()
  add_test(NAME ${name} COMMAND test_${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 120)
  set_property(GLOBAL APPEND PROPERTY tensix_in_process ${name})
endforeach()
if(TENSIX_TLM_SANITIZE)
  set_tests_properties(sc_reset_test PROPERTIES LABELS slow) # the address sanitizer cannot follow processes of SystemC that are killed
endif()

# In every build with an L1 that compares its shortcuts with the rule.
file(GLOB checked_l1 CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/models/memory/l1*.cpp)
list(FILTER checked_l1 EXCLUDE REGEX "_function\\.cpp$")
target_sources(test_sc_l1_random_test PRIVATE ${checked_l1})
target_compile_definitions(test_sc_l1_random_test PRIVATE TENSIX_CHECK_SHORTCUTS TENSIX_CHECK_EVERY_SHORTCUT)
# The build for debuggers, with an event of the kernel for each activation (docs/calendar.md): that is one file, which takes the
# place of the library's. Its own test, and whole runs with the bytes and cycles of the other build.
set(events_calendar ${PROJECT_SOURCE_DIR}/models/time/calendar.cpp)
set_source_files_properties(${events_calendar} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
add_executable(test_sc_calendar_events ${CMAKE_CURRENT_LIST_DIR}/timing/sc_calendar_test.cpp ${events_calendar} ${main_stack_at_exit})
target_link_libraries(test_sc_calendar_events PRIVATE tensix_app tensix_warnings)
add_executable(tensix-tlm-events $<TARGET_OBJECTS:tensix_main> ${events_calendar})
target_link_libraries(tensix-tlm-events PRIVATE tensix_app tensix_commit tensix_warnings)
if(TENSIX_TLM_KERNEL_EVENTS)
  target_compile_definitions(test_sc_calendar_test PRIVATE TENSIX_TLM_KERNEL_EVENTS)
endif()
foreach(target test_sc_calendar_events tensix-tlm-events)
  target_compile_definitions(${target} PRIVATE TENSIX_TLM_KERNEL_EVENTS)
endforeach()
add_test(NAME sc_calendar_events COMMAND test_sc_calendar_events)
add_test(NAME kernel_events COMMAND ${CMAKE_CURRENT_LIST_DIR}/timing/kernel_events.sh $<TARGET_FILE:tensix-tlm> $<TARGET_FILE:tensix-tlm-events>)
set_tests_properties(sc_calendar_events kernel_events PROPERTIES TIMEOUT 120)

# The platform of two tiles that tests/external_consumer builds against an installed copy, here against this tree.
add_executable(test_two_tiles ${CMAKE_CURRENT_LIST_DIR}/external_consumer/two_tiles.cpp ${main_stack_at_exit})
target_link_libraries(test_two_tiles PRIVATE tensix_app tensix_warnings)
add_test(NAME two_tiles COMMAND test_two_tiles)
set_tests_properties(two_tiles PROPERTIES TIMEOUT 60)

# What scripts/bench.sh measures with; built with all the rest, so that a change cannot break it unseen. Host time of a tile with and
# without RISC-V cores.
add_executable(bench_riscv_core ${CMAKE_CURRENT_LIST_DIR}/benchmarks/riscv_core_bench.cpp)
target_include_directories(bench_riscv_core PRIVATE ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(bench_riscv_core PRIVATE tensix_app tensix_warnings)

# The same program with and without time.
add_executable(bench_functional ${CMAKE_CURRENT_LIST_DIR}/benchmarks/functional_bench.cpp)
target_link_libraries(bench_functional PRIVATE tensix_app tensix_functional tensix_warnings)

# What every SystemC program takes to start.
add_executable(bench_empty ${CMAKE_CURRENT_LIST_DIR}/benchmarks/empty_systemc.cpp)
target_link_libraries(bench_empty PRIVATE SystemC::systemc tensix_warnings)
# Loads that wait for stores.
add_executable(bench_store_waits ${CMAKE_CURRENT_LIST_DIR}/benchmarks/store_waits.cpp)
target_link_libraries(bench_store_waits PRIVATE tensix_warnings)

# Tiles that do nothing cost next to nothing.
add_executable(chip_bench ${CMAKE_CURRENT_LIST_DIR}/benchmarks/chip_bench.cpp)
target_include_directories(chip_bench PRIVATE ${CMAKE_CURRENT_LIST_DIR})
target_link_libraries(chip_bench PRIVATE tensix_tlm tensix_warnings)

# Instructions a tile do not grow. Only what is optimised as the figures on record are can be compared with them.
if(CMAKE_BUILD_TYPE STREQUAL Release AND NOT TENSIX_TLM_SANITIZE)
  add_test(NAME instructions COMMAND ${PROJECT_SOURCE_DIR}/scripts/bench.sh --check --binary $<TARGET_FILE:tensix-tlm>)
  set_tests_properties(instructions PROPERTIES SKIP_RETURN_CODE 77 PROCESSORS 2 LABELS slow)
endif()
if(CMAKE_BUILD_TYPE STREQUAL Release AND NOT TENSIX_TLM_SANITIZE AND PYTHON3)
  add_test(NAME idle_tiles COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/benchmarks/chip_test.py $<TARGET_FILE:chip_bench>)
  set_tests_properties(idle_tiles PROPERTIES SKIP_RETURN_CODE 77 LABELS slow)
endif()
