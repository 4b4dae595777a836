"""Golden vectors in the SystemVerilog testbench capi_bench.sv: capi_sv_test.py TESTBENCH TENSIX_TLM FILE.scn..."""
import os
import subprocess
import sys
import tempfile

import capi_ops
from capi_test import cycles_of_program


def main():
    testbench, program, files = sys.argv[1], sys.argv[2], sys.argv[3:]
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
