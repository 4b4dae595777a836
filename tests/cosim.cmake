# Co-simulation with RTL: event logs, RTL beside the model, the C library; label cosim. A file a topic in tests/cosim; those that want
# Verilator test TENSIX_VERILATOR themselves. After cli.cmake, whose process they use.
file(GLOB topics CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/cosim/*.cmake)
foreach(topic ${topics})
  include(${topic})
endforeach()
