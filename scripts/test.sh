#!/usr/bin/env bash
# Everything that must pass: installs what is missing, builds and runs all tests (release), lints, installs and uses the installed
# copy from another project, and runs all but the slow tests under the sanitizers. Stops at the first failure.
# Usage: test.sh [--no-install]
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"
case ${1:-} in --help | -h) usage; exit 0 ;; esac

took() { say "$1: passed ($((SECONDS - began)) s, $SECONDS s in all)"; began=$SECONDS; }
began=0

scripts/setup.sh --lint "$@"

build release
took "release build"
ctest --preset release -j "$jobs"
took "release tests"

scripts/lint.sh
took "lint"

scripts/install_test.sh
took "install and external consumer"

build asan
took "asan build"
ctest --preset asan -j "$jobs"
took "asan tests"
say "all passed in $SECONDS s"
