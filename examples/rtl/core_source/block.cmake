# SPDX-License-Identifier: Apache-2.0
tensix_rtl_unit(core_source core_source SOURCES core_source.sv)
