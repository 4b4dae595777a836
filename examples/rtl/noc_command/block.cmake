# SPDX-License-Identifier: Apache-2.0
tensix_rtl_unit(noc_command noc_command SOURCES noc_command.sv)
