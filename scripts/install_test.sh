#!/usr/bin/env bash
# Installs build/release into build/install, then builds and runs tests/external_consumer and tests/external_parts against that
# copy alone.
# Usage: install_test.sh   (after the release preset has been built)
script=$(realpath "${BASH_SOURCE[0]}")
source "$(dirname "$script")/common.sh"
case ${1:-} in --help | -h) usage; exit 0 ;; esac

prefix=$root/build/install
rm -rf "$prefix" build/external_consumer build/external_parts
say "install into build/install"
cmake --install build/release --prefix "$prefix" > /dev/null
if grep -rlF "$root" "$prefix" --include='*.cmake'; then
  die "the installed package names the source tree (files above): it would not work elsewhere"
fi
# A project that knows the installed package alone. $1: folder in tests; further: its programs, each run in its build folder.
use_package() {
  local folder=$1 program; shift
  say "build and run tests/$folder"
  cmake -S "tests/$folder" -B "build/$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" \
    > "build/$folder.log" 2>&1 || { cat "build/$folder.log" >&2; exit 1; }
  cmake --build "build/$folder" -j "$jobs"
  for program; do
    (cd "build/$folder" && timeout 60 "./$program") || die "$program failed, status $? (124: hung)"
  done
}
use_package external_consumer external_consumer two_tiles
use_package external_parts example exchange linked_tiles
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
fi
grep -q '"format":"tensix-tlm-report"' "$prefix/report.html" || die "the installed tensix-tlm writes no page"
