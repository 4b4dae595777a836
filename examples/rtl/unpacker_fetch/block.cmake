# SPDX-License-Identifier: Apache-2.0
tensix_rtl_unit(unpacker_fetch unpacker_fetch SOURCES unpacker_fetch.sv)
