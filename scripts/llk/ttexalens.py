# SPDX-License-Identifier: Apache-2.0
"""Stands in for tt-exalens in the place of a card: what tt-llk's Python tests ask it for, on tensix-tlm.

Keeps an image of L1 and the programs. When the host commands B to start the others, `tensix-tlm elf` runs once with them (a new tile,
booted by B), until all three have reported that they are done, and the image becomes what it leaves in L1. Environment: TENSIX_TLM
(the program), TENSIX_TLM_OPTIONS (more options of `elf`), TENSIX_TLM_RUNS (a directory; each run gets one of its own there)."""
import os, shlex, struct, subprocess, sys
from pathlib import Path
from types import SimpleNamespace

L1_BYTES = 0x180000
# tt-llk's boot protocol: three words for "done" (0xff), two in which the host commands B in turn, and B's count of commands.
DONE, COMMANDS, COUNTER = (0x1FFB8, 0x1FFBC, 0x1FFC0), (0x1FFC4, 0x1FFC8), 0x1FFCC
START, COMPLETE = 1, 0xFF
COMMAND_CYCLE = 2000  # when the host's command arrives: B has cleared the words by then
LIMIT_CYCLES = 20_000_000
OPTION = {"brisc": "--b", "trisc0": "--t0", "trisc1": "--t1", "trisc2": "--t2"}
IN_RESET = 0x47800  # RISCV_DEBUG_REG_SOFT_RESET_0 with all cores in reset


class TTException(Exception):
    pass


class Refused(TTException):
    """tensix-tlm did not run the programs."""


class Stuck(TTException):
    """The programs did not end: a deadlock, or more cycles than the limit."""


class NotHere(TTException):
    """What this card cannot do; the message says what."""


def segments(elf):
    """(address, length in memory, contents) of what a 32-bit ELF has in L1."""
    data = Path(elf).read_bytes()
    if data[:5] != b"\x7fELF\x01":
        raise TTException(f"{elf}: not a 32-bit ELF")
    offset, (size, count) = struct.unpack_from("<I", data, 28)[0], struct.unpack_from("<HH", data, 42)
    for i in range(count):
        kind, at, _, address, length, in_memory = struct.unpack_from("<6I", data, offset + i * size)
        if kind == 1 and address < L1_BYTES:
            yield address, in_memory, data[at : at + length]


def directory(run):
    """Of the n-th run: its command, its output, pieces of L1 before it (ADDRESS.bin) and all of it afterwards (out.bin)."""
    return Path(os.environ.get("TENSIX_TLM_RUNS", "runs")) / f"{run:04}"


class Card:
    def __init__(self):
        self.l1, self.elfs, self.registers, self.commands, self.runs = bytearray(L1_BYTES), {}, {}, 0, 0

    def range(self, address, length):
        if not 0 <= address <= address + length <= L1_BYTES:
            raise NotHere(f"the card has L1 alone: {length} bytes at {address:#x} are outside 0..{L1_BYTES:#x}")
        return slice(address, address + length)

    def write(self, address, data):
        self.l1[self.range(address, len(data))] = data
        if address in COMMANDS and (command := int.from_bytes(data[:4], "little")):
            if command == START:
                self.run()
            self.commands += 1
            self.l1[self.range(COUNTER, 4)] = self.commands.to_bytes(4, "little")

    def load(self, elf, core):
        if core not in OPTION:
            raise NotHere(f"no core '{core}' to load {elf} into")
        self.elfs[core] = elf
        for address, _, data in segments(elf):
            self.l1[self.range(address, len(data))] = data

    def gaps(self):
        """L1 without what is the programs' own, (first, last + 1): memory that they share and do not fill is the host's."""
        own = [(address, length) for elf in self.elfs.values() for address, length, data in segments(elf)]
        begin = 0
        for address, length in sorted(piece for piece in own if own.count(piece) == 1):
            if begin < address:
                yield begin, address
            begin = max(begin, address + length)
        yield begin, L1_BYTES

    def run(self):
        place = directory(self.runs)
        place.mkdir(parents=True, exist_ok=True)
        self.runs += 1
        for word in DONE:  # of the run before
            self.l1[self.range(word, 4)] = bytes(4)
        command = [os.environ.get("TENSIX_TLM", "tensix-tlm"), "elf", "--quiet", "--maxclk", str(LIMIT_CYCLES)]
        for core, elf in self.elfs.items():
            command += [OPTION[core], elf]
        for begin, end in self.gaps():
            piece = place / f"{begin:06x}.bin"
            piece.write_bytes(self.l1[begin:end])
            command += ["--l1", f"{begin:#x}={piece}"]
        command += ["--l1w", f"{COMMANDS[0]:#x}={START}@{COMMAND_CYCLE}"]
        for word in DONE:
            command += ["--until", f"{word:#x}={COMPLETE}"]
        image = place / "out.bin"
        command += ["--dump", f"0:{L1_BYTES}={image}", *shlex.split(os.environ.get("TENSIX_TLM_OPTIONS", ""))]
        (place / "command").write_text(shlex.join(command) + "\n")
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
        text = (done.stdout + done.stderr).strip()
        (place / "output").write_text(text + "\n" if text else "")
        if done.returncode:
            kind = Stuck if done.returncode == 3 else Refused
            raise kind(f"exit status {done.returncode} of {place}/command: {text}")
        self.l1[:] = image.read_bytes()

    # What device.py asks of a register store.
    def read_register(self, name):
        return self.registers.get(name, IN_RESET)

    def write_register(self, name, value):
        self.registers[name] = value


CARD = Card()


def check_context():
    block = SimpleNamespace(get_register_store=lambda: CARD, get_risc_debug=lambda *_, **__: SimpleNamespace(is_ebreak_hit=lambda: False))
    registers = SimpleNamespace(general_purpose_registers=[])
    return SimpleNamespace(devices={0: SimpleNamespace(get_block=lambda _: block, get_tensix_registers_description=lambda: registers)})


def bytes_of(data):
    return data if isinstance(data, (bytes, bytearray)) else bytes(data)


def write_to_device(location, addr, data, *_, **__):
    CARD.write(addr, bytes_of(data))


def write_words_to_device(location, addr, data, *_, **__):
    CARD.write(addr, b"".join(word.to_bytes(4, "little") for word in ([data] if isinstance(data, int) else data)))


def read_from_device(location, addr, device_id=0, num_bytes=4, *_, **__):
    return bytes(CARD.l1[CARD.range(addr, num_bytes)])


def read_words_from_device(location, addr, device_id=0, word_count=1, *_, **__):
    return [word for (word,) in struct.iter_unpack("<I", read_from_device(location, addr, num_bytes=4 * word_count))]


def read_word_from_device(location, addr, *_, **__):
    return read_words_from_device(location, addr)[0]


def load_elf(elf_file, location, risc_name, *_, **__):
    CARD.load(str(elf_file), risc_name)


def absent(what):
    def refuse(*_, **__):
        raise NotHere(what)

    return refuse


arc_msg = lambda *_, **__: None  # power states
convert_coordinate = lambda location, *_, **__: location
callstack = absent("no call stack of a stopped core")
parse_elf = absent("symbols of ELFs are for coverage")
get_tensix_state = absent("no state of the units")
inject = absent("no instruction injected past the cores")


class Anything:
    """Types that only annotations name, or that nothing is done with."""

    def __init__(self, *_, **__):
        self.device = self

    create = classmethod(lambda cls, *_, **__: cls())
    set = classmethod(lambda cls, *_, **__: None)
    __getattr__ = lambda self, name: inject


Context = OnChipCoordinate = TensixDebug = CallstackEntry = ParsedElfFile = Anything
Verbosity = type("Verbosity", (Anything,), {"ERROR": 0})
init_ttexalens = init_ttexalens_remote = cleanup_global_context = lambda *_, **__: None

# One module is all of the package's.
tt_exalens_lib = tt_exalens_init = context = coordinate = debug_tensix = hardware = risc_debug = sys.modules[__name__]
__path__ = []
for name in ("tt_exalens_lib", "tt_exalens_init", "context", "coordinate", "debug_tensix", "hardware", "hardware.risc_debug"):
    sys.modules[f"{__name__}.{name}"] = sys.modules[__name__]
