# A core over pins (docs/cosim-core.md): the adapter with a block in C++, and examples/rtl/core_source as the player of streams and
# kernels, with and without a planted bug.
add_executable(test_sc_core_adapter ${CMAKE_CURRENT_LIST_DIR}/core_adapter_test.cpp ${main_stack_at_exit})
target_link_libraries(test_sc_core_adapter PRIVATE tensix_catch tensix_testbench tensix_warnings)
add_test(NAME sc_core_adapter COMMAND test_sc_core_adapter)
set_tests_properties(sc_core_adapter PROPERTIES LABELS cosim TIMEOUT 120)
