# tests/cosim: event logs and RTL beside the model; label cosim. Each part has a file of its own. After cli.cmake, whose process they
# use.
file(GLOB cosim_parts CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/cosim/*.cmake)
foreach(part ${cosim_parts})
  include(${part})
endforeach()
