#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes docs/report.png from a page of --report: report_picture.py [TENSIX-TLM] (default build/release/tensix-tlm).

Left, in light, the top of the page; right, in dark, a part of its timeline. Wants chromium and python3-pil.
"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "report"))

WIDTH, HEIGHT = 1000, 1240
COMMAND = ["run", "matmul", "--shape", "128x128x256", "--fidelity", "hifi2", "--set", "l1.banks=16"]


def main():
    if len(sys.argv) > 2 or any(a in ("-h", "--help") for a in sys.argv[1:]):
        print(__doc__)
        return 0
    import devtools
    from PIL import Image
    tlm = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent / "build/release/tensix-tlm").resolve()
    program = devtools.find()
    if not program:
        sys.exit("no chromium (scripts/setup.sh installs it)")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([tlm, *COMMAND, "--report", "matmul.html"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with devtools.Browser(program, folder / "log") as browser:
            for theme in ("light", "dark"):
                browser.size(WIDTH, HEIGHT)
                browser.open((folder / "matmul.html").as_uri())
                browser.js(f"(() => {{ const e = byId('theme'); e.value = '{theme}'; e.dispatchEvent(new Event('change')); }})()")
                if theme == "dark":
                    browser.js("""(() => {
                      const row = rowOf.unpacker0, item = row.instructions.find(s => s[0] > 1200);
                      showCycles(item[4] - 10, item[1] + 60);
                      select({row, kind: "instruction", item});
                      byId("timeline").scrollIntoView();
                    })()""")
                browser.settle()
                browser.picture(folder / f"{theme}.png", whole=False)
        both = Image.new("RGB", (2 * WIDTH, HEIGHT))
        for i, theme in enumerate(("light", "dark")):
            both.paste(Image.open(folder / f"{theme}.png").convert("RGB"), (i * WIDTH, 0))
        both.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(HERE.parent / "docs/report.png", optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
