# Co-simulation with RTL: the tests with the label cosim. A file a topic in tests/cosim; those that want Verilator test
# TENSIX_VERILATOR themselves.
file(GLOB topics CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/cosim/*.cmake)
foreach(topic ${topics})
  include(${topic})
endforeach()
