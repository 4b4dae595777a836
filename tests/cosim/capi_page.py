# SPDX-License-Identifier: Apache-2.0
"""Runs the examples of docs/c-library.md: capi_page.py PAGE [LIBRARY HEADER_FOLDER PACKAGE]

With the library, header and package given, or with those that pkg-config finds (PKG_CONFIG_PATH). SystemVerilog where there is
Verilator.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

EXPECTED = re.compile(r"cycle \d+: L1 has 0x1234cafe(, 0 errors)?$", re.M)


def pkg_config(*options):
    out = subprocess.run(["pkg-config", *options, "tensix_cosim"], check=True, capture_output=True, text=True)
    return out.stdout.split()


def main():
    page = open(sys.argv[1]).read()
    if len(sys.argv) > 2:
        library, include, package = sys.argv[2:]
        folder = os.path.dirname(library)
        cflags, libs = ["-I" + include], ["-L" + folder, "-ltensix_cosim"]
    else:
        cflags, libs = pkg_config("--cflags"), pkg_config("--libs")
        package, folder = pkg_config("--variable=svpackage")[0], pkg_config("--variable=libdir")[0]
    environment = {**os.environ, "LD_LIBRARY_PATH": folder}
    work = tempfile.mkdtemp()

    def run(*command):
        done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout

    def example(language, name):
        block = re.search(rf"```{language}\n(.*?)```", page, re.S).group(1)
        with open(os.path.join(work, name), "w") as out:
            out.write(block)

    example("c", "example.c")
    run("cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "example.c", *cflags, *libs, "-o", "example")
    said = [run("./example")]
    example("python", "example.py")
    said.append(run("python3", "example.py"))
    if shutil.which("verilator"):
        example("systemverilog", "example.sv")
        run("verilator", "--binary", "--timing", "--timescale", "1ns/1ps", "--top-module", "example",
            "-LDFLAGS", " ".join(libs), package, "example.sv")
        said.append(run("obj_dir/Vexample"))
    else:
        print("Verilator was not found: the example in SystemVerilog is left out")
    for text in said:
        print(text.strip())
        assert EXPECTED.search(text), text
    cycles = {re.search(r"cycle (\d+)", text).group(1) for text in said}
    assert len(cycles) == 1, cycles
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
