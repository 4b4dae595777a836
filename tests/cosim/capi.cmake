# The C library (testbench/capi), from C, C++, Python and SystemVerilog.
enable_language(C)
set(capi_folder ${CMAKE_CURRENT_LIST_DIR})

function(tensix_capi_test name)
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS cosim TIMEOUT 300)
endfunction()

# Golden vectors: bytes and cycles of `tensix-tlm stream`. All of them: capi_stream_test PROGRAM 1 tests/vectors.
add_executable(capi_stream_test ${capi_folder}/capi_stream_test.cpp ${capi_folder}/capi_player.cpp)
target_link_libraries(capi_stream_test PRIVATE tensix_cosim tensix_bench_core nlohmann_json::nlohmann_json tensix_warnings)
tensix_capi_test(cosim_capi_stream capi_stream_test $<TARGET_FILE:tensix-tlm> 20 ${CMAKE_CURRENT_SOURCE_DIR}/vectors)

# Not part of the test run: what the library costs, for scripts/bench.sh --cosim.
add_executable(capi_bench EXCLUDE_FROM_ALL ${CMAKE_CURRENT_SOURCE_DIR}/benchmarks/capi_bench.cpp ${capi_folder}/capi_player.cpp)
target_link_libraries(capi_bench PRIVATE tensix_cosim tensix_bench_core nlohmann_json::nlohmann_json tensix_warnings)
