# SPDX-License-Identifier: Apache-2.0
tensix_rtl_unit(packer_output packer_output SOURCES packer_output.sv pack_issue.sv)
# With one stream, for read interfaces: three that stand still take 40 thousand instructions of the host a tile.
set(here ${CMAKE_CURRENT_SOURCE_DIR}/packer_output)
tensix_rtl(rtl_packer_output_one packer_output PREFIX Vpacker_output_one PARAMETERS STREAMS=1 SOURCES ${here}/packer_output.sv
  ${here}/pack_issue.sv)
target_link_libraries(tensix_rtl_blocks PRIVATE rtl_packer_output_one)
