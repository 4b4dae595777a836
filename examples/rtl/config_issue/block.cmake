# SPDX-License-Identifier: Apache-2.0
tensix_rtl_unit(config_issue config_issue SOURCES ${PROJECT_SOURCE_DIR}/cosim/rtl/sv/tt_issue_pkg.sv config_issue.sv)
