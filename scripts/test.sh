#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Everything that must pass: installs what is missing, builds and runs all tests (release), lints, installs and uses the installed
# copy from another project, runs all but the slow tests and the fuzz targets under the sanitizers, and soaks for a minute
# (scripts/soak.sh, each time with a new seed, which it prints). Stops at the first failure. Of tests that take long
# (tests/CMakeLists.txt, "turns"), and of files for clang-tidy, each second one, under the sanitizers each fourth: which, a digit of the
# commit's name says.
# Usage: test.sh [--quick] [--all] [--no-install]
#   --quick       release build and its tests only
#   --all         all tests: before a release, and after changes to what only some of those tests look at
#   --no-install  if something is missing, say what and stop
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"

quick=no all=no setup=()
for option in "$@"; do
  case $option in
    --quick) quick=yes ;;
    --all) all=yes ;;
    --no-install) setup+=("$option") ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

# Seconds of one core that each part took on the machine named in forecast(), nothing in a compiler cache. Measured again whenever a part grows: the last line of this script prints what to write here.
declare -A core_seconds=([release_build]=790 [release_tests]=1270 [lint_and_install]=360 [asan_build]=840 [asan_tests]=510 [soak]=165)
parts=(release_build release_tests)
[ $quick = yes ] || parts+=(lint_and_install asan_build asan_tests soak)

forecast() {
  local part total=0
  for part in "${parts[@]}"; do total=$((total + core_seconds[$part] / jobs)); done
  say "${parts[*]//_/ }: about $(((total + 59) / 60)) minutes with $jobs jobs (as measured on two cores of an AMD EPYC server; less if a compiler cache helps)"
}

declare -A took
done_with() {
  took[$1]=$((SECONDS - began))
  say "${1//_/ }: passed (${took[$1]} s, $SECONDS s in all)"
  began=$SECONDS
}

forecast
if [ $quick = yes ]; then scripts/setup.sh ${setup[@]+"${setup[@]}"}; else scripts/setup.sh --lint --clang ${setup[@]+"${setup[@]}"}; fi
began=$SECONDS

half='' others='' others_sanitized='' # labels of the tests that are left out
commit=$(git rev-parse HEAD 2> /dev/null) || commit=0
if [ $all = no ]; then
  digit=$((16#${commit: -1})) half=$((digit % 2)) quarter=$((digit % 4)) quarters=0123
  others="turn$((1 - half))" others_sanitized="turn[${quarters/$quarter/}]"
  say "tests labelled $others are left out, under the sanitizers those labelled $others_sanitized (--all runs them)"
fi
tests=ON
waiting=$((jobs + 1)) # some tests wait for what they have started
build release
done_with release_build
ctest --preset release -j "$waiting" ${others:+-LE "^$others\$"}
done_with release_tests

if [ $quick = no ]; then
  # Side by side: what is installed is used by one process after the other.
  scripts/lint.sh ${half:+--half "$half"} > build/lint.log 2>&1 &
  linting=$!
  trap 'kill $linting 2> /dev/null || true' EXIT
  scripts/install_test.sh
  wait $linting || { cat build/lint.log >&2; exit 1; }
  cat build/lint.log
  trap - EXIT
  done_with lint_and_install

  build asan
  done_with asan_build
  ctest --preset asan_by_label -j "$waiting" -LE "^(slow${others_sanitized:+|$others_sanitized})\$"
  done_with asan_tests

  scripts/soak.sh --no-build --minutes 1
  done_with soak
fi
say "all passed in $SECONDS s; core-seconds:$(for part in "${parts[@]}"; do printf ' [%s]=%d' "$part" $((took[$part] * jobs)); done)"
