# SPDX-License-Identifier: Apache-2.0
"""Runs tensix-tlm from Python, for notebooks and scripts. Wants nothing but the standard library: NumPy for arrays, pandas for tables as
DataFrames (lists of rows without it), matplotlib for plots.

    import tensix_tlm
    r = tensix_tlm.run("matmul", shape=(128, 128, 256), format="bf16", set={"l1.banks": 16})
    r.cycles, r.limited_by, r.accounts, r["units"]["unpacker0"]        # a Run: views of the metrics, and the metrics
    tensix_tlm.run("add", in0=a, in1=b).tensor                         # arrays in, an array out
    tensix_tlm.kernel("my.cpp", {0: a, 1: b, 16: (64, 64)}, args=[8], define={"X": 1}).tensors[16]
    p = tensix_tlm.Program(); x = p.buffer("x", a); p.reader("reader.cpp", args=[x.address], ct_args=[x.accessor]); ...; p.run().tensors
    tensix_tlm.stream("a.scn")["marks"]; tensix_tlm.elf(t0="t0.elf", l1={0x20000: a}); tensix_tlm.program("add.json")
    tensix_tlm.compare(r, tensix_tlm.run("matmul", shape=(128, 128, 256))).speedup
    tensix_tlm.sweep("configs/studies/example.json").table; tensix_tlm.levers("add").table
    tensix_tlm.optimise("configs/studies/matmul_l1.json", minimise="cycles", points=20).best

All of them start the program and read what it writes; keywords are its options. What does not end as it should is an Error with the
program's message. docs/python.md describes it. The program is the argument `binary` of each function, or $TENSIX_TLM, or
build/release/tensix-tlm of the repository that this file is in, or bin/tensix-tlm of its installation, or tensix-tlm on the PATH.
"""
from .calls import Error, find_binary
from .comparison import Comparison, compare
from .kernels import CircularBuffer, buffer, kernel
from .cost_table import costs
from .lever_table import Levers, levers
from .parameter_table import parameters
from .programs import Buffer, Core, Program, Semaphore
from .race_table import races
from .results import Result, Run
from .runs import elf, program, run, stream
from .studies import Optimum, Sweep, columns, optimise, read_result, sweep

__all__ = ["Buffer", "CircularBuffer", "Comparison", "Core", "Error", "Levers", "Optimum", "Program", "Result", "Run", "Semaphore", "Sweep", "buffer",
           "columns", "compare", "costs", "elf", "find_binary", "kernel", "levers", "optimise", "parameters", "program", "races", "read_result", "run", "stream",
           "sweep"]
