tensix_rtl_unit(core_source core_source SOURCES ${PROJECT_SOURCE_DIR}/testbench/cosim/sv/tt_core_if.sv core_source.sv)
