#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes pages of --report and looks at them in headless Chromium: browser_test.py has what is checked.
# Usage: browser_test.sh TENSIX-TLM PICTURES
#   PICTURES: a folder for what the pages look like
# Exit status 77: skipped, what is missing is said.
set -euo pipefail
tlm=$(realpath "$1")
pictures=$(realpath -m "$2")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
skip() { printf 'skipped: %s (scripts/setup.sh installs it)\n' "$1"; exit 77; }
command -v chromium > /dev/null || command -v chromium-browser > /dev/null || command -v google-chrome > /dev/null || skip "no chromium"
python=python3
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c 'import PIL' 2> /dev/null; then python=$candidate; break; fi
done

folder=$(mktemp -d "${TMPDIR:-/tmp}/tensix-tlm-pages-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$tlm" run matmul --shape 128x128x256 --fidelity hifi2 --set l1.banks=16 --metrics kernel.json --report kernel.html > /dev/null
"$tlm" run matmul --shape 512x512x512 --metrics long.json --report long.html > /dev/null
printf 't0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\nt0 NOP\nt1 delay 40\n' > '<b>stuck.scn'
"$tlm" stream '<b>stuck.scn' --metrics stuck.json --report stuck.html 2> /dev/null || [ $? = 3 ]
# Programs on the cores, one of them without debug information; where there is no RISC-V compiler only the other pages are seen.
if command -v riscv64-unknown-elf-g++ > /dev/null; then
  compile() {
    riscv64-unknown-elf-g++ -O2 -march=rv32im -mabi=ilp32 -ffreestanding -nostdlib -Wl,-z,max-page-size=16 "-Wl,-Ttext=$2" \
      "${@:3}" "$here/cores.cpp" -o "$1"
  }
  compile t0.elf 0x6000 -g
  compile t1.elf 0xa000 -DOTHER
  "$tlm" elf --t0 t0.elf --t1 t1.elf --metrics cores.json --report cores.html > /dev/null
else
  echo "no riscv64-unknown-elf-g++ (scripts/setup.sh installs it): the page of cores is not seen"
fi
sed 's/"metrics":{/"metrics_gone":{/' kernel.html > broken.html
"$python" "$here/browser_test.py" "$folder" "$pictures"
