#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every stream file that has an expected output and compares the two as text.
# Usage: conformance.sh [DIR [BINARY [AREA...]]]
#   DIR     holds one folder an area with NAME.scn and NAME.expect; default tests/vectors of this repository
#   BINARY  tensix-tlm; default $TENSIX_TLM, else build/release/tensix-tlm of this repository
#   AREA    only these folders
# DIR/exceptions, if there is one, names the vectors that silicon is known to contradict, "AREA/NAME reason" a line: those must
# not pass. Prints the failing names and one line an area, at the end the sum. Exit status: 0 all passed, 1 some failed, 2 wrong usage.
# With CONFORMANCE_HAZARDS=1 every run has --hazards=warn, and a stream in which a hazard is named has failed.
set -u

case ${1:-} in --help | -h) sed -n '3,11s/^# //p' "$0"; exit 0 ;; esac
root=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] || set -- "$root/tests/vectors"
[ -d "$1" ] || { echo "not a folder: $1; conformance.sh --help says what is wanted" >&2; exit 2; }
binary=${2:-${TENSIX_TLM:-$root/build/release/tensix-tlm}}
command -v -- "$binary" > /dev/null || { echo "no such program: $binary" >&2; exit 2; }
export binary

# Some files: prints "pass AREA NAME" or "fail AREA NAME REASON" of each. (Two processes a file: more would take longer than the runs.)
run_some() {
  local file name area output status errors options=()
  errors=$(mktemp)
  [ -z "${CONFORMANCE_HAZARDS:-}" ] || options=(--hazards=warn)
  for file; do
    name=${file##*/} name=${name%.scn} area=${file%/*} area=${area##*/}
    output=$(timeout "${CONFORMANCE_TIMEOUT:-60}" "$binary" stream "$file" "${options[@]}" 2> "$errors")
    status=$?
    [[ $'\n'$output != *$'\nmark '* ]] || output=$(sed '/^mark /d' <<< "$output")
    if [ "$status" -eq 0 ] && [[ $'\n'$(< "$errors") == *$'\nhazard: '* ]]; then
      echo "fail $area $name ($(grep '^hazard: ' "$errors" | head -n 1 | cut -c 1-200))"
    elif [ "$status" -eq 0 ] && [ "$output" = "$(< "${file%.scn}.expect")" ]; then
      echo "pass $area $name"
    elif [ "$status" -eq 124 ]; then
      echo "fail $area $name (timeout)"
    elif [ "$status" -ne 0 ]; then
      echo "fail $area $name (exit status $status: $(tail -n 1 "$errors" | cut -c 1-200))"
    else
      echo "fail $area $name (output differs)"
    fi
  done
  rm -f "$errors"
}
export -f run_some

results=$(mktemp)
trap 'rm -f "$results"' EXIT
areas=()
for area in "${@:3}"; do areas+=("$1/$area"); done
[ ${#areas[@]} -gt 0 ] || areas=("$1"/*/)
find "${areas[@]}" -mindepth 1 -maxdepth 1 -name '*.scn' -print0 | sort -z |
  while IFS= read -r -d '' f; do [ -f "${f%.scn}.expect" ] && printf '%s\0' "$f"; done |
  xargs -0 -r -n 20 -P "$(nproc)" bash -c 'run_some "$@"' _ > "$results"

if [ ! -s "$results" ]; then
  echo "no *.scn with an *.expect in the sub-folders of $1" >&2
  exit 2
fi
exceptions=/dev/null
[ -f "$1/exceptions" ] && exceptions=$1/exceptions
sort -k 2,3 "$results" | awk -v exceptions="$exceptions" '
  BEGIN { while ((getline line < exceptions) > 0) if (split(line, word, " ") && word[1] !~ /^#/) excepted[word[1]] = 1 }
  function close_area() { if (area != "") printf "%s: %d passed, %d failed\n", area, passed, failed; passed = failed = 0 }
  $2 != area { close_area(); area = $2 }
  ($2 "/" $3) in excepted && $1 == "fail" { ++contradicted; next }
  ($2 "/" $3) in excepted { $0 = "fail " $2 " " $3 " (passes, though it is among the exceptions)" }
  $1 == "pass" { ++passed; ++all_passed }
  $1 == "fail" { ++failed; ++all_failed; sub(/^fail [^ ]+ /, ""); print "  failed: " $0 }
  END {
    close_area()
    if (contradicted) printf "%d contradicted by silicon, as listed\n", contradicted
    printf "%d passed, %d failed\n", all_passed, all_failed
    exit all_failed > 0
  }'
