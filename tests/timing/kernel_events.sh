#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# kernel_events.sh PROGRAM OTHER: runs with the same traces and event logs.
set -e
one=$(realpath "$1") other=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for run in "matmul --shape 64x64x64" "unary --shape 32x32 --op gelu" "datacopy --shape 64x64 --format fp32"; do
  # shellcheck disable=SC2086 # words
  for program in "$one" "$other"; do
    "$program" run $run --trace trace.json --events events.jsonl >out.txt
    sed '/^host:/d' out.txt | cat - trace.json events.jsonl >"$(basename "$program")".all
  done
  cmp "$(basename "$one")".all "$(basename "$other")".all
done
