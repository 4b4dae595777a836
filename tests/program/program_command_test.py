# SPDX-License-Identifier: Apache-2.0
"""`tensix-tlm program` and Program: data against NumPy, layouts, and what is said of programs that are wrong or wait for ever.
Usage: program_command_test.py BINARY"""
import json, os, re, subprocess, sys, tempfile, unittest

import numpy as np

BINARY = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(ROOT, "examples", "programs")
sys.path[:0] = [os.path.join(ROOT, "python"), *(os.path.join(EXAMPLES, name) for name in os.listdir(EXAMPLES))]
import add, matmul, matmul_multicast, reduction, sharded_add, softmax, tensix_tlm

os.environ["TENSIX_TLM"] = BINARY

# Pages of buffer a to buffer c, whatever they are: args: addresses of both, pages, bytes of a page; ct_args: accessors.
COPY = """#include "api/dataflow/dataflow_api.h"
void kernel_main() {
  constexpr auto a_args = TensorAccessorArgs<0>();
  constexpr auto c_args = TensorAccessorArgs<a_args.next_compile_time_args_offset()>();
  const uint32_t pages = get_arg_val<uint32_t>(2), bytes = get_arg_val<uint32_t>(3);
  const auto a = TensorAccessor(a_args, get_arg_val<uint32_t>(0), get_arg_val<uint32_t>(4));
  const auto c = TensorAccessor(c_args, get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(5));
  for (uint32_t i = 0; i < pages; ++i) {
    cb_reserve_back(0, 1);
    noc_async_read(a.get_noc_addr(i), get_write_ptr(0), bytes);
    noc_async_read_barrier();
    cb_push_back(0, 1);
    cb_wait_front(0, 1);
    noc_async_write(get_read_ptr(0), c.get_noc_addr(i), bytes);
    noc_async_write_barrier();
    cb_pop_front(0, 1);
  }
}
"""
READER = """#include "api/dataflow/dataflow_api.h"
void kernel_main() {
  for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) {
    cb_reserve_back(0, 2);
    cb_push_back(0, 2);
  }
}
"""
WRITER = """#include "api/dataflow/dataflow_api.h"
void kernel_main() {
  for (uint32_t i = 0; i < get_arg_val<uint32_t>(0); ++i) {
    cb_wait_front(0, 2);
    cb_pop_front(0, 2);
  }
}
"""
SIGNAL = """#include "api/dataflow/dataflow_api.h"
void kernel_main() {
  volatile tt_l1_ptr uint32_t* go = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(get_semaphore(get_arg_val<uint32_t>(0)));
  noc_semaphore_wait(go, get_arg_val<uint32_t>(1));
  noc_semaphore_set(go, 9);
}
"""


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        self.random = np.random.default_rng(11)

    def write(self, name, text):
        with open(name, "w", encoding="utf-8") as f:
            f.write(text)
        return name

    def call(self, *words):
        done = subprocess.run([BINARY, "program", *words], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=300)
        return done.returncode, done.stdout, done.stderr

    def kernels(self, **kernels):
        """A program without buffers, of sources by role."""
        tree = {"format": "tensix-tlm-program", "version": 1, "circular_buffers": {"c_0": {"pages": 4}}, "semaphores": {"go": 3},
                "kernels": {}}
        for role, (source, args) in kernels.items():
            tree["kernels"][role] = {"source": self.write(f"{role}.cpp", source), "args": args}
        return self.write("p.json", json.dumps(tree))

    def test_examples(self):
        a, b = self.random.integers(-60, 60, (2, 96, 128)).astype(float)
        np.testing.assert_array_equal(add.add(a, b, block=3).tensor, a + b)
        np.testing.assert_array_equal(add.add(a, b, block=2, format="fp32", unchecked=True).tensor, a + b)
        a, b = self.random.integers(-3, 4, (128, 192)), self.random.integers(-3, 4, (192, 96))
        result = matmul.matmul(a, b, block=(2, 3, 3), subblock=(2, 1))
        self.assertLessEqual(np.abs(result.tensor - a @ b).max(), np.abs(a @ b).max() / 256)
        x = self.random.integers(-30, 30, (64, 96)) / 8
        e = np.exp(x - x.max(axis=1, keepdims=True))
        self.assertLess(np.abs(softmax.softmax(x).tensor - e / e.sum(axis=1, keepdims=True)).max(), 0.004)

    def test_examples_on_many_cores(self):
        a, b = self.random.integers(-3, 4, (128, 192)), self.random.integers(-3, 4, (192, 128))
        for grid, subblock in (((2, 2), (2, 1)), ((1, 2), (2, 2))):
            result = matmul_multicast.matmul(a, b, grid=grid, inner=3, subblock=subblock, fidelity="lofi")
            self.assertLessEqual(np.abs(result.tensor - a @ b).max(), np.abs(a @ b).max() / 256)
            self.assertEqual([(t["x"], t["y"]) for t in result["tiles"]], [(x, y) for y in range(grid[1]) for x in range(grid[0])])
            self.assertLessEqual(max(t["cycles"] for t in result["tiles"]), result["cycles"])
            self.assertGreater(min(t["matrix_unit_busy"] for t in result["tiles"]), 0)
        a = self.random.integers(-20, 20, (16, 32, 64)).astype(float)
        np.testing.assert_array_equal(reduction.reduction(a, grid=(2, 2)).tensor, a.sum(axis=0))
        a, b = self.random.integers(-60, 60, (2, 96, 128)).astype(float)
        np.testing.assert_array_equal(sharded_add.sharded_add(a, b, grid=(4, 3)).tensor, a + b)

    def test_pages_on_other_cores(self):
        """One core copies what lies in the L1 of several, and what lies there is the others' own."""
        source, a = self.write("copy.cpp", COPY), self.random.integers(-99, 99, (96, 128)).astype(float)
        idle = self.write("none.cpp", "void kernel_main() {}\n")
        kinds = [{"memory": "l1"}, {"memory": "l1", "shard": (32, 128)}, {"memory": "l1", "shard": (96, 32), "cores": ((4, 2), (5, 3))},
                 {"memory": "l1", "layout": "rows", "shard": (16, 64), "orientation": "col_major"}]
        for kind in kinds:
            with self.subTest(kind):
                p = tensix_tlm.Program()
                x, c = p.buffer("a", a, **kind), p.buffer("c", shape=a.shape, **kind)
                p.circular_buffer(0, page_bytes=8192)
                p.reader(source, args=[x.address, c.address, x.pages, x.page_bytes, x.aligned_page_bytes, c.aligned_page_bytes],
                         ct_args=[x.accessor, c.accessor], cores=(5, 2))
                p.reader(idle, cores=[((4, 2), (4, 3)), (5, 3)])
                np.testing.assert_array_equal(p.run(unchecked=True).tensor, a)

    def test_arguments_by_core(self):
        source = self.write("put.cpp", """#include "api/dataflow/dataflow_api.h"
void kernel_main() {
  const uint64_t to = get_noc_addr_from_bank_id<true>(get_arg_val<uint32_t>(1), get_arg_val<uint32_t>(0));
  noc_inline_dw_write(to, get_arg_val<uint32_t>(2));
  noc_inline_dw_write(to + 4, get_absolute_logical_x() * 256 + get_absolute_logical_y());
  noc_inline_dw_write(to + 8, my_x[noc_index] * 256 + my_y[noc_index]);
  noc_inline_dw_write(to + 12, get_arg_val<uint32_t>(3) * 256 + get_arg_val<uint32_t>(4));
  noc_async_write_barrier();
}
""")
        for noc in (0, 1):
            p = tensix_tlm.Program()
            c = p.buffer("c", shape=(8, 4), format="int32", layout="rows")
            place = ["core.noc_x", "core.noc_y"]
            p.writer(source, noc=noc, cores=p.cores("some", [((8, 4), (9, 5)), (13, 9)]),
                     args=lambda core: [c.address, core.index, 1000 * core.x + core.y, *place])
            p.reader(source, noc=noc, core="NC", cores=[(0, 0), (1, 0)], args={(0, 0): [c.address, 5, 7, *place], (1, 0): [c.address, 6, 8, *place]})
            c = p.run(unchecked=True).tensor
            self.assertEqual(c[:7, 0].tolist(), [8004, 9004, 8005, 9005, 13009, 7, 8])
            self.assertEqual(c[:7, 1].tolist(), [x * 256 + y for x, y in ((8, 4), (9, 4), (8, 5), (9, 5), (13, 9), (0, 0), (1, 0))])
            self.assertEqual(c[:7, 2].tolist(), c[:7, 3].tolist())
            self.assertEqual(c[5:7, 2].tolist(), [1 * 256 + 2, 2 * 256 + 2])

    def test_what_is_said_of_many(self):
        with open(self.kernels(reader=(READER, [3]), writer=(WRITER, [4])), encoding="utf-8") as f:
            tree = json.load(f)
        for kernel in tree["kernels"].values():
            kernel["cores"] = [[2, 1], [3, 1]]
        tree["kernels"]["writer"]["args"] = {"2,1": [3], "3,1": [4]}
        self.write("p.json", json.dumps(tree))
        status, _, said = self.call("p.json", "--quiet")
        self.assertEqual(status, 3)
        self.assertRegex(said, r"\n\(3,1\) writer \(B\) waits for (2 )?pages of c_0 \(writer\.cpp:4\): 6 pages were put in, 6 taken out, so it has 0 of 4\n")
        self.assertNotIn("(2,1) writer (B) waits", said)
        tree["kernels"]["writer"]["args"] = {"2,1": [3], "3,1": [2]}
        self.write("p.json", json.dumps(tree))
        status, text, said = self.call("p.json", "--metrics", "m.json")
        self.assertEqual((status, said), (0, "warning: (3,1) c_0: 2 of 6 pages were left in it\n"))
        self.assertRegex(text, r"^p\.json, tile \(2,1\) of 2 \(\(2,1\)-\(3,1\)\), ")
        self.assertRegex(text, r"\n\(3,1\) +[0-9,]+ +0 +0\.0 ")
        self.assertRegex(self.call("p.json", "--unchecked", "--set", "noc.tile_x=3", "--set", "noc.tile_y=1")[1], r"^p\.json, tile \(3,1\) of 2 ")
        status, _, said = self.call("p.json", "--set", "noc.tile_x=0")
        self.assertEqual(status, 2)
        self.assertRegex(said, r"core \(0,0\) has no kernel; the cores of p\.json are \(2,1\)-\(3,1\)")
        tree["kernels"]["writer"]["args"] = {"2,1": [], "3,1": []}
        self.write("p.json", json.dumps(tree))
        status, _, said = self.call("p.json", "--quiet")
        self.assertEqual(status, 1)
        self.assertEqual(said.count("argument 0 is read"), 1)
        self.assertRegex(said, r"error: writer\.cpp:3: argument 0 is read, 0 were given .*\(found by \(2,1\) B\)")
        for kernel in tree["kernels"].values():
            kernel.update(cores=[7, 1], args=[1])
        self.write("p.json", json.dumps(tree))
        status, _, said = self.call("p.json", "--set", "noc.harvested_columns=127")
        self.assertEqual(status, 2)
        self.assertRegex(said, r"7 columns are left, p\.json has a kernel on core \(7,1\)")

    def test_links_over_time(self):
        status, _, said = self.call(os.path.join(EXAMPLES, "reduction", "reduction.json"), "--quiet", "--metrics", "m.json", "--report", "r.html")
        self.assertEqual((status, said), (0, ""))
        with open("m.json", encoding="utf-8") as f:
            metrics = json.load(f)
        links = {(link["noc"], *link["from"], *link["to"]): link for link in metrics["noc_links"]}
        for link in links.values():
            self.assertEqual(link["busy"] + link["blocked"] + link["idle"], metrics["cycles"])
            self.assertLessEqual(link["busy"], link["flits"])  # two may pass in a cycle
        with open("r.html", encoding="utf-8") as f:
            over = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', f.read(), re.S)[1])["links_over_time"]
        self.assertEqual((len(over["rows"]), over["end"]), (24, metrics["cycles"]))
        used = [link["busy"] + link["blocked"] for link in links.values()]
        shown = [sum(row["busy"]) + sum(row["blocked"]) for row in over["rows"]]
        self.assertEqual(shown, sorted(used, reverse=True)[:24])
        for row in over["rows"]:
            link = links[(row["noc"], *row["from"], *row["to"])]
            self.assertEqual((sum(row["busy"]), sum(row["blocked"])), (link["busy"], link["blocked"]))
            self.assertLessEqual(max(row["busy"]), over["interval"])
            self.assertTrue(64 < len(row["busy"]) <= 128)

    def test_what_if_something_took_no_time(self):
        # Looks of polls that a core has slept through are no rounds of it: what is quicker does not make a run longer, but for a round.
        status, _, said = self.call(os.path.join(EXAMPLES, "add", "add.json"), "--unchecked", "--quiet", "--why", "--metrics", "m.json")
        self.assertEqual((status, said), (0, ""))
        with open("m.json", encoding="utf-8") as f:
            path = json.load(f)["path"]
        self.assertGreater(len(path["resources"]), 10)
        for r in path["resources"]:
            self.assertLess(max(r["run_if_halved"], r["run_if_free"]), path["cycles"] + 100, r)

    def test_pages_of_all_kinds(self):
        source, a = self.write("copy.cpp", COPY), self.random.integers(-99, 99, (96, 128)).astype(float)
        for kind in ({}, {"memory": "l1"}, {"format": "fp32", "page_bytes": 8192}, {"layout": "rows"}, {"layout": "rows", "memory": "l1"},
                     {"shard": (64, 96), "banks": 2}, {"layout": "rows", "shard": (10, 64)}, {"format": "int32", "layout": "rows"}):
            with self.subTest(kind):
                p = tensix_tlm.Program()
                x, c = p.buffer("a", a, **kind), p.buffer("c", shape=a.shape, **kind)
                p.circular_buffer(0, page_bytes=8192)
                p.reader(source, args=[x.address, c.address, x.pages, x.page_bytes, x.aligned_page_bytes, c.aligned_page_bytes],
                         ct_args=[x.accessor, c.accessor])
                np.testing.assert_array_equal(p.run(unchecked=True).tensor, a)

    def test_from_one_kind_to_another(self):
        source, a = self.write("copy.cpp", COPY), self.random.integers(-99, 99, (96, 128)).astype(float)
        p = tensix_tlm.Program()
        x, c = p.buffer("a", a, shard=(32, 64)), p.buffer("c", shape=a.shape, memory="l1")
        p.circular_buffer(0)
        p.writer(source, args=[x.address, c.address, x.pages, x.page_bytes, x.page_bytes, c.page_bytes], ct_args=[x.accessor, c.accessor])
        result = p.run(unchecked=True)
        np.testing.assert_array_equal(result.tensors["c"], a)
        buffers = {b["name"]: b for b in result["memory_buffers"]}
        self.assertEqual((buffers["a"]["banks"], buffers["a"]["sharded"], buffers["c"]["memory"]), (6, True, "l1"))
        self.assertEqual(result["buffers"][0]["produced"], 12)

    def test_on_another_tile(self):
        source, a = self.write("copy.cpp", COPY), self.random.integers(-99, 99, (64, 64)).astype(float)
        p = tensix_tlm.Program()
        x, c = p.buffer("a", a, memory="l1"), p.buffer("c", shape=a.shape, memory="l1")
        p.circular_buffer(0)
        p.reader(source, args=[x.address, c.address, x.pages, x.page_bytes, x.page_bytes, c.page_bytes], ct_args=[x.accessor, c.accessor])
        np.testing.assert_array_equal(p.run(unchecked=True, set={"noc.tile_x": 5, "noc.tile_y": 7}).tensors["c"], a)

    def test_semaphores(self):
        file = self.kernels(writer=(SIGNAL, ["go.id", 3]))
        self.assertEqual(self.call(file, "--quiet"), (0, "", ""))
        status, _, said = self.call(self.kernels(writer=(SIGNAL, ["go.id", 4])), "--quiet")
        self.assertEqual(status, 3)
        self.assertRegex(said, r"writer \(B\) waits for semaphore go \(writer\.cpp:4\): it is 3\n")

    def test_who_waits_for_what(self):
        status, _, said = self.call(self.kernels(reader=(READER, [5]), writer=(WRITER, [2])), "--quiet")
        self.assertEqual(status, 3)
        self.assertRegex(said, r"reader \(NC\) waits for room for (2 )?pages in c_0 \(reader\.cpp:4\): 8 pages were put in, 4 taken out, so it has 4 of 4\n")
        self.assertNotIn("writer", said.split("\n")[1])
        status, _, said = self.call(self.kernels(reader=(READER, [3]), writer=(WRITER, [4])), "--quiet")
        self.assertEqual(status, 3)
        self.assertRegex(said, r"writer \(B\) waits for (2 )?pages of c_0 \(writer\.cpp:4\): 6 pages were put in, 6 taken out, so it has 0 of 4\n")

    def test_what_is_left(self):
        status, _, said = self.call(self.kernels(reader=(READER, [2]), writer=(WRITER, [1])), "--quiet")
        self.assertEqual((status, said), (0, "warning: c_0: 2 of 4 pages were left in it\n"))

    def test_an_output_that_nobody_writes(self):
        p = tensix_tlm.Program()
        p.buffer("c", shape=(32, 64))
        p.reader(self.write("none.cpp", "void kernel_main() {}\n"))
        p.write("p.json")
        status, _, said = self.call("p.json", "--quiet")
        self.assertEqual((status, said), (0, "warning: c: 2 of 2 pages hold the bytes 0xff, which were there before the run: did a kernel write them?\n"))
        self.assertTrue(np.isnan(np.load("c_out.npy")).all())

    def test_check(self):
        file = self.kernels(reader=(READER, [5, 1.0]))
        status, text, _ = self.call(file, "--check")
        self.assertEqual(status, 0)
        self.assertRegex(text, r"reader: reader\.cpp on NC, NoC 1\n  args: 5 0x3f800000\n")
        self.assertRegex(text, r"\nc_0 +0x[0-9a-f]+ +8,192  4 pages of 2,048, bf16\n")
        self.assertRegex(text, r"\ngo +0x[0-9a-f]+ +3  id 0\n")

    def test_check_of_many(self):
        status, text, _ = self.call(os.path.join(EXAMPLES, "matmul_multicast", "matmul_multicast.json"), "--check")
        self.assertEqual(status, 0)
        self.assertEqual(text.count(" bytes of 32,768"), 3 + 2 + 2)  # each source is compiled once, not once a core
        self.assertRegex(text, r"\nreader 1: .*a_receiver\.cpp on NC, NoC 1, on \(1,0\)-\(3,1\)\n  args of \(1,0\): 4 1 2\n(.*\n){4}  args of \(3,1\): 4 1 3\n")

    def test_wrong_input(self):
        self.assertEqual(self.call("nowhere.json")[0], 2)
        status, _, said = self.call(self.kernels(reader=("void kernel_main() { nothing(); }\n", [])))
        self.assertEqual(status, 2)
        self.assertRegex(said, r"reader\.cpp:1:.*nothing")
        with self.assertRaisesRegex(tensix_tlm.Error, "program.json, at /kernels/reader/args/0: 'b.address': no buffer") as raised:
            p = tensix_tlm.Program()
            p.reader(self.write("none.cpp", "void kernel_main() {}\n"), args=["b.address"])
            p.run()
        self.assertEqual(raised.exception.status, 2)
        with self.assertRaisesRegex(tensix_tlm.Error, "c_0 is there already"):
            p.circular_buffer(0)
            p.circular_buffer(0)
        with self.assertRaisesRegex(tensix_tlm.Error, "is no argument"):
            p.writer("none.cpp", args=[None])

    def test_wrong_use_is_found(self):
        status, _, said = self.call(self.kernels(writer=(SIGNAL, [7, 3])), "--quiet")
        self.assertEqual(status, 1)
        self.assertRegex(said, r"error: writer\.cpp:3: semaphore 7 does not exist, the program has 1")
        status, _, said = self.call(self.kernels(writer=(SIGNAL, [0])), "--quiet")
        self.assertEqual(status, 1)
        self.assertRegex(said, r"error: writer\.cpp:4: argument 1 is read, 1 were given")
        self.assertNotEqual(self.call(self.kernels(writer=(SIGNAL, [0])), "--quiet", "--unchecked")[0], 1)

    def test_prints(self):
        text = '#include "api/debug/dprint.h"\nvoid kernel_main() { DPRINT << "from " << %d << ENDL(); }\n'
        status, out, said = self.call(self.kernels(reader=(text % 4, []), writer=(text % 3, [])), "--quiet", "--dprint", "-")
        self.assertEqual((status, said), (0, ""))
        self.assertEqual(sorted(out.splitlines()), ["B writer.cpp:2: from 3", "NC reader.cpp:2: from 4"])
        p = tensix_tlm.Program()
        p.reader(self.write("number.cpp", text.replace("%d", "get_arg_val<uint32_t>(0)")), args=["core.index"], cores=((1, 0), (2, 0)))
        p.write("p.json")
        status, out, said = self.call("p.json", "--quiet", "--dprint", "-")
        self.assertEqual((status, said), (0, ""))
        self.assertEqual(sorted(out.splitlines()), ["(1,0) NC number.cpp:2: from 0", "(2,0) NC number.cpp:2: from 1"])

    def test_studies(self):
        p = tensix_tlm.Program()
        x, c = p.buffer("a", 1.0, shape=(64, 64)), p.buffer("c", shape=(64, 64), output=False)
        p.circular_buffer(0)
        p.reader(self.write("copy.cpp", COPY), args=[x.address, c.address, x.pages, x.page_bytes, x.page_bytes, c.page_bytes],
                 ct_args=[x.accessor, c.accessor])
        p.write("p.json")
        study = {"format": "tensix-tlm-study", "version": 1, "base": {"command": ["program", "p.json", "--unchecked"]},
                 "axes": {"axis": "dram.read_cycles", "values": [50, 150]}}
        fast, slow = (row["metrics"]["cycles"] for row in tensix_tlm.sweep(study))
        self.assertAlmostEqual(slow - fast, 4 * 100, delta=4 * 10)  # each of four pages is waited for, by a poll that takes its turn
        p.buffer("d", shape=(32, 32))
        p.write("p.json")
        with self.assertRaisesRegex(tensix_tlm.Error, "p.json, at /buffers/d/output: every point would replace the file"):
            tensix_tlm.sweep(study)

    def test_shipped_files(self):
        for name in sorted(os.listdir(EXAMPLES)):
            status, text, said = self.call(os.path.join(EXAMPLES, name, f"{name}.json"), "--unchecked")
            self.assertEqual((status, said), (0, ""), name)
            self.assertRegex(text, r"\nlimited by ")


if __name__ == "__main__":
    unittest.main()
