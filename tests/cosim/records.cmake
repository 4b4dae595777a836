# SPDX-License-Identifier: Apache-2.0
# Records of one unit (docs/records.md): the page's table, replays of the model, and RTL driven by a record without C++.
cosim_test(records COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/records_test.py $<TARGET_FILE:tensix-tlm>
  ${PROJECT_SOURCE_DIR}/docs/records.md ${CMAKE_CURRENT_SOURCE_DIR})

find_program(TENSIX_IVERILOG iverilog)
find_program(TENSIX_VVP vvp)
set(record_benches)
if(TENSIX_VERILATOR AND NOT TENSIX_TLM_SANITIZE)
  find_program(TENSIX_VERILATOR_BINARY verilator REQUIRED)
  set(sv ${PROJECT_SOURCE_DIR}/cosim/rtl/sv)
  set(bench ${PROJECT_SOURCE_DIR}/examples/rtl)
  # record_bench(TOP VARIANT SOURCES...): a program of Verilator alone, of the right RTL (RIGHT), or with a macro, or with a planted
  # error (planted_NAME); appended to record_benches.
  function(record_bench top variant)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/${top}_${variant})
    string(REGEX REPLACE "^planted_(.+)$" "TENSIX_PLANTED_NAME=\"\\1\"" variant ${variant})
    add_custom_command(OUTPUT ${folder}/V${top}
      COMMAND ${TENSIX_VERILATOR_BINARY} --binary --timing --assert ${bench_options}
              -Wno-fatal -Wno-lint -Wno-style --timescale 1ns/1ps -D${variant} -I${CMAKE_CURRENT_FUNCTION_LIST_DIR} -I${sv} --Mdir ${folder}
              --top-module ${top} ${ARGN} > ${folder}.log
      DEPENDS ${ARGN}
      COMMENT "Verilating ${top} (${variant})" VERBATIM)
    set(record_benches ${record_benches} ${folder}/V${top} PARENT_SCOPE)
  endfunction()
  foreach(variant RIGHT TENSIX_BUG_HAZARD)
    record_bench(matrix_issue_bench ${variant} ${sv}/tt_issue_pkg.sv ${sv}/tt_record_reader.sv ${sv}/tt_issue_if.sv
      ${sv}/tt_issue_driver.sv ${bench}/matrix_issue/matrix_issue.sv ${bench}/bench/matrix_issue_bench.sv)
  endforeach()
  foreach(variant RIGHT planted_lost_beat)
    record_bench(packer_output_bench ${variant} ${sv}/tt_dst_if.sv ${sv}/tt_record_reader.sv ${sv}/tt_packer_driver.sv
      ${bench}/packer_output/pack_issue.sv ${bench}/packer_output/packer_output.sv ${bench}/bench/packer_output_bench.sv)
  endforeach()
  # Rules of an interface, as concurrent assertions.
  record_bench(config_if_test RIGHT ${sv}/tt_config_if.sv ${CMAKE_CURRENT_LIST_DIR}/config_if_test.sv)
  # The agent in classes, beside a tile of the C library.
  set(agent ${CMAKE_CURRENT_BINARY_DIR}/issue_agent_bench)
  set(agent_sources ${PROJECT_SOURCE_DIR}/cosim/capi/tensix_pkg.sv ${sv}/tt_issue_if.sv ${bench}/bench/issue_agent.sv
    ${bench}/bench/issue_agent_bench.sv)
  add_custom_command(OUTPUT ${agent}/Vissue_agent_bench
    COMMAND ${TENSIX_VERILATOR_BINARY} --binary --timing --assert ${bench_options}
            -Wno-fatal -Wno-lint -Wno-style --timescale 1ns/1fs --Mdir ${agent} --top-module issue_agent_bench
            -LDFLAGS "$<TARGET_FILE:tensix_cosim> -Wl,-rpath,$<TARGET_FILE_DIR:tensix_cosim>" ${agent_sources} > ${agent}.log
    DEPENDS ${agent_sources} tensix_cosim
    COMMENT "Verilating the agent's bench" VERBATIM)
  list(APPEND record_benches ${agent}/Vissue_agent_bench)
  add_custom_target(record_benches ALL DEPENDS ${record_benches})
endif()
if(TENSIX_IVERILOG AND TENSIX_VVP)
  cosim_test(records_bench TIMEOUT 600 COMMAND ${PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/records_bench_test.py $<TARGET_FILE:tensix-tlm>
    ${CMAKE_CURRENT_SOURCE_DIR}/vectors ${TENSIX_IVERILOG} ${TENSIX_VVP} ${record_benches})
else()
  message(STATUS "Icarus Verilog was not found (scripts/setup.sh installs it): the test records_bench is left out")
endif()
