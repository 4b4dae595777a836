# SPDX-License-Identifier: Apache-2.0
# The C library (cosim/capi), from C, C++, Python and SystemVerilog.
enable_language(C)
set(capi_folder ${CMAKE_CURRENT_LIST_DIR})

function(tensix_capi_test name)
  cosim_test(${name} TIMEOUT 300 COMMAND ${ARGN})
endfunction()

# Golden vectors: bytes and cycles of `tensix-tlm stream`. All of them: capi_stream_test PROGRAM 1 tests/vectors.
add_executable(capi_stream_test ${capi_folder}/capi_stream_test.cpp ${capi_folder}/capi_player.cpp)
target_link_libraries(capi_stream_test PRIVATE tensix_cosim tensix_functional nlohmann_json::nlohmann_json tensix_warnings)
tensix_capi_test(cosim_capi_stream capi_stream_test $<TARGET_FILE:tensix-tlm> 20 ${CMAKE_CURRENT_SOURCE_DIR}/vectors)

# Not part of the test run: what the library costs, for scripts/bench.sh --cosim.
add_executable(capi_bench EXCLUDE_FROM_ALL ${CMAKE_CURRENT_SOURCE_DIR}/benchmarks/capi_bench.cpp ${capi_folder}/capi_player.cpp)
target_link_libraries(capi_bench PRIVATE tensix_cosim tensix_functional nlohmann_json::nlohmann_json tensix_warnings)

# All functions and the misuse of each, from C99; the same as C++, where the header must serve as well.
find_package(Threads REQUIRED)
configure_file(${capi_folder}/capi_test.c ${CMAKE_CURRENT_BINARY_DIR}/capi_test_as_cxx.cpp COPYONLY)
add_executable(capi_test_c ${capi_folder}/capi_test.c)
set_target_properties(capi_test_c PROPERTIES C_STANDARD 99 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
# The sanitizers' runtime is the C++ compiler's, which need not be of the C compiler's make.
set_target_properties(capi_test_c PROPERTIES LINKER_LANGUAGE CXX)
if(TENSIX_TLM_SANITIZE)
  target_compile_options(capi_test_c PRIVATE -fno-sanitize=all)
endif()
add_executable(capi_test_cxx ${CMAKE_CURRENT_BINARY_DIR}/capi_test_as_cxx.cpp)
foreach(language c cxx)
  target_link_libraries(capi_test_${language} PRIVATE tensix_cosim Threads::Threads)
  target_compile_options(capi_test_${language} PRIVATE -Wall -Wextra -Wpedantic -Werror)
  target_compile_definitions(capi_test_${language} PRIVATE _GNU_SOURCE $<$<BOOL:${TENSIX_TLM_SANITIZE}>:CAPI_SANITIZED>)
  tensix_capi_test(cosim_capi_${language} capi_test_${language})
endforeach()
if(TENSIX_TLM_SANITIZE)
  set_tests_properties(cosim_capi_c PROPERTIES LABELS "cosim;slow") # the library is the one that cosim_capi_cxx calls
endif()

# Within a SystemC simulation of the caller's.
add_executable(capi_systemc_test ${capi_folder}/capi_systemc_test.cpp)
target_link_libraries(capi_systemc_test PRIVATE tensix_cosim SystemC::systemc tensix_warnings)
target_include_directories(capi_systemc_test PRIVATE ${PROJECT_SOURCE_DIR})
target_compile_definitions(capi_systemc_test PRIVATE $<$<BOOL:${TENSIX_TLM_SANITIZE}>:CAPI_SANITIZED>)
if(TENSIX_SYSTEMC_APART)
  tensix_capi_test(cosim_capi_systemc capi_systemc_test)
endif()

# What the libraries show: the functions that tensix.h declares; each of them is on the page, and in the package but for those that
# it names. And that they share nothing with the process.
set(capi_libraries $<TARGET_FILE:tensix_cosim>)
if(TENSIX_VERILATOR)
  list(APPEND capi_libraries $<TARGET_FILE:tensix_cosim_rtl>)
endif()
if(TENSIX_SYSTEMC_APART AND NOT TENSIX_TLM_SANITIZE) # they share the sanitizer
  cosim_test(cosim_capi_symbols COMMAND ${PYTHON3} ${capi_folder}/capi_symbols.py ${PROJECT_SOURCE_DIR} ${capi_libraries})
endif()

# From Python and SystemVerilog. A process of theirs that loads a sanitized library would need the sanitizer's runtime before
# everything else: left out there; the same calls are made from C.
set(capi_vectors D_matmul/mv_bfp4_d16_wide A_datacopy/tile4_bf16_bf16_fp32_fp32_elwadd G_pack/ydst_1 H_unpack/double_buffer)
list(TRANSFORM capi_vectors REPLACE "(.+)" "${CMAKE_CURRENT_SOURCE_DIR}/vectors/\\1.scn" OUTPUT_VARIABLE capi_vector_files)
find_program(TENSIX_VERILATOR_BINARY verilator)
if(TENSIX_TLM_SANITIZE)
  message(STATUS "Sanitizers: the C library's tests from Python and SystemVerilog are left out")
else()
  tensix_capi_test(cosim_capi_page ${PYTHON3} ${capi_folder}/capi_page.py ${PROJECT_SOURCE_DIR}/docs/c-library.md
    $<TARGET_FILE:tensix_cosim> ${PROJECT_SOURCE_DIR}/cosim/capi ${PROJECT_SOURCE_DIR}/cosim/capi/tensix_pkg.sv)
  tensix_capi_test(cosim_capi_python ${PYTHON3} ${capi_folder}/capi_test.py $<TARGET_FILE:tensix_cosim> $<TARGET_FILE:tensix-tlm> ${capi_vector_files})
  if(TARGET elf_programs)
    tensix_capi_test(cosim_capi_programs ${PYTHON3} ${capi_folder}/capi_programs_test.py $<TARGET_FILE:tensix_cosim> $<TARGET_FILE:tensix-tlm>
      ${PROJECT_BINARY_DIR}/tests/elf_programs)
  endif()
  # RTL in tiles of the library: the model's bytes, cycles and events; planted errors become records.
  if(TENSIX_VERILATOR)
    file(GLOB issue_block ${PROJECT_SOURCE_DIR}/examples/rtl/matrix_issue/*.cpp)
    foreach(bug matrix_issue stops) # in_place.cmake has made them
      tensix_cosim_library(tensix_cosim_bug_${bug} ${issue_block})
      target_link_libraries(tensix_cosim_bug_${bug} PRIVATE rtl_bug_${bug} tensix_warnings)
    endforeach()
    tensix_capi_test(cosim_capi_rtl ${PYTHON3} ${capi_folder}/capi_rtl_test.py $<TARGET_FILE:tensix_cosim_rtl>
      $<TARGET_FILE:tensix_cosim_bug_matrix_issue> $<TARGET_FILE:tensix_cosim_bug_stops> $<TARGET_FILE:tensix_cosim> ${capi_vector_files}
      ${CMAKE_CURRENT_SOURCE_DIR}/experiments/TWOBLK-elwmul.scn)
  endif()
  if(TENSIX_VERILATOR_BINARY)
    set(capi_sv ${CMAKE_CURRENT_BINARY_DIR}/capi_sv)
    set(capi_sv_sources ${PROJECT_SOURCE_DIR}/cosim/capi/tensix_pkg.sv ${capi_folder}/capi_bench.sv)
    add_custom_command(OUTPUT ${capi_sv}/Vcapi_bench
      COMMAND ${TENSIX_VERILATOR_BINARY} --binary --timing -Wno-fatal -Wno-lint -Wno-style --assert -O3 ${bench_make} --timescale 1ns/1fs --top-module capi_bench -Mdir ${capi_sv}
        -CFLAGS -O2 -LDFLAGS "$<TARGET_FILE:tensix_cosim> -Wl,-rpath,$<TARGET_FILE_DIR:tensix_cosim>" ${capi_sv_sources} > ${CMAKE_CURRENT_BINARY_DIR}/capi_sv.log
      DEPENDS ${capi_sv_sources} tensix_cosim
      COMMENT "Verilating the testbench of the C library")
    set(capi_sv_programs "")
    if(TARGET elf_programs)
      set(capi_sv_programs --programs ${PROJECT_BINARY_DIR}/tests/elf_programs)
    endif()
    add_custom_target(capi_sv ALL DEPENDS ${capi_sv}/Vcapi_bench)
    tensix_capi_test(cosim_capi_sv ${PYTHON3} ${capi_folder}/capi_sv_test.py ${capi_sv}/Vcapi_bench $<TARGET_FILE:tensix-tlm> ${capi_vector_files} ${capi_sv_programs})
  else()
    message(STATUS "Verilator was not found: the C library's test from SystemVerilog is left out")
  endif()
endif()
