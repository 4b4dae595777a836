# SPDX-License-Identifier: Apache-2.0
# No unit of a tile: tests/cosim/noc_copy_test.cpp binds it to a tile's NoC socket.
tensix_rtl(rtl_noc_copy noc_copy SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/noc_copy/noc_copy.sv)
