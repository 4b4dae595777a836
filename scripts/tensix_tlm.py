"""Runs tensix-tlm from Python, for notebooks and scripts; wants nothing but the standard library, and NumPy for arrays.

    import tensix_tlm
    m = tensix_tlm.run("matmul", shape=(128, 128, 256), format="bf16", set={"l1.banks": 16})
    m["cycles"], m["kernel"]["limited_by"]
    tensix_tlm.run("add", in0=a, in1=b).tensor                 # arrays in, an array out
    tensix_tlm.kernel("my.cpp", {0: a, 1: b, 16: (64, 64)}, args=[8], define={"X": 1}).tensors[16]
    p = tensix_tlm.Program(); x = p.buffer("x", a); p.reader("reader.cpp", args=[x.address], ct_args=[x.accessor]); ...; p.run().tensors
    tensix_tlm.stream("a.scn")["marks"]
    for row in tensix_tlm.sweep("configs/studies/example.json"): print(row["axes"], row["metrics"]["cycles"])

What does not end as it should is an Error with the program's message. The program is the argument `binary` of each function, or
$TENSIX_TLM, or build/release/tensix-tlm beside this folder, or bin/tensix-tlm of the installation that this file is in, or tensix-tlm on
the PATH.
"""
import csv, json, math, numbers, os, shutil, struct, subprocess, tempfile

_HERE = os.path.dirname(os.path.abspath(__file__))


class Error(Exception):
    """The program did not do what was asked for. `status`: its exit status; `metrics`: what it wrote nevertheless, or None."""

    def __init__(self, message, status=None, metrics=None):
        super().__init__(message)
        self.status, self.metrics = status, metrics


class Result(dict):
    """Metrics as docs/metrics.md has them. `tensors`: what came out, by circular buffer (of a built-in kernel: 16)."""

    def __init__(self, metrics, tensors=None):
        super().__init__(metrics)
        self.tensors = tensors or {}

    @property
    def tensor(self):
        """The output, if there is one."""
        if len(self.tensors) != 1:
            raise Error(f"there are {len(self.tensors)} tensors: take one of .tensors" if self.tensors else "no tensor was asked for")
        return next(iter(self.tensors.values()))


def find_binary(binary=None):
    places = [os.path.join(os.path.dirname(_HERE), "build", "release", "tensix-tlm"),
              os.path.join(_HERE, "..", "..", "..", "bin", "tensix-tlm")]
    wanted = binary or os.environ.get("TENSIX_TLM") or next(filter(os.path.exists, places), "tensix-tlm")
    found = shutil.which(os.path.expanduser(wanted))
    if not found:
        raise Error(f"there is no program '{wanted}': build it (scripts/demo.sh), or name it in $TENSIX_TLM")
    return os.path.abspath(found)


def _options(settings):
    """fp32_dest=True, l1_tiles=4, set={"l1.banks": 8} as the command line has them; None and False: not given."""
    words = []
    for name, value in settings.items():
        option = "--" + name.replace("_", "-")
        if name == "set":
            words += [f"--set={parameter}={_text(v)}" for parameter, v in (value or {}).items()]
        elif value is True:
            words.append(option)
        elif value is not None and value is not False:
            dimensions = name in ("shape", "subblock") and isinstance(value, (list, tuple))
            words.append(f"{option}={'x'.join(map(str, value)) if dimensions else _text(value)}")
    return words


def _numpy(why):
    try:
        import numpy
    except ImportError:
        raise Error(f"{why} needs NumPy, which this Python does not have") from None
    return numpy


def _is_array(value):
    return hasattr(value, "shape") or (isinstance(value, (list, tuple)) and bool(value) and isinstance(value[0], (list, tuple)))


class _Files:
    """Arrays on their way to and from the program."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.count = 0
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def new(self):
        self.count += 1
        return os.path.join(self.folder.name, f"{self.count}.npy")

    def write(self, array):
        file = self.new()
        self.save(file, array)
        return file

    @staticmethod
    def save(file, array):
        numpy = _numpy("an array")
        data = numpy.asarray(array)
        if data.dtype.name == "bfloat16":
            data = data.astype(numpy.float32)
        if data.dtype.kind not in "fiub" or data.dtype.itemsize > 8:
            raise Error(f"an array of {data.dtype} is no tensor: expected numbers of at most 64 bits")
        numpy.save(file, numpy.ascontiguousarray(data.astype(data.dtype.newbyteorder("<"))))

    def read(self, file, shape=None):
        array = _numpy("an array").load(file)
        return array.reshape(shape) if shape is not None else array


def _text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _call(binary, words):
    return subprocess.run([find_binary(binary), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="replace")


def _measured(binary, words):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "metrics.json")
        done = _call(binary, [*words, f"--metrics={file}"])
        metrics = None
        if os.path.exists(file):
            with open(file, encoding="utf-8") as f:
                metrics = json.load(f)
    if done.returncode != 0:
        raise Error(done.stderr.strip() or f"tensix-tlm ended with status {done.returncode}", done.returncode, metrics)
    return metrics, done.stdout


def run(kernel, binary=None, out=None, **options):
    """The metrics (docs/metrics.md) of a built-in kernel. Options as on the command line: shape=(64, 64) or "64x64", format="bf16",
    config="documented", set={"l1.banks": 16}, ... ; underscores stand for hyphens. in0, in1: arrays, or names of .npy files. out: a
    file, or True for an array in the result's .tensor, as it is anyway if an operand is an array; False: none."""
    with _Files() as files:
        arrays = [name for name in ("in0", "in1", "bias") if _is_array(options.get(name))]
        options.update({name: files.write(options[name]) for name in arrays})
        wanted = out is True or out is None and bool(arrays)
        file = files.new() if wanted else out or None
        m = _measured(binary, ["run", kernel, *_options({**options, "out": file and os.fspath(file)})])[0]
        return Result(m, {16: files.read(file)} if wanted else {})


def buffer(source=None, format="bf16", shape=None, tiles=None, capacity=None, layout=None, order=None, sharded=False):
    """A circular buffer for kernel(). source: an array, a .npy file, a number (everywhere), "test" (test data), or None: an output if it
    has a shape (a tuple) or tiles (a row of so many), else the kernel's own. capacity: tiles that it holds; sharded: all, the tensor lies
    in it. layout="rows": row-major.
    order: which tile passes when: "columns", or loops over the tensor's tiles, outermost first: [(count, step), ...]."""
    return {"source": source, "format": format, "shape": shape, "tiles": tiles, "capacity": capacity, "layout": layout, "order": order,
            "sharded": sharded}


def kernel(source, buffers, args=(), ct_args=(), define=None, out=True, binary=None, common_args=(), include=(), **options):
    """The metrics of a kernel of one's own (docs/kernels.md), with .tensors: what came out, by buffer. buffers: {0: array, 16: (64, 64),
    1: buffer(...), ...}: an array is an input in BF16, a tuple the shape of an output in BF16, a number so many tiles of an output. args,
    common_args, ct_args: words; a float is its FP32 bits. ct_args may be {name: word}, too. define: {name: value}. include: folders of
    headers. out=False: the outputs' values are not wanted. Other options as in run()."""
    with _Files() as files:
        words, outputs = ["kernel", os.fspath(source)], {}
        for index, given in sorted(buffers.items()):
            b = _buffer(given)
            words.append(f"--cb={index}={_buffer_text(b, files)}")
            if out and b["source"] is None and (b["shape"] is not None or b["tiles"] is not None):
                outputs[index] = files.new(), b["shape"]
                words.append(f"--out={index}={outputs[index][0]}")
        words += [f"--arg={_word(a)}" for a in args] + [f"--common-arg={_word(a)}" for a in common_args]
        words += [f"--ct-arg={name}={_word(a)}" for name, a in ct_args.items()] if isinstance(ct_args, dict) else [
            f"--ct-arg={_word(a)}" for a in ct_args]
        words += [f"--include={os.fspath(folder)}" for folder in ([include] if isinstance(include, (str, os.PathLike)) else include)]
        words += [f"--define={name}={_text(value)}" for name, value in (define or {}).items()]
        m = _measured(binary, words + _options(options))[0]
        return Result(m, {index: files.read(file, shape) for index, (file, shape) in outputs.items()})


def _buffer(given):
    if isinstance(given, dict):
        return given
    if _is_array(given):
        return buffer(given)
    if isinstance(given, tuple):
        return buffer(shape=given)
    if isinstance(given, int):
        return buffer(tiles=given)
    raise Error(f"{given!r} is no circular buffer: expected an array, a shape, a number of tiles, or buffer(...)")


def _buffer_text(b, files):
    source = "" if b["source"] is None else files.write(b["source"]) if _is_array(b["source"]) else os.fspath(b["source"]) if hasattr(
        b["source"], "__fspath__") else str(b["source"])
    if ":" in source:
        raise Error(f"{source}: a file's name with ':' cannot be given")
    text = f"{source}:{b['format']}"
    if b["shape"] is not None:
        text += f":shape={math.prod(b['shape'][:-1])}x{b['shape'][-1]}"  # leading dimensions are rows
    for name in ("tiles", "capacity", "layout"):
        if b[name] is not None:
            text += f":{name}={b[name]}"
    if b.get("sharded"):
        text += ":sharded"
    if b["order"] is not None:
        text += ":order=" + (b["order"] if isinstance(b["order"], str) else ",".join(f"{count}x{step}" for count, step in b["order"]))
    return text


def _word(value):
    if isinstance(value, float):
        return struct.unpack("<I", struct.pack("<f", value))[0]
    return int(value) & 0xFFFFFFFF


class Buffer:
    """A buffer of a Program. What stands for it in a kernel's arguments, until all has a place:"""

    def __init__(self, name):
        self.name = name
        self.address = f"{name}.address"  # the same in every bank
        self.accessor = f"{name}.accessor"  # in ct_args: the words of TensorAccessorArgs
        self.pages = f"{name}.pages"
        self.page_bytes = f"{name}.page_bytes"
        self.aligned_page_bytes = f"{name}.aligned_page_bytes"  # from a page of a bank to the next one


class Semaphore:
    """A semaphore of a Program; in arguments .id, for get_semaphore(), or .address."""

    def __init__(self, name):
        self.name, self.id, self.address = name, f"{name}.id", f"{name}.address"


class Program:
    """A program of one core (docs/programs.md): buffers, circular buffers, semaphores, and up to three kernels. run() runs it; write() makes
    a program file of it."""

    def __init__(self, name=None, program_kib=None):
        """name: for reports. program_kib: room in L1 for each core's program, 32 without."""
        self._tree = {"format": "tensix-tlm-program", "version": 1, "buffers": {}, "circular_buffers": {}, "semaphores": {}, "kernels": {}}
        self._tree.update(_given(name=name, program_kib=program_kib))
        self._outputs = {}  # name: shape

    def buffer(self, name, content=None, shape=None, format="bf16", memory="dram", layout=None, page_bytes=None, shard=None, banks=None,
               output=None):
        """A tensor in memory: "dram", or "l1". content: an array, a .npy file, a number (everywhere), "test" (test data), or None. shape: not
        of an array or file. layout="rows": row-major, a page is a row; else a page is a tile. shard: rows and columns of a shard, which go
        to the banks in turn; without it is interleaved. output: whether run() reads it back; None: if it has no content. Returns a Buffer."""
        if _is_array(content) and not hasattr(content, "shape"):
            content = _numpy("an array").asarray(content)
        entry = {"content": content, **_given(shape=shape and list(map(int, shape)), format=format, memory=memory, layout=layout,
                                              page_bytes=page_bytes)}
        if shard is not None:
            entry["shard"] = {"shape": list(map(int, shard)), **_given(banks=banks)}
        if content is None if output is None else output:
            self._outputs[name] = tuple(shape) if shape is not None else getattr(content, "shape", None)
        self._new("buffers", name, entry)
        return Buffer(name)

    def circular_buffer(self, index, format=None, pages=None, page_bytes=None, on=None):
        """Circular buffer c_INDEX of pages, 2 without, of page_bytes (a tile of the format, bf16 without). on: a Buffer in L1 that it lies on,
        or the index of a circular buffer whose memory it shares: then all of that."""
        base = on.name if isinstance(on, Buffer) else f"c_{on}" if isinstance(on, int) else on
        self._new("circular_buffers", f"c_{index}", _given(format=format, pages=pages, page_bytes=page_bytes, on=base))

    def semaphore(self, name, value=0, id=None):
        """A semaphore that holds value when the program begins. id: without, the next one. Returns a Semaphore."""
        self._new("semaphores", name, value if id is None else {"id": id, "value": value})
        return Semaphore(name)

    def reader(self, source, args=(), ct_args=(), common_args=(), named_ct_args=None, define=None, include=(), core=None, noc=None):
        """The kernel that brings data: on core "NC" and NoC 1, unless said otherwise. Arguments: whole numbers, floats (their FP32 bits), or what
        a Buffer or Semaphore has; ct_args also accessors. define: {name: value}; include: folders of headers."""
        self._kernel("reader", source, args, ct_args, common_args, named_ct_args, define, include, core=core, noc=noc)

    def writer(self, source, args=(), ct_args=(), common_args=(), named_ct_args=None, define=None, include=(), core=None, noc=None):
        """The kernel that takes data away: on core "B" and NoC 0, unless said otherwise. All else as of reader()."""
        self._kernel("writer", source, args, ct_args, common_args, named_ct_args, define, include, core=core, noc=noc)

    def compute(self, source, args=(), ct_args=(), common_args=(), named_ct_args=None, define=None, include=(), fidelity=None,
                fp32_dest=None, dst_sync=None):
        """The kernel of T0, T1 and T2. fidelity: "hifi4" without; fp32_dest: 32-bit datums in Dst; dst_sync: "half" (without), "full"."""
        self._kernel("compute", source, args, ct_args, common_args, named_ct_args, define, include, fidelity=fidelity,
                     fp32_dest=fp32_dest, dst_sync=dst_sync)

    def run(self, binary=None, **options):
        """The metrics, with .tensors: what buffers held in the end, by name. Options as of run()."""
        with _Files() as files:
            file = os.path.join(files.folder.name, "program.json")
            outputs = self._write(file)
            m = _measured(binary, ["program", file, *_options(options)])[0]
            return Result(m, {name: files.read(array, self._outputs[name]) for name, array in outputs.items()})

    def check(self, binary=None):
        """What lies where, and the arguments that the kernels get, as text."""
        with _Files() as files:
            file = os.path.join(files.folder.name, "program.json")
            self._write(file)
            done = _call(binary, ["program", file, "--check"])
            if done.returncode != 0:
                raise Error(done.stderr.strip(), done.returncode)
            return done.stdout

    def write(self, file):
        """A program file, with arrays and outputs as NAME.npy and NAME_out.npy beside it."""
        self._write(os.path.abspath(os.fspath(file)))

    def _new(self, kind, name, entry):
        if name in self._tree[kind]:
            raise Error(f"{name} is there already")
        self._tree[kind][name] = entry

    def _kernel(self, role, source, args, ct_args, common_args, named_ct_args, define, include, **more):
        folders = [include] if isinstance(include, (str, os.PathLike)) else include
        self._new("kernels", role, {
            "source": os.path.abspath(os.fspath(source)), "args": list(map(_argument, args)), "ct_args": list(map(_argument, ct_args)),
            "common_args": list(map(_argument, common_args)),
            **_given(named_ct_args=named_ct_args and {name: _argument(a) for name, a in named_ct_args.items()}, define=define,
                     include=[os.path.abspath(os.fspath(folder)) for folder in folders] or None, **more)})

    def _write(self, file):
        """Returns the outputs' files, by buffer."""
        beside = lambda name: os.path.join(os.path.dirname(file), f"{name}.npy")
        tree, outputs = {**self._tree, "buffers": {}}, {}
        for name, entry in self._tree["buffers"].items():
            entry, content = dict(entry), entry["content"]
            if _is_array(content):
                _Files.save(beside(name), content)
                entry["content"] = f"{name}.npy"
            elif isinstance(content, os.PathLike) or isinstance(content, str) and content != "test":
                entry["content"] = os.path.abspath(os.fspath(content))
            elif content is not None and not isinstance(content, str):
                entry["content"] = int(content) if isinstance(content, numbers.Integral) else float(content)
            if name in self._outputs:
                outputs[name] = beside(f"{name}_out")
                entry["output"] = f"{name}_out.npy"
            tree["buffers"][name] = entry
        with open(file, "w", encoding="utf-8") as f:
            json.dump(tree, f, indent=2, allow_nan=False)
        return outputs


def _given(**settings):
    return {name: value for name, value in settings.items() if value is not None}


def _argument(value):
    """A word, or the name of one, for a program file."""
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value) if math.isfinite(value) else f"0x{_word(float(value)):08x}"
    raise Error(f"{value!r} is no argument: expected a number, or what a Buffer or Semaphore has, as .address")


def stream(file, binary=None, **options):
    """The metrics of a stream file, with "marks" (a list of name, core, cycle) and "out" (a list of address, bytes)."""
    metrics, text = _measured(binary, ["stream", os.fspath(file), *_options(options)])
    words = [line.split() for line in text.splitlines() if line.startswith("out ")]
    metrics["out"] = [{"address": int(w[1], 16), "bytes": bytes.fromhex(w[2])} for w in words]
    return metrics


def sweep(study, binary=None, out=None, allow_failures=False, **options):
    """The rows of a study: a file's name, or its content as a dict (whose paths are relative to the working directory). `out` keeps the
    result, and what is done if it is interrupted. Points that fail are an Error unless allow_failures."""
    with tempfile.TemporaryDirectory() as folder:
        file, made = study, None
        try:
            if isinstance(study, dict):
                made = tempfile.NamedTemporaryFile("w", suffix=".json", prefix=".study-", dir=".", delete=False, encoding="utf-8")
                with made:
                    json.dump(study, made)
                file = made.name
            result = os.fspath(out) if out else os.path.join(folder, "result.jsonl")
            done = _call(binary, ["sweep", os.fspath(file), f"--out={result}", *_options(options)])
        finally:
            if made:
                os.remove(made.name)
        if done.returncode not in (0, 1):
            raise Error(done.stderr.strip(), done.returncode)
        rows = read_result(result)
    failed = [r for r in rows if r["outcome"] != "done"]
    if failed and not allow_failures:
        point = failed[0].get("point")
        raise Error(f"{len(failed)} of {len(rows)} points failed; point {point}: {failed[0]['outcome']}: {failed[0]['message']}", 1)
    return rows


def read_result(file):
    """The rows of a sweep's result. JSON lines: as they are written; CSV: columns by name, numbers as numbers."""
    with open(file, newline="", encoding="utf-8") as f:
        if os.fspath(file).endswith(".csv"):
            return [{name: _value(text) for name, text in row.items()} for row in csv.DictReader(f)]
        return [json.loads(line) for line in f]


def _value(text):
    if text == "":
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return {"true": True, "false": False}.get(text, text)


def columns(row):
    """A row of JSON lines as a CSV of the same sweep has it: {"l1.banks": 8, "cycles": 376, "units.packer0.busy": 106, ...}."""
    flat = {"point": row["point"], **row["axes"], "outcome": row["outcome"], "message": row["message"]}
    flat.update({name: row[name] for name in ("baseline", "ratio", "speedup", "speedup_low", "speedup_high", "geomean") if name in row})

    def add(name, node):
        if isinstance(node, dict):
            for key, value in node.items():
                add(f"{name}.{key}", value)
        elif not isinstance(node, list):
            flat.setdefault(name, node)
        elif name == "marks":
            for mark in node:
                flat.setdefault(f"marks.{mark['name']}.{mark['core']}", mark["cycle"])
        elif name == "path.resources":
            for resource in node:
                flat.setdefault(f"path.{resource['name']}", resource["cycles"])
        elif node and isinstance(node[0], (int, float)):
            flat.setdefault(f"{name}_sum", sum(node))
        else:
            flat.setdefault(name, "; ".join(e if isinstance(e, str) else json.dumps(e, separators=(",", ":")) for e in node))

    for name, node in (row["metrics"] or {}).items():
        if name not in ("format", "version"):
            add(name, node)
    for name, value in (row["parameters"] or {}).items():
        flat.setdefault(name, value)
    return flat


def parameters(config=None, binary=None, **options):
    """All parameters: name -> {"value", "unit", "meaning", "range", "source"}, of a configuration and settings as in run()."""
    words = _options({"config": config, **options})
    listing, dump = _call(binary, ["params", *words]), _call(binary, ["--dump-config", *words])
    for done in (listing, dump):
        if done.returncode != 0:
            raise Error(done.stderr.strip(), done.returncode)
    lines, result = listing.stdout.splitlines(), {}
    for head, meaning, rest_of_it in zip(lines, lines[1:], lines[2:]):
        if head.startswith(" ") or not meaning.startswith("    "):
            continue
        name, _, rest = head.partition(" ")
        value = json.loads(dump.stdout)
        for part in name.split("."):
            value = value[part]
        unit = rest.strip()[len(_text(value)):].strip()
        limits, _, source = rest_of_it.strip().partition("; source: ")
        result[name] = {"value": value, "unit": unit, "meaning": meaning.strip(), "range": limits[len("range: "):], "source": source}
    return result
