# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin beside suite_plugin: tt-llk's performance tests as silicon's table was made, with parameters known when compiling, without
assertions, in zones of 32 tiles. Runs the variants that tests/costs has in rows.csv and vector_calls.csv, and writes a line of JSON for each
of their rows to LLK_PERF."""
import json, os, re
from pathlib import Path

import pytest

import perf_table

TILES, CALLS, FACE = 32, 512, 8  # of a face: vectors
FORMATS = {"b": "Bfp8_b", "h": "Float16_b"}
OPERATIONS = {"add": "Elwadd", "sub": "Elwsub", "mul": "Elwmul"}
VECTOR = {"abs": "Abs", "cos": "Cos", "exp2": "Exp2", "fill": "Fill", "hardsigmoid": "Hardsigmoid", "negative": "Neg", "silu": "Silu",
          "sqrt": "Sqrt", "square": "Square"}
VECTOR_PAIRS = {"sub_binary": "SfpuElwsub", "power_binary": "SfpuElwpow"}
wanted, running = {}, []  # of a test: (row, run type); what runs


def variant(row):
    """(file, parameters, run type) of the performance test that has this row, or nothing."""
    if found := re.fullmatch(r"LLK-(add|sub|mul)-math-([bh])-d([01])(?:-(\w+))?", row):
        operation, form, wide, fidelity = found.groups()
        return "perf_eltwise_binary_fpu", {"input": FORMATS[form], "output": "Float16_b", "mathop": OPERATIONS[operation], "dest_acc": wide,
                                           "math_fidelity": fidelity or "LoFi"}, "MATH_ISOLATE"
    if found := re.fullmatch(r"LLK-pack-pack-([bh])-([bh])-d([01])", row):
        source, target, wide = found.groups()
        return "perf_eltwise_binary_fpu", {"input": FORMATS[source], "output": FORMATS[target], "mathop": "Elwadd", "dest_acc": wide,
                                           "math_fidelity": "LoFi"}, "PACK_ISOLATE"
    if found := re.fullmatch(r"LLK-reduce-math-([bh])-d0-ReduceColumn-Max", row):
        return "perf_reduce", {"input": FORMATS[found[1]], "output": "Float16_b", "reduce_dim": "Column", "pool_type": "Max"}, "MATH_ISOLATE"
    if found := re.fullmatch(r"LLK-reduce-unpack-h-d0-ReduceScalar-(Max|Sum)", row):
        return "perf_reduce", {"input": "Float16_b", "output": "Float16_b", "reduce_dim": "Scalar", "pool_type": found[1]}, "UNPACK_ISOLATE"
    if found := re.fullmatch(r"LLK-(\w+)-math-f-d0", row):
        # Of these the test copies no tiles to Dst, and nor does the table, as it seems: its times are those of other formats.
        needs = {"input": "Float32", "output": "Float16_b", "dest_acc": "0", "approx_mode": "No"}
        if found[1] in VECTOR:
            return "perf_eltwise_unary_sfpu", {**needs, "mathop": VECTOR[found[1]], "fast_mode": "No"}, "MATH_ISOLATE"
        if found[1] in VECTOR_PAIRS:
            return "perf_eltwise_binary_sfpu", {**needs, "mathop": VECTOR_PAIRS[found[1]]}, "MATH_ISOLATE"
    if row == "C-pack-dest-bank-fast":
        return "perf_pack_dest_bank", {"l1_acc": "No", "num_blocks": "1", "num_tiles_in_block": "4", "loop_factor": "64"}, "PACK_ISOLATE"
    return None


def parameters(item):
    """Of a variant, as text."""
    found = {}
    for name, value in item.callspec.params.items():
        if name == "formats":
            found.update(input=value.input_format.name, output=value.output_format.name)
        else:
            text = getattr(value, "name", str(value))
            found[name] = {"No": "0", "Yes": "1"}.get(text, text) if name == "dest_acc" else text.removeprefix("MathOperation.")
    return found


def pytest_collection_modifyitems(items):
    rows = [(row, *found) for row in perf_table.silicon() if (found := variant(row))]
    kept = []
    for item in items:
        has = parameters(item)
        mine = [(row, run) for row, file, needs, run in rows if item.path.stem == file and all(has.get(k) == v for k, v in needs.items())]
        if mine:
            wanted[item.nodeid] = mine
            kept.append(item)
    items[:] = kept


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    from helpers import param_config, perf, profiler, test_variant_parameters
    from helpers.llk_params import MathOperation
    from helpers.stimuli_config import StimuliConfig
    from helpers.test_config import TestConfig

    # At commit 36b092e8e --speed-of-light asks for it under a name that it does not have.
    StimuliConfig.generate_stimuli_ONLY_header_addresses = StimuliConfig.generate_stimuli_header_addresses
    TestConfig.INITIAL_OPTIONS_COMPILE = TestConfig.INITIAL_OPTIONS_COMPILE.replace("-DENABLE_LLK_ASSERT", "")
    profiler._stats_timings = mean  # Debian 12's pandas gives other columns than the suite's own expects
    perf.PerfConfig.run.__defaults__ = (1,)  # again on a new tile: the same

    made_variants = param_config.parametrize

    def with_table_functions(**axes):
        """The functions of one tile that the table has, a face a call as there; the suite's own times some of them, and whole tiles."""
        if "iterations" in axes:
            axes.update(loop_factor=[1], input_dimensions=[[32 * TILES, 32]])
            if MathOperation.SfpuElwsub not in axes["mathop"]:
                axes.update(mathop=[getattr(MathOperation, name) for name in VECTOR.values()], iterations=[FACE])
        return made_variants(**axes)

    param_config.parametrize = with_table_functions

    def instead(cls, few, many):
        made = cls.__init__
        cls.__init__ = lambda self, value=0: made(self, many if value == few else value)

    instead(test_variant_parameters.TILE_COUNT, 16, TILES)
    instead(test_variant_parameters.LOOP_FACTOR, 64, CALLS)
    made = perf.PerfConfig.__init__

    def with_run_types(self, *arguments, run_types, **more):
        made(self, *arguments, run_types=[r for r in run_types if r.name in {run for _, run in wanted[running[0]]}], **more)

    perf.PerfConfig.__init__ = with_run_types
    perf.PerfReport.append = lambda self, frame: note(frame)


def mean(timings):
    values = timings.groupby("marker").mean().add_prefix("mean(").add_suffix(")")
    return values.reset_index()


def note(frame):
    zone = frame[frame["marker"] == "TILE_LOOP"].iloc[0]
    with open(os.environ["LLK_PERF"], "a") as file:
        for row, run in wanted[running[0]]:
            cycles = float(zone[f"mean({run})"])
            file.write(json.dumps({"row": row, "cycles": cycles if row.startswith("C-") else cycles / TILES}) + "\n")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    running[:] = [item.nodeid]
