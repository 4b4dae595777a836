#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every fuzz target (tests/fuzz/*.cpp, built with clang's libFuzzer) for its share of the time and prints a table. Exit code 1
# when there is a finding: the inputs are kept, and `build/asan/tests/fuzz_TARGET INPUT` repeats one.
# Usage: run.sh [--seconds S] [--seed N] [--build FOLDER] [--findings FOLDER] [--jobs N] [TARGET...]
#   --seconds S        of all targets together, on each of the jobs (default 120)
#   --seed N           of the first target, those after it count on (default: the time)
#   --build FOLDER     of the preset asan (default build/asan)
#   --findings FOLDER  for inputs that ended a target, and logs (default FOLDER/tests/fuzz of the build)
#   --jobs N           targets at a time (default: as many as there are cores)
#   --help             this text
script=$(realpath "${BASH_SOURCE[0]}")
root=$(cd "$(dirname "$script")/../.." && pwd)
set -euo pipefail
usage() { sed -n '3,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$script"; }
die() { echo "fuzz: $*" >&2; exit 2; }

seconds=120 seed=$(($(date +%s) % 1000000000)) build=$root/build/asan findings='' jobs=$(nproc) targets=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds | --seed | --build | --findings | --jobs)
      [ $# -gt 1 ] || die "$1 wants a value"
      declare "${1#--}=$2"
      shift ;;
    --help | -h) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *) targets+=("$1") ;;
  esac
  shift
done
for number in "$seconds" "$seed" "$jobs"; do [[ $number =~ ^[0-9]{1,9}$ ]] || die "'$number' is not a number"; done
[ "$jobs" -gt 0 ] || die "--jobs 0: nothing would run"
if [ ${#targets[@]} = 0 ]; then
  for source in "$root"/tests/fuzz/*.cpp; do
    name=$(basename "$source" .cpp)
    [ "$name" = driver ] || targets+=("$name")
  done
fi
findings=${findings:-$build/tests/fuzz}
mkdir -p "$findings"
share=$(((seconds * jobs + ${#targets[@]} - 1) / ${#targets[@]}))
[ "$share" -gt 0 ] || share=1  # 0 would be: without end

# one TARGET SEED: libFuzzer in a process of its own; what it says goes to TARGET.log. New inputs that reach new code are collected
# in TARGET.new, beside the corpus of the repository.
one() {
  local name=$1 program=$build/tests/fuzz_$1 corpus=$root/tests/fuzz/corpus/$1 options=()
  [ -f "$root/tests/fuzz/$name.dict" ] && options+=("-dict=$root/tests/fuzz/$name.dict")
  mkdir -p "$findings/$name.new"
  "$program" "-seed=$2" "-max_total_time=$share" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
    "-artifact_prefix=$findings/$name-" ${options[@]+"${options[@]}"} "$findings/$name.new" "$corpus" \
    > "$findings/$name.log" 2>&1
}

for i in "${!targets[@]}"; do
  name=${targets[i]}
  [ -x "$build/tests/fuzz_$name" ] || die "$build/tests/fuzz_$name is not built: cmake --preset asan && cmake --build --preset asan --target fuzz"
  grep -qs libFuzzer "$build/tests/fuzz_$name" || die "the targets in $build have no libFuzzer (clang++, scripts/setup.sh --clang)"
done
echo "fuzz: ${#targets[@]} targets, $share s each, $jobs at a time, seed $seed"
running=0
for i in "${!targets[@]}"; do
  name=${targets[i]}
  rm -f "$findings/$name".{log,status}
  (if one "$name" $((seed + i)); then echo 0; else echo $?; fi > "$findings/$name.status") &
  running=$((running + 1))
  if [ $running -ge "$jobs" ]; then
    wait -n || true
    running=$((running - 1))
  fi
done
wait

total=0 found=0
printf '%-10s %12s %10s %8s  %s\n' target executions per-second corpus findings
for name in "${targets[@]}"; do
  log=$findings/$name.log
  number() { sed -n "s/^stat::$1: *//p" "$log" | tail -1; }
  executions=$(number number_of_executed_units) rate=$(number average_exec_per_sec) finding=none
  corpus=$(sed -n 's/.* corp: \([0-9]*\).*/\1/p' "$log" | tail -1)
  if [ "$(cat "$findings/$name.status" 2> /dev/null || echo lost)" != 0 ]; then
    found=$((found + 1))
    finding=$(sed -n 's/.*Test unit written to //p' "$log" | tail -1)
    finding="${finding:-see $log}: $(grep -am1 -e FINDING: -e 'ERROR: ' -e 'runtime error:' -e 'terminate called' "$log" | cut -c1-100)"
  fi
  total=$((total + ${executions:-0}))
  printf '%-10s %12s %10s %8s  %s\n' "$name" "${executions:-?}" "${rate:-?}" "${corpus:-?}" "$finding"
done
printf '%-10s %12s %10s %8s  %s\n' all $total '' '' "$found targets with a finding (seed $seed)"
[ $found = 0 ]
