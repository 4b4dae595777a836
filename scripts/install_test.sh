#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs build/release into build/install, then builds and runs tests/external_consumer, tests/external_parts and tests/external_rtl
# against such copies alone: the last one against one that was installed by DESTDIR and then moved.
# Usage: install_test.sh   (after the release preset has been built)
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"
case ${1:-} in --help | -h) usage; exit 0 ;; esac

prefix=$root/build/install
rm -rf "$prefix" build/external_{consumer,parts,rtl}
# A copy of the build folder with what `ninja tensix-tlm` makes, and nothing else.
say "install where the program alone has been built (scripts/demo.sh): the rest is left out, with a word"
partial=$root/build/partial
rm -rf "$partial" && mkdir "$partial"
(cd build/release
  { ninja -t inputs tensix-tlm; printf '%s\n' tensix-tlm share/*/* tensix_tlm-config*.cmake tensix_cosim.pc
    find . -name cmake_install.cmake; find CMakeFiles/Export -type f; } | grep -v '^/\|^\.\./' | sort -u |
    while IFS= read -r file; do if [ -f "$file" ]; then cp --parents -pl "$file" "$partial"; fi; done
  find . -name cmake_install.cmake -exec cp --parents --remove-destination {} "$partial" \;)
find "$partial" -name cmake_install.cmake -exec sed -i "s|$root/build/release|$partial|g" {} +
said=$(cmake --install "$partial" --prefix "$partial/with a space") || die "an install of the program alone fails"
for lacks in tensix_cosim tensix-tlm-rtl; do
  grep -q "Left out: $lacks, which has not been built" <<< "$said" || die "the install does not say that $lacks is left out"
done
(cd / && "$partial/with a space/bin/tensix-tlm" run datacopy --shape 32x64 > /dev/null) ||
  die "the installed program alone does not work"
cmake -S tests/external_consumer -B "$partial/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$partial/with a space" > "$partial/log" 2>&1 ||
  { cat "$partial/log" >&2; die "the package of the program alone is not found"; }
rm "$partial/tensix-tlm"
said=$(cmake --install "$partial" --prefix "$partial/none" 2>&1) && die "an install of nothing does not fail"
grep -q "Nothing to install: first cmake --build" <<< "$said" || die "an install of nothing does not say what to do: $said"
rm -rf "$partial"

say "install into build/install"
cmake --install build/release --prefix "$prefix" > /dev/null
if grep -rlF "$root" "$prefix" --include='*.cmake'; then
  die "the installed package names the source tree (files above): it would not work elsewhere"
fi
# A project that knows the installed package alone. $1: folder in tests; $2: where the package is; further: its programs, each run in
# its build folder.
use_package() {
  local folder=$1 prefix=$2 program; shift 2
  say "build and run tests/$folder"
  cmake -S "tests/$folder" -B "build/$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" \
    > "build/$folder.log" 2>&1 || { cat "build/$folder.log" >&2; exit 1; }
  cmake --build "build/$folder" -j "$jobs"
  for program; do
    (cd "build/$folder" && timeout 60 "./$program") || die "$program failed, status $? (124: hung)"
  done
}
use_package external_consumer "$prefix" external_consumer two_tiles
use_package external_parts "$prefix" example exchange linked_tiles
if [ -x build/release/examples/rtl/tensix-tlm-rtl ]; then
  moved=$root/build/moved
  rm -rf "$moved" build/stage
  DESTDIR=$root/build/stage cmake --install build/release --prefix /opt/tensix-tlm > /dev/null
  mv build/stage/opt/tensix-tlm "$moved"
  use_package external_rtl "$moved"
  say "own packers, L1 and config unit over the vectors, and the error in each"
  python3 tests/external_rtl/check.py "$moved" build/external_rtl || die "RTL of tests/external_rtl"
fi
if [ -x build/release/tests/soak ]; then
  say "random streams of the installed tensix-tlm-soak"
  (cd / && "$prefix/bin/tensix-tlm-soak" --emit "$prefix/streams" --profile hazards --programs 2) &&
    [ "$(ls "$prefix/streams" | wc -l)" = 2 ] || die "the installed tensix-tlm-soak writes no streams"
fi
say "the installed C library: the examples of docs/c-library.md"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name tensix_cosim.pc)") python3 tests/cosim/capi_page.py docs/c-library.md
say "the installed tensix-tlm, away from the source tree"
(cd / && "$prefix/bin/tensix-tlm" run datacopy --shape 32x64 --format bf16 --report "$prefix/report.html" > /dev/null)
say "the installed Python package, away from the source tree"
(cd / && env -u TENSIX_TLM PYTHONPATH="$prefix/share/tensix_tlm/python" python3 -B - "$prefix/bin/tensix-tlm" << 'END'
import os, sys, tensix_tlm
from tensix_tlm import plot_names
assert os.path.samefile(tensix_tlm.find_binary(), sys.argv[1]), tensix_tlm.find_binary()
assert tensix_tlm.run("datacopy", shape=(32, 64)).cycles > 0
assert plot_names.label("l1.banks") == "L1: banks" and plot_names.PARAMETER, "columns.json or parameters.md is not installed"
assert os.path.exists(os.path.join(os.path.dirname(tensix_tlm.__file__), "py.typed"))
END
) || die "the installed Python package does not work"
say "completion and man page, where shells and man look"
for file in bash-completion/completions/tensix-tlm zsh/site-functions/_tensix-tlm man/man1/tensix-tlm.1; do
  [ -s "$prefix/share/$file" ] || die "share/$file is not installed"
done
bash -n "$prefix/share/bash-completion/completions/tensix-tlm"
if command -v riscv64-unknown-elf-g++ > /dev/null; then
  say "a kernel by the installed tensix-tlm, with the installed headers"
  cat > "$prefix/kernel.cpp" << 'END'
#include "compute_kernel_api.h"
void kernel_main() {
  init_sfpu(0, 16);
  cb_wait_front(0, 1);
  tile_regs_acquire();
  copy_tile(0, 0, 0);
  tile_regs_commit();
  cb_reserve_back(16, 1);
  tile_regs_wait();
  pack_tile(0, 16);
  cb_push_back(16, 1);
  tile_regs_release();
  cb_pop_front(0, 1);
}
#ifdef TWICE
namespace ckernel { void tile_regs_acquire() {} }  // the compiler says where the first one is
#endif
END
  (cd / && "$prefix/bin/tensix-tlm" kernel "$prefix/kernel.cpp" --cb 0=test:bf16:tiles=1 --cb 16=:bf16:tiles=1 > /dev/null) ||
    die "the installed tensix-tlm runs no kernel"
  (cd / && ! "$prefix/bin/tensix-tlm" kernel "$prefix/kernel.cpp" --define TWICE 2>&1) | grep -q "$prefix/share/tensix_tlm/workload/device" ||
    die "the installed tensix-tlm compiles with headers that are not the installed ones"
  own=$root/build/external_rtl/own-tlm-rtl
  [ ! -x "$own" ] || (cd / && ! "$own" kernel "$prefix/kernel.cpp" --define TWICE 2>&1) | grep -q "$moved/share/tensix_tlm/workload/device" ||
    die "a program made of the installed package compiles with headers that are not the installed ones"
fi
grep -q '"format":"tensix-tlm-report"' "$prefix/report.html" || die "the installed tensix-tlm writes no page"
