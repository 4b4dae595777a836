tensix_rtl_unit(packer_output packer_output SOURCES ${PROJECT_SOURCE_DIR}/testbench/cosim/sv/tt_dst_if.sv packer_output.sv
  pack_stream.sv)
