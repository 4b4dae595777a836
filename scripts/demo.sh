#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what the program is built with and no more, builds it, and runs a matrix multiplication with its report.
# Usage: demo.sh [--no-install]
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"
case ${1:-} in --help | -h) usage; exit 0 ;; esac

scripts/setup.sh --demo "$@"
build release tensix-tlm
say "C[128,128] = A[128,256] * B[256,128] in bf16 at HiFi2"
(set -x; build/release/tensix-tlm run matmul --shape 128x128x256 --format bf16 --fidelity hifi2)
say "to go on as README.md does: export PATH=$root/build/release:\$PATH"
