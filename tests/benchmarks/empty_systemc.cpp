// SPDX-License-Identifier: Apache-2.0
// A SystemC program that does nothing: how much of the time of a short run is the library (scripts/bench.sh).
#include <systemc>

int sc_main(int, char**) { return 0; }
