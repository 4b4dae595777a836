# SPDX-License-Identifier: Apache-2.0
# tests/cli: the command line as its users meet it, tensix-tlm as a child process.
add_library(tensix_cli_process OBJECT ${CMAKE_CURRENT_LIST_DIR}/cli/tlm_process.cpp)
target_link_libraries(tensix_cli_process PUBLIC tensix_catch PRIVATE tensix_warnings)
target_compile_definitions(tensix_cli_process PRIVATE TENSIX_TLM_BINARY="$<TARGET_FILE:tensix-tlm>"
  $<$<BOOL:${TENSIX_TLM_SANITIZE}>:TENSIX_TESTS_SANITIZED>)

function(tensix_cli_test name)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/cli/)
  add_executable(test_${name} ${ARGN})
  target_link_libraries(test_${name} PRIVATE tensix_catch_main tensix_cli_process tensix_functional nlohmann_json::nlohmann_json
                                             tensix_warnings)
  add_dependencies(test_${name} tensix-tlm)
  tensix_plain_driver(test_${name})
  tensix_catch_test(${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 600)
endfunction()

tensix_cli_test(cli_refused refused_options_test.cpp refused_files_test.cpp)
tensix_cli_test(cli_streams stream_format_test.cpp stuck_test.cpp undefined_test.cpp timeline_test.cpp hazards_test.cpp hazard_kinds_test.cpp
                dump_stream_test.cpp
                stochastic_test.cpp)
tensix_cli_test(cli_kernels kernel_outputs_test.cpp kernel_settings_test.cpp kernel_hazards_test.cpp)
set_tests_properties(cli_kernels PROPERTIES LABELS slow)  # the tests of traces run all kernels under the sanitizers
tensix_cli_test(cli_elf elf_test.cpp)
tensix_cli_test(cli_reports metrics_test.cpp report_text_test.cpp configuration_test.cpp readme_test.cpp)
target_compile_definitions(test_cli_reports PRIVATE TENSIX_README="${PROJECT_SOURCE_DIR}/README.md")

# What a terminal shows.
if(PYTHON3)
  add_test(NAME cli_reset COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/cli/reset_test.py $<TARGET_FILE:tensix-tlm>
           ${CMAKE_CURRENT_LIST_DIR}/vectors)
  add_test(NAME cli_terminal COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/cli/terminal_test.py $<TARGET_FILE:tensix-tlm>)
endif()

# The example programs are not there without a compiler for the cores: then the test says so, or fails if the environment has CI.
tensix_cli_test(cli_elf_examples elf_examples_test.cpp)
target_compile_definitions(test_cli_elf_examples PRIVATE TENSIX_EXAMPLES="${PROJECT_BINARY_DIR}/tests/elf_programs"
  TENSIX_EXAMPLES_SOURCE="${PROJECT_SOURCE_DIR}/examples/elf" TENSIX_RISCV_CXX="${TENSIX_RISCV_CXX}")
if(TARGET elf_programs)
  add_dependencies(test_cli_elf_examples elf_programs)
endif()

# The same in Python: what needs a shell or reads pages.
if(PYTHON3)
  foreach(test command_line completion width bounds energy counters noc_cores hang questions jitter llk_card structure soc stop_at gdb costs)
    add_test(NAME cli_${test} COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/cli/${test}_test.py $<TARGET_FILE:tensix-tlm>)
    set_tests_properties(cli_${test} PROPERTIES TIMEOUT 600)
  endforeach()
  add_test(NAME cli_races COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/cli/races_test.py $<TARGET_FILE:tensix-tlm>
                                  ${CMAKE_CURRENT_LIST_DIR}/vectors ${PROJECT_SOURCE_DIR}/examples/programs)
  set_tests_properties(cli_races PROPERTIES TIMEOUT 600 ENVIRONMENT "$<$<BOOL:${TENSIX_TLM_SANITIZE}>:TENSIX_SANITIZED=1>")
  # A little of what scripts/races.py does.
  add_test(NAME races_shipped COMMAND ${PYTHON3} -B ${PROJECT_SOURCE_DIR}/scripts/races.py $<TARGET_FILE:tensix-tlm> --every 12 --budget 20)
  set_tests_properties(races_shipped PROPERTIES TIMEOUT 600 LABELS slow)
  add_test(NAME cli_metrics_keys COMMAND ${PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/cli/metrics_keys_test.py $<TARGET_FILE:tensix-tlm>
                                         ${PROJECT_BINARY_DIR}/tests/elf_programs)
endif()
