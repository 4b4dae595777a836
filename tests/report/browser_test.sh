#!/usr/bin/env bash
# Opens pages of --report in headless Chromium: no script error, the figures shown are those of --metrics, and light and dark
# look as they should.
# Usage: browser_test.sh TENSIX-TLM   (exit status 77: skipped, what is missing is said)
set -euo pipefail
tlm=$(realpath "$1")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
skip() { printf 'skipped: %s (scripts/setup.sh installs it)\n' "$1"; exit 77; }
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || skip "no chromium"
python=
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c 'import PIL' 2> /dev/null; then python=$candidate; break; fi
done
[ -n "$python" ] || skip "no python3-pil"

folder=$(mktemp -d "${TMPDIR:-/tmp}/tensix-tlm-browser-XXXXXX")
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# Without a sandbox: in containers and for root there is none. Each call has a home of its own.
chromium() {
  timeout 60 "$browser" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --no-first-run \
    --user-data-dir="$folder/profile" --virtual-time-budget=4000 "$@" 2>> chromium.log || { tail -5 chromium.log; return 1; }
}

"$tlm" run matmul --shape 128x128x256 --fidelity hifi2 --set l1.banks=16 --metrics kernel.json --report kernel.html > /dev/null
printf 't0 SEMWAIT sem_sel=2 wait_sem_cond=1 stall_res=511\nt0 NOP\nt1 delay 40\n' > '<b>stuck.scn'
"$tlm" stream '<b>stuck.scn' --metrics stuck.json --report stuck.html 2> /dev/null || [ $? = 3 ]
# Programs on the cores, one of them without debug information; where there is no RISC-V compiler only the other pages are seen.
pages="kernel stuck"
if command -v riscv64-unknown-elf-g++ > /dev/null; then
  compile() {
    riscv64-unknown-elf-g++ -O2 -march=rv32im -mabi=ilp32 -ffreestanding -nostdlib -Wl,-z,max-page-size=16 "-Wl,-Ttext=$2" \
      "${@:3}" "$here/cores.cpp" -o "$1"
  }
  compile t0.elf 0x6000 -g
  compile t1.elf 0xa000 -DOTHER
  "$tlm" elf --t0 t0.elf --t1 t1.elf --metrics cores.json --report cores.html > /dev/null
  pages="$pages cores"
else
  echo "no riscv64-unknown-elf-g++ (scripts/setup.sh installs it): the page of cores is not seen"
fi
for page in $pages; do
  chromium --dump-dom "file://$folder/$page.html" > $page.dom
  "$python" "$here/check_dom.py" $page.dom $page.json
done
# Buttons, keys, theme, print.
exercise() {
  { sed '/^<\/body>/,$d' "$1.html"; echo '<script>'; cat "$here/$2"; echo '</script></body></html>'; } > used.html
  chromium --window-size=1280,1000 --dump-dom "file://$folder/used.html" > used.dom
  used=$(sed -n 's/.*data-exercised="\([^"]*\)".*/\1/p' used.dom | head -1)
  case $used in *FAILED* | '') echo "using the page: ${used:-a script error: $(head -c 600 used.dom)}"; exit 1 ;; esac
}
exercise kernel exercise.js
[ ! -e cores.html ] || exercise cores exercise_cores.js
# A broken page must be seen as such.
sed 's/"metrics":{/"metrics_gone":{/' kernel.html > broken.html
chromium --dump-dom "file://$folder/broken.html" > broken.dom
if "$python" "$here/check_dom.py" broken.dom kernel.json > /dev/null 2>&1; then echo "a broken page passed"; exit 1; fi

chromium --window-size=1280,4400 --screenshot=light.png "file://$folder/kernel.html"
chromium --window-size=1280,4400 --screenshot=dark.png --blink-settings=preferredColorScheme=0 "file://$folder/kernel.html"
"$python" "$here/check_pictures.py" light.png dark.png
