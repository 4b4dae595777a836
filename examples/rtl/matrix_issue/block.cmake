# SPDX-License-Identifier: Apache-2.0
tensix_rtl_unit(matrix_issue matrix_issue SOURCES ${TENSIX_TLM_SHARE}/cosim/rtl/sv/tt_issue_pkg.sv matrix_issue.sv)
target_sources(tensix_rtl_blocks PRIVATE matrix_issue/matrix_issue_port.cpp)
