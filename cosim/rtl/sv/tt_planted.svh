// SPDX-License-Identifier: Apache-2.0
// Errors that examples have for tests: `PLANTED(name)` in a module declares a bit, which is 0; in RTL made with TENSIX_PLANTED_BUGS it
// is 1 if the environment variable TENSIX_PLANTED_BUG has that name (tests/cosim/planted_bugs.cpp), in RTL made without C++ if
// TENSIX_PLANTED_NAME is it.
`ifndef TT_PLANTED_SVH
`define TT_PLANTED_SVH
`ifdef TENSIX_PLANTED_BUGS
import "DPI-C" function int planted_bug(input string name);
`define PLANTED(NAME) bit NAME; initial NAME = planted_bug(`"NAME`") != 0;
`elsif TENSIX_PLANTED_NAME
`define PLANTED(NAME) localparam bit NAME = `"NAME`" == `TENSIX_PLANTED_NAME;
`else
`define PLANTED(NAME) localparam bit NAME = 0;
`endif
`endif
