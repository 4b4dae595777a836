# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin for tt-llk's own tests on tensix-tlm: draws the sample, and writes a line of JSON for each variant to LLK_RESULTS.
Where Debian's Python packages are older than those that tt-llk wants, what is lacking is filled in here, or left out by name."""
import json, os, random, re, sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest, torch, ttexalens, typing_extensions
from suite import drawn, test_of

ARTEFACTS = Path(os.environ["LLK_RESULTS"]).parent / "build"
shift = torch.Tensor.__rshift__
if int((torch.tensor([4]).int() >> torch.tensor([128]).int())[0]):  # PyTorch 1 takes the count modulo 32, 2 gives 0
    torch.Tensor.__rshift__ = lambda value, count: shift(value, count.clamp(max=31) if isinstance(count, torch.Tensor) else count)
    left, right = torch.bitwise_left_shift, torch.bitwise_right_shift
    torch.bitwise_left_shift = lambda value, count: left(value, count.clamp(0, 31)) * ((count >= 0) & (count < 32))
    torch.bitwise_right_shift = lambda value, count: right(value, count.clamp(max=31))
if not hasattr(typing_extensions, "deprecated"):
    typing_extensions.deprecated = lambda *_, **__: lambda function: function
try:
    import ml_dtypes
except ImportError:  # the widths of BF16 are PyTorch's, too; FP8's are not
    stub = sys.modules["ml_dtypes"] = ModuleType("ml_dtypes")
    stub.float8_e5m2, stub.float8_e4m3fn = 57344.0, 448.0
    stub.finfo = lambda largest: SimpleNamespace(max=largest)
    from helpers import pack, unpack

    # Their code is replaced, since tables hold the functions; it sees the names of their modules.
    def to_bf16(torch_tensor):
        return torch_tensor.to(torch.bfloat16).contiguous().view(torch.int16).numpy().tobytes()

    def from_bf16(packed_list):
        return (np.frombuffer(bytes(packed_list), np.uint16).astype(np.uint32) << 16).view(np.float32).tolist()

    def no_fp8(_):
        raise __import__("ttexalens").NotHere("FP8 values want the Python package ml_dtypes")

    pack.pack_bfp16.__code__, unpack.unpack_bfp16.__code__ = to_bf16.__code__, from_bf16.__code__
    pack.pack_fp8_e4m3.__code__ = unpack.unpack_fp8_e4m3.__code__ = no_fp8.__code__
if torch.__version__.startswith("1."):  # no products of FP16 matrices on a CPU, no unsigned integers of 16 and 32 bits
    product, view = torch.matmul, torch.Tensor.view
    torch.uint16, torch.uint32 = "uint16", "uint32"
    unsigned = {"uint16": (torch.int16, torch.int32, 0xFFFF), "uint32": (torch.int32, torch.int64, 0xFFFFFFFF)}

    def viewed(tensor, *shape):
        if not isinstance(shape[0], str):
            return view(tensor, *shape)
        same, wider, mask = unsigned[shape[0]]
        return view(tensor, same).to(wider) & mask

    torch.Tensor.view = viewed
    torch.matmul = lambda a, b: product(a.float(), b.float()).half() if a.dtype == b.dtype == torch.float16 else product(a, b)


# pytest-xdist, which the suite's options and fixtures name.
@pytest.fixture(scope="session")
def worker_id():
    return "master"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    from helpers.test_config import TestConfig

    TestConfig.DEFAULT_ARTEFACTS_PATH = ARTEFACTS


SAMPLE, SEED = int(os.environ["LLK_SAMPLE"]), os.environ["LLK_SEED"]


@pytest.hookimpl(hookwrapper=True)
def pytest_generate_tests(metafunc):
    yield  # here already, since a test may have a hundred thousand variants
    if SAMPLE and len(metafunc._calls) > SAMPLE:
        metafunc._calls = random.Random(SEED + metafunc.definition.nodeid).sample(metafunc._calls, SAMPLE)


def pytest_collection_modifyitems(items):
    if SAMPLE:
        items[:] = drawn(items, SAMPLE, SEED)
    items.sort(key=test_of)


def verdict(call):
    """(kind, reason) of a variant that did not pass."""
    error, text = call.excinfo.value, str(call.excinfo.value)
    if isinstance(error, ttexalens.Refused):
        return "refused", text
    if isinstance(error, ttexalens.NotHere):
        return "left out", text
    if isinstance(error, pytest.skip.Exception):
        return "left out", f"skipped by the suite: {text}"
    if isinstance(error, RuntimeError) and "Command's stderr" in text:
        lines = text.split("Command's stderr:")[1].splitlines()
        errors = [re.sub(r"^.*?error: ", "", line) for line in lines if "error: " in line or "undefined reference" in line]
        needs = re.search(r"declared with attribute error: (needs .*?)( \[|$)", text, re.MULTILINE)
        return "left out", needs[1] if needs else f"does not compile: {(errors or lines or [text])[0].strip()}"
    if isinstance(error, (AssertionError, ttexalens.Stuck)):
        return "wrong", text
    return "left out", f"the test itself fails: {type(error).__name__}: {text}"


def note(test, kind, reason, runs=()):
    with open(os.environ["LLK_RESULTS"], "a") as results:
        results.write(json.dumps({"test": test, "kind": kind, "reason": reason, "runs": list(runs)}) + "\n")


def pytest_collectreport(report):
    if report.failed:
        note(report.nodeid, "left out", f"the file is not read: {str(report.longrepr).splitlines()[-1].removeprefix('E').strip()}")


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    yield
    if call.when == "call" or call.excinfo:
        ran = ttexalens.CARD.runs > item.stash[RUNS]
        kind, reason = verdict(call) if call.excinfo else ("right", "") if ran else ("left out", "runs nothing on the card")
        runs = [ttexalens.directory(run) for run in range(item.stash[RUNS], ttexalens.CARD.runs)]
        note(item.nodeid, kind, reason, map(str, runs))
        if kind == "right":  # images of 3 MB
            for image in (image for run in runs if not (run / "output").read_text() for image in run.glob("*.bin")):
                image.unlink()


RUNS = pytest.StashKey()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    item.stash[RUNS] = ttexalens.CARD.runs
