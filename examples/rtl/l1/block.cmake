# SPDX-License-Identifier: Apache-2.0
# units.l1
tensix_rtl_unit(l1 l1 SOURCES l1.sv l1_arbiter.sv l1_banks.sv)
