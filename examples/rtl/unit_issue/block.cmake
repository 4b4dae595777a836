# SPDX-License-Identifier: Apache-2.0
tensix_rtl_unit(unit_issue unit_issue SOURCES ${PROJECT_SOURCE_DIR}/cosim/rtl/sv/tt_issue_pkg.sv unit_issue.sv)
