#!/bin/bash
# Usage: l1_four_states.sh IVERILOG PROJECT: tt_l1_port_if in a simulator with X finds each of 14 wrong things, names signal and cycle.
set -eu
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT
expect=("well" "cycle 1: req is X" "cycle 1: addr is X" "cycle 2: gnt is X" "cycle 2: req changed before gnt" "cycle 2: gnt without req"
        "cycle 3: no answer to a read" "cycle 3: no answer to a read" "cycle 3: rdata is X" "cycle 3: rvalid is X"
        "cycle 4: wdata is X" "cycle 4: wstrb is X" "cycle 4: a narrow read" "cycle 5: gnt without req" "req in reset")
wrong=0
for i in "${!expect[@]}"; do
  "$1" -g2012 -Wall -DCASE="$i" -o "$folder/a" "$2/tests/cosim/l1_four_states.sv" "$2/testbench/cosim/sv/tt_l1_port_if.sv" 2>"$folder/said" ||
    { cat "$folder/said"; exit 1; }
  if [ -s "$folder/said" ]; then cat "$folder/said"; wrong=1; fi
  out=$(vvp "$folder/a" 2>&1) && status=0 || status=$?
  grep -qF -- "${expect[$i]}" <<<"$out" && [ $((status != 0)) = $((i != 0)) ] && continue
  echo "case $i: wanted '${expect[$i]}', got (status $status): $out"; wrong=1
done
exit $wrong
