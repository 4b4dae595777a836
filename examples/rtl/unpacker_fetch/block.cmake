tensix_rtl_unit(unpacker_fetch unpacker_fetch SOURCES ${PROJECT_SOURCE_DIR}/testbench/cosim/sv/tt_src_if.sv unpacker_fetch.sv)
