tensix_rtl_unit(packer_output packer_output SOURCES packer_output.sv
  pack_stream.sv)
