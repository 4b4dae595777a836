#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# RTL in the place of the matrix unit's issue stage (examples/rtl/matrix_issue), with a planted bug: a block of Dst may be read a
# cycle too early. Installs what is missing, builds it, runs it beside the model, and prints where their event logs part.
# Usage: cosim_demo.sh [--no-install]
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"
case ${1:-} in --help | -h) usage; exit 0 ;; esac

scripts/setup.sh --rtl "$@"
tests=ON
build release tensix-tlm tensix-tlm-rtl tensix-tlm-bug-matrix_issue
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
stream=tests/experiments/TWOBLK-elwmul.scn

say "the model, RTL, and RTL with the bug"
build/release/tensix-tlm stream $stream --events "$logs/model.jsonl"
build/release/examples/rtl/tensix-tlm-rtl stream $stream --set units.matrix_unit=rtl --events "$logs/rtl.jsonl"
build/release/tests/tensix-tlm-bug-matrix_issue stream $stream --set units.matrix_unit=rtl --events "$logs/bug.jsonl"

say "RTL and model: diff-events model.jsonl rtl.jsonl"
build/release/tensix-tlm diff-events "$logs/model.jsonl" "$logs/rtl.jsonl"
say "RTL with the bug and model: diff-events model.jsonl bug.jsonl"
status=0
build/release/tensix-tlm diff-events "$logs/model.jsonl" "$logs/bug.jsonl" || status=$?
[ "$status" = 1 ] || die "diff-events should have found the bug (exit status 1, not $status)"
say "found. The bug: TENSIX_BUG_HAZARD in examples/rtl/matrix_issue/matrix_issue.sv; next: docs/cosim-issue.md"
