"""A pytest plugin for tt-llk's own tests on tensix-tlm: draws the sample, and writes a line of JSON for each variant to LLK_RESULTS.
Where Debian's Python packages are older than those that tt-llk wants, what is lacking is filled in here, or left out by name."""
import json, os, re, sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest, torch, ttexalens, typing_extensions
from suite import drawn, test_of

ARTEFACTS = Path(os.environ["LLK_RESULTS"]).parent / "build"
shift = torch.Tensor.__rshift__
if int((torch.tensor([4]).int() >> torch.tensor([128]).int())[0]):  # PyTorch 1 takes the count modulo 32, 2 gives 0
    torch.Tensor.__rshift__ = lambda value, count: shift(value, count.clamp(max=31) if isinstance(count, torch.Tensor) else count)
if not hasattr(typing_extensions, "deprecated"):
    typing_extensions.deprecated = lambda *_, **__: lambda function: function
try:
    import ml_dtypes
except ImportError:  # the widths of BF16 are PyTorch's, too; FP8's are not
    stub = sys.modules["ml_dtypes"] = ModuleType("ml_dtypes")
    stub.float8_e5m2, stub.float8_e4m3fn = 57344.0, 448.0
    stub.finfo = lambda largest: SimpleNamespace(max=largest)
    import numpy
    from helpers import pack, unpack

    def no_fp8(*_):
        raise ttexalens.NotHere("FP8 values want the Python package ml_dtypes")

    pack.pack_bfp16 = lambda values: values.to(torch.bfloat16).contiguous().view(torch.int16).numpy().tobytes()
    unpack.unpack_bfp16 = lambda data: (numpy.frombuffer(bytes(data), numpy.uint16).astype(numpy.uint32) << 16).view(numpy.float32).tolist()
    pack.pack_fp8_e4m3 = unpack.unpack_fp8_e4m3 = no_fp8


# pytest-xdist, which the suite's options and fixtures name.
@pytest.fixture(scope="session")
def worker_id():
    return "master"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    from helpers.test_config import TestConfig

    TestConfig.DEFAULT_ARTEFACTS_PATH = ARTEFACTS


def pytest_collection_modifyitems(config, items):
    count = int(os.environ.get("LLK_SAMPLE", "0"))
    if count:
        items[:] = drawn(items, count, int(os.environ["LLK_SEED"]))
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
        sfpi = any("needs SFPI's compiler" in line for line in errors)
        return "left out", "needs SFPI's compiler" if sfpi else f"does not compile: {(errors or lines or [text])[0].strip()}"
    if isinstance(error, (AssertionError, ttexalens.Stuck)):
        return "wrong", text
    return "left out", f"the test itself fails: {type(error).__name__}: {text}"


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    yield
    if call.when == "call" or call.excinfo:
        kind, reason = verdict(call) if call.excinfo else ("right", "")
        new = range(item.stash.get(RUNS, 0), ttexalens.CARD.runs)
        with open(os.environ["LLK_RESULTS"], "a") as results:
            results.write(json.dumps({"test": item.nodeid, "kind": kind, "reason": reason, "runs": list(new)}) + "\n")


RUNS = pytest.StashKey()


def pytest_runtest_setup(item):
    item.stash[RUNS] = ttexalens.CARD.runs
