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
