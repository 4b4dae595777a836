#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Looks for what no test was written for: random programs, malformed inputs and faults, for as long as it may. docs/soak.md says
# what is checked and how to read a finding.
# Usage: soak.sh [--minutes N] [--seed S] [--findings DIR] [--no-build]
#   --minutes N     of all parts together, building not counted (default 5)
#   --seed S        of everything random (default: the time); it is printed first and last
#   --findings DIR  shrunk streams, inputs and logs (default build/soak)
#   --no-build      build/release and build/asan are up to date
# Exit status: 0 nothing found; 1 something found; 2 wrong option.
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

minutes=5 seed=$(($(date +%s) % 1000000000)) findings=$root/build/soak build=yes
while [ $# -gt 0 ]; do
  case $1 in
    --minutes | --seed | --findings)
      [ $# -ge 2 ] || die "$1 wants a value"
      declare "${1#--}=$2"
      shift
      ;;
    --no-build) build=no ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
for number in "$minutes" "$seed"; do [[ $number =~ ^[0-9]{1,9}$ ]] || { echo "soak.sh: '$number' is not a number" >&2; exit 2; }; done
[ "$minutes" -gt 0 ] || { echo "soak.sh: --minutes 0: nothing would run" >&2; exit 2; }

targets=(tensix-tlm soak test_matrix_unit test_packer test_unpacker test_formats test_vector_unit test_sc_l1_random_test
  test_sc_wait_gate_test test_sc_config_pipeline_test test_sc_riscv_programs_test test_sc_core_socket_test test_soak_riscv)
if [ $build = yes ]; then
  build release "${targets[@]}"
  build asan soak fuzz
fi
findings=$(cd "$start" && realpath -m "$findings")
mkdir -p "$findings"
seconds=$((minutes * 60))
began=$SECONDS
say "soak: $minutes minutes, seed $seed, findings in $findings"

rows=() found=0
# part NAME PERCENT FUNCTION: runs `FUNCTION SECONDS`, whose last line says what was done; a status that is not 0 is a finding.
part() {
  local name=$1 budget=$((seconds * $2 / 100)) start=$SECONDS log=$findings/$1.log result=nothing
  [ $budget -gt 0 ] || budget=1
  say "$name: $budget s"
  if "$3" "$budget" > "$log" 2>&1; then :; else
    result=FOUND
    found=$((found + 1))
    tail -n 40 "$log"
  fi
  rows+=("$(printf '%-12s %6d s  %-8s %s' "$name" $((SECONDS - start)) $result "$(tail -n 1 "$log" | cut -c1-100)")")
  say "${rows[-1]}"
}

value() { sed -n "s/^$1  *//p" "$2" | tail -n 1; }

# Random programs on the build that is shipped; on the one with sanitizers; the same ones on both.
programs() {
  build/release/tests/soak --seed "$seed" --seconds "$1" --jobs "$jobs" --coverage --findings "$findings/streams" || return
  echo "$(value programs "$findings/programs.log"); $(value simulations "$findings/programs.log")"
}
sanitized() {
  build/asan/tests/soak --seed $((seed + 1)) --seconds "$1" --jobs "$jobs" --findings "$findings/streams" || return
  echo "$(value programs "$findings/sanitized.log"); $(value simulations "$findings/sanitized.log")"
}
both_builds() {
  local count=$(($1 * 4)) preset
  for preset in release asan; do
    "build/$preset/tests/soak" --seed $((seed + 2)) --programs $count --jobs "$jobs" --findings "$findings/streams" \
      > "$findings/sum.$preset" || return
  done
  [ "$(value sum "$findings/sum.release")" = "$(value sum "$findings/sum.asan")" ] || {
    grep -H '^sum' "$findings"/sum.*
    return 1
  }
  echo "$count programs: the same data and cycles by both compilers, sum $(value sum "$findings/sum.release")"
}
malformed() {
  tests/fuzz/run.sh --seconds "$1" --seed "$seed" --jobs "$jobs" --findings "$findings/inputs" || return
  echo "$(value all "$findings/malformed.log" | cut -d ' ' -f 1) inputs"
}
faults() {
  python3 tests/faults/random_kills.py build/release/tensix-tlm --seed "$seed" --seconds "$1" || return
  awk 'NF == 4 && $2 ~ /^[0-9]+$/ { tries += $2; ended += $3 } END { print tries " runs, " ended " of them ended early" }' \
    "$findings/faults.log"
}
# Units against the independent models that the tests have of them, with other random numbers.
references() {
  local end=$((SECONDS + $1)) rounds=0 test
  while [ $rounds = 0 ] || [ $SECONDS -lt $end ]; do
    rounds=$((rounds + 1))
    for test in "${targets[@]:2}"; do
      [ $rounds = 1 ] || [ $SECONDS -lt $end ] || break
      echo "$test, TENSIX_TEST_SEED=$((seed + rounds))"
      TENSIX_TEST_SEED=$((seed + rounds)) "build/release/tests/$test" || return
    done
  done
  echo "$rounds rounds of $((${#targets[@]} - 2)) tests"
}

part programs 48 programs
part sanitized 14 sanitized
part both_builds 6 both_builds
part malformed 14 malformed
part faults 6 faults
part references 12 references

say "soak: seed $seed, $((SECONDS - began)) s, $found parts with findings"
printf '%s\n' "${rows[@]}"
[ $found = 0 ]
