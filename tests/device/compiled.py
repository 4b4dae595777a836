# SPDX-License-Identifier: Apache-2.0
"""Compiles a kernel three times (T0, T1, T2) and runs it by `tensix-tlm elf`: bytes of tiles in, bytes of tiles out."""
import hashlib, os, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMPILER = "riscv64-unknown-elf-g++"
CODES = {"fp32": 0, "fp16": 1, "bfp8a": 2, "bfp4a": 3, "tf32": 4, "bf16": 5, "bfp8": 6, "bfp4": 7, "int32": 8, "fp8": 10,
         "bfp2a": 11, "int8": 14, "bfp2": 15}
BITS = {"fp32": 32, "tf32": 32, "int32": 32, "fp16": 16, "bf16": 16, "bfp8": 8, "bfp8a": 8, "fp8": 8, "int8": 8, "bfp4": 4,
        "bfp4a": 4, "bfp2": 2, "bfp2a": 2}


def tile_bytes(f):
    return BITS[f] * 128 + (64 if f.startswith("bfp") else 0)


class Failed(Exception):
    def __init__(self, text, status):
        super().__init__(text)
        self.status = status


# LReg 0 to 7 as floating-point registers ft0 to ft7, and no others of these (tensix/lreg_allocation.h).
LREGS = ["-march=rv32imf_zba_zbb", "-mno-fdiv"] + ["-ffixed-" + r for r in [f"fs{i}" for i in range(12)] + [f"fa{i}" for i in range(8)] +
                                      [f"ft{i}" for i in range(8, 12)]]
PROGRAM_BASE, PROGRAM_ROOM = 0x1000, 0x8000
ARGUMENTS, FAULTS, COUNTERS, WARNINGS, BUFFERS = 0x40, 0x140, 0x200, 0x600, 0x20000


def compile(source, where, buffers, ct_args=(), arguments=0, fp32_dest=0, full_sync=0, fidelity=0, checked=1, defines=(), extra=(), first=()):
    """Returns the three ELF files. `buffers`: {cb: (address, format, capacity)}"""
    os.makedirs(where, exist_ok=True)
    rows = []
    for cb in range(32):
        if cb in buffers:
            address, f, capacity = buffers[cb]
            rows.append(f"{{{address:#x}, {tile_bytes(f)}, {capacity}, {CODES[f]}, {COUNTERS + 32 * cb:#x}, true}}")
        else:
            rows.append("{}")
    text = f"""#pragma once
#include "tensix/buffer_table.h"
#define TENSIX_FP32_DEST {fp32_dest}
#define TENSIX_DST_FULL_SYNC {full_sync}
#define TENSIX_FIDELITY {fidelity}
#define TENSIX_CHECKED {checked}
#define TENSIX_DPRINT 0
namespace tensix_program {{
inline constexpr tensix::device::buffer buffers[32] = {{{", ".join(rows)}}};
inline constexpr uint32_t compile_time_arguments = {len(ct_args)};
inline constexpr uint32_t compile_time_args[] = {{{", ".join(str(a) for a in ct_args) or "0"}}};
inline constexpr uint32_t arguments_address = {ARGUMENTS:#x}, arguments = {arguments};
inline constexpr uint32_t common_arguments_address = {ARGUMENTS:#x}, common_arguments = 0;
struct named_argument {{
  const char* name;
  uint32_t value;
}};
inline constexpr named_argument named_arguments[] = {{{{"", 0}}}};
inline constexpr uint32_t fault_address = {FAULTS:#x}, warnings_address = {WARNINGS:#x};
}}
"""
    key = hashlib.sha1((text + repr(defines) + source + repr(extra)).encode()).hexdigest()[:12]
    where = os.path.join(where, key)
    os.makedirs(where, exist_ok=True)
    with open(os.path.join(where, "tensix_program.h"), "w") as f:
        f.write(text)

    def one(i):
        role = ("UNPACK", "MATH", "PACK")[i]
        out = os.path.join(where, f"t{i}.elf")
        command = [COMPILER, "-g", "-O2", "-std=c++20", "-march=rv32im_zba_zbb", "-mabi=ilp32", "-ffreestanding", "-nostdlib",
                   "-fno-exceptions", "-fno-rtti", "-ffunction-sections", "-Wall", "-Wextra", "-Werror", f"-DTENSIX_{role}", f"-DCOMPILE_FOR_TRISC={i}", *first,
                   *(LREGS if role == "MATH" else []),
                   *[f"-D{d}" for d in defines], f"-I{where}", f"-I{ROOT}/workload/device/include", f"-I{ROOT}",
                   "-Wl,--gc-sections", "-Wl,-z,max-page-size=16", f"-Wl,--defsym=program_base={PROGRAM_BASE + i * PROGRAM_ROOM}",
                   f"-Wl,--defsym=program_room={PROGRAM_ROOM}", f"-T{ROOT}/workload/device/core.ld",
                   f"{ROOT}/workload/device/start.S", f"{ROOT}/workload/device/memory.S", source, "-o", out, *extra]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Failed(done.stderr, 2)
        return out

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(one, range(3)))


def run(program, source, inputs, outputs, buffers=(), args=(), options=(), work=None, **how):
    """inputs: {cb: (format, bytes)}: all there from the start; outputs: {cb: (format, tiles)}; buffers: {cb: (format, tiles)}
    that the kernel fills itself. Returns {cb: bytes}, standard output, standard error."""
    work = work or os.path.join("/tmp", f"device_{os.getpid()}")
    where, table, l1 = BUFFERS, {}, []
    for cb, (f, data) in inputs.items():
        table[cb] = (where, f, len(data) // tile_bytes(f))
        os.makedirs(work, exist_ok=True)
        name = os.path.join(work, f"in{cb}_{os.getpid()}.bin")
        with open(name, "wb") as out:
            out.write(data)
        l1 += ["--l1", f"{where:#x}={name}", "--l1w", f"{COUNTERS + 32 * cb:#x}={len(data) // tile_bytes(f)}"]
        where += (len(data) + 15) // 16 * 16
    dumps = {}
    for cb, (f, tiles) in {**outputs, **dict(buffers)}.items():
        table[cb] = (where, f, tiles)
        if cb in outputs:
            dumps[cb] = os.path.join(work, f"out{cb}_{os.getpid()}.bin")
            l1 += ["--dump", f"{where:#x}:{tiles * tile_bytes(f)}={dumps[cb]}"]
        where += tiles * tile_bytes(f)
    for i, a in enumerate(args):
        l1 += ["--l1w", f"{ARGUMENTS + 4 * i:#x}={a}"]
    elfs = compile(source, work, table, arguments=len(args), **how)
    faults = os.path.join(work, "faults.bin")
    command = ["bash", "-c", 'exec timeout 60 "$@"', "run", program, "elf", "--t0", elfs[0], "--t1", elfs[1],
               "--t2", elfs[2], *l1, "--dump", f"{FAULTS:#x}:96={faults}", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Failed(" ".join(command[4:]) + "\n" + done.stdout + done.stderr, done.returncode)
    return {cb: open(name, "rb").read() for cb, name in dumps.items()}, done.stdout, done.stderr
