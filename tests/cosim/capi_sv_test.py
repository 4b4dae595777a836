# SPDX-License-Identifier: Apache-2.0
"""Golden vectors in the SystemVerilog testbench capi_bench.sv, and programs of the RISC-V cores in it on two clocks.

capi_sv_test.py TESTBENCH TENSIX_TLM FILE.scn... [--programs FOLDER] (those of tests/elf_programs)
"""
import json
import os
import random
import subprocess
import sys
import tempfile

import capi_ops
from capi_test import cycles_of_program


def programs(testbench, program, folder, programs_folder):
    """The program datacopy of two tiles: bytes and cycles of `tensix-tlm elf`."""
    numbers = random.Random(3)
    words = {0xA000: 2, 0xA004: 2, 0xA018: 0, 0xA100: 4}
    words.update({0x20000 + 4 * i: 0x3F003F00 | numbers.randrange(256) << 16 | numbers.randrange(256) for i in range(2048)})
    out, metrics, ops = (os.path.join(folder, name) for name in ("out", "metrics", "ops"))
    prefix = os.path.join(programs_folder, "datacopy")
    with open(ops, "w") as text, open(os.path.join(folder, "in"), "wb") as data:
        for address, word in words.items():
            text.write(f"5 0 {address:x} {word:x} 0\n")
            if address >= 0x20000:
                data.write(word.to_bytes(4, "little"))
    command = [program, "elf", "--l1", f"0x20000={data.name}", "--dump", f"0x100000:8192={out}", "--metrics", metrics]
    for address in (a for a in words if a < 0x20000):
        command += ["--l1w", f"{address}={words[address]}"]
    for core in range(3):
        command += [f"--t{core}", f"{prefix}_t{core}.elf"]
    subprocess.run(command, check=True, capture_output=True)
    copied = open(out, "rb").read()
    assert any(copied)
    with open(ops, "a") as text:
        for at in range(0, len(copied), 4):
            text.write(f"6 0 {0x100000 + at:x} {int.from_bytes(copied[at:at + 4], 'little'):x} ffffffff\n")
    run = subprocess.run([testbench, f"+program={prefix}", f"+ops={ops}"], capture_output=True, text=True)
    print(run.stdout, run.stderr)
    assert run.returncode == 0, run.stdout
    assert f"{prefix}: {json.load(open(metrics))['cycles']} cycles, 0 failures" in run.stdout, run.stdout


def main():
    testbench, program, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    if "--programs" in files:
        programs(testbench, program, tempfile.mkdtemp(), files[files.index("--programs") + 1])
        files = files[:files.index("--programs")]
    folder = tempfile.mkdtemp()
    for path in files:
        ops, vcd = os.path.join(folder, "ops"), os.path.join(folder, "tile.vcd")
        with open(ops, "w") as out:
            subprocess.run([sys.executable, capi_ops.__file__, path], check=True, stdout=out)
        run = subprocess.run([testbench, f"+ops={ops}", f"+cycles={cycles_of_program(program, path)}", f"+vcd={vcd}"],
                             capture_output=True, text=True)
        print(path, run.stdout, run.stderr)
        assert run.returncode == 0 and " 0 failures" in run.stdout
        assert "$enddefinitions" in open(vcd).read()
    # A wrong expectation must be seen.
    lines = open(ops).read().splitlines()
    where = next(i for i, line in enumerate(lines) if line.startswith("6 "))
    _, _, address, word, mask = lines[where].split()
    lines[where] = f"6 0 {address} {int(word, 16) ^ int(mask, 16):x} {mask}"
    open(ops, "w").write("\n".join(lines) + "\n")
    run = subprocess.run([testbench, f"+ops={ops}", "+cycles=1"], capture_output=True, text=True)
    assert run.returncode != 0 and "L1 at" in run.stdout and "tensix-tlm has 1" in run.stdout, run.stdout


if __name__ == "__main__":
    main()
