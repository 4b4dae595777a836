#!/usr/bin/env bash
# Installs build/release into build/install, then builds and runs tests/external_consumer against that copy alone.
# Usage: install_test.sh   (after the release preset has been built)
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"
case ${1:-} in --help | -h) usage; exit 0 ;; esac

prefix=$root/build/install
rm -rf "$prefix" build/external_consumer
say "install into build/install"
cmake --install build/release --prefix "$prefix" > /dev/null
if grep -rlF "$root" "$prefix" --include='*.cmake'; then
  die "the installed package names the source tree (files above): it would not work elsewhere"
fi
say "build and run tests/external_consumer"
cmake -S tests/external_consumer -B build/external_consumer -G Ninja -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$prefix" > build/external_consumer.log 2>&1 || { cat build/external_consumer.log >&2; exit 1; }
cmake --build build/external_consumer -j "$jobs"
timeout 60 build/external_consumer/external_consumer || die "external_consumer failed, status $? (124: hung)"
(cd build/external_consumer && timeout 60 ./two_tiles) || die "two_tiles failed, status $? (124: hung)"
say "the installed tensix-tlm, away from the source tree"
(cd / && "$prefix/bin/tensix-tlm" run datacopy --shape 32x64 --format bf16 --report "$prefix/report.html" > /dev/null)
grep -q '"format":"tensix-tlm-report"' "$prefix/report.html" || die "the installed tensix-tlm writes no page"
