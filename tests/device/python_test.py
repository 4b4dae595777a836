# SPDX-License-Identifier: Apache-2.0
"""The Python module with arrays. Usage: python_test.py BINARY"""
import os, sys, tempfile, unittest

import numpy as np

BINARY = os.path.abspath(sys.argv.pop(1))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "python"))
import tensix_tlm

os.environ["TENSIX_TLM"] = BINARY
KERNELS = os.path.join(ROOT, "workload", "kernels", "device")


class Module(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        self.a = np.arange(64 * 96).reshape(64, 96) % 97.0

    def test_built_in_kernels(self):
        m = tensix_tlm.run("add", in0=self.a, in1=self.a)
        np.testing.assert_array_equal(m.tensor, 2 * self.a)
        self.assertEqual(m["kernel"]["shape"], "64x96")
        m = tensix_tlm.run("matmul", shape=(64, 96, 32), out=True)
        self.assertEqual(m.tensor.shape, (64, 96))
        self.assertEqual(m["cycles"], tensix_tlm.run("matmul", shape="64x96x32")["cycles"])
        self.assertEqual(tensix_tlm.run("datacopy", in0=self.a, out=False).tensors, {})
        self.assertEqual(os.listdir("."), [])
        with self.assertRaisesRegex(tensix_tlm.Error, "no tensor"):
            tensix_tlm.run("datacopy").tensor

    def test_kinds_of_numbers(self):
        for kind in (np.float16, np.float32, np.float64, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint64, bool, ">f4"):
            x = (self.a % 2 if kind is bool else self.a).astype(kind)
            np.testing.assert_array_equal(tensix_tlm.run("datacopy", in0=x).tensor, x.astype(float))
        np.testing.assert_array_equal(tensix_tlm.run("datacopy", in0=self.a.T).tensor, self.a.T)
        np.testing.assert_array_equal(tensix_tlm.run("datacopy", in0=[[1, 2], [3, 4]]).tensor, [[1, 2], [3, 4]])
        with self.assertRaisesRegex(tensix_tlm.Error, "is no tensor"):
            tensix_tlm.run("datacopy", in0=np.array([["a"]]))

    def test_kernels(self):
        source = os.path.join(KERNELS, "add_relu_scale.cpp")
        b = self.a - 150
        m = tensix_tlm.kernel(source, {0: self.a, 1: b, 16: (64, 96)}, ct_args=[6, 0.5])
        np.testing.assert_array_equal(m.tensor, np.maximum(self.a + b, 0) / 2)
        self.assertEqual(m.tensors[16].shape, (64, 96))
        self.assertEqual([x["index"] for x in m["buffers"]], [0, 1, 16])
        folded = tensix_tlm.kernel(source, {0: self.a.reshape(2, 32, 96), 1: tensix_tlm.buffer(-10.0, shape=(2, 32, 96), capacity=2),
                                            16: tensix_tlm.buffer(shape=(2, 32, 96), format="fp32")}, ct_args=[6, 1.0], fp32_dest=True,
                                   set={"l1.banks": 16}, unchecked=True)
        np.testing.assert_array_equal(folded.tensor, np.maximum(self.a - 10, 0).reshape(2, 32, 96))
        self.assertEqual(folded["parameters"]["l1.banks"], 16)
        self.assertEqual(tensix_tlm.kernel(source, {0: self.a, 1: b, 16: 6}, ct_args=[6, 1.0]).tensor.shape, (32, 192))
        self.assertEqual(tensix_tlm.kernel(source, {0: self.a, 1: b, 16: 6}, ct_args=[6, 1.0], out=False).tensors, {})
        c = tensix_tlm.kernel(os.path.join(KERNELS, "matmul.cpp"), {0: self.a, 1: np.eye(96), 16: (64, 96)}, ct_args=(2, 3, 3),
                              define={"SUBBLOCK_H": 2, "SUBBLOCK_W": 3}, fidelity="hifi4")
        np.testing.assert_array_equal(c.tensor, self.a)
        self.assertEqual(os.listdir("."), [])

    def test_integers_and_shards(self):
        source = os.path.join(ROOT, "tests", "device", "kernels", "copy.cpp")
        for kind, least in ((np.uint16, 0), (np.int32, -2**31), (np.uint32, 0)):
            x = np.full((32, 64), least, np.int64)
            x[3, 5] = np.iinfo(kind).max
            form = np.dtype(kind).name
            m = tensix_tlm.kernel(source, {0: tensix_tlm.buffer(x.astype(kind), form, sharded=True), 16: tensix_tlm.buffer(None, form, x.shape)},
                                  ct_args=[2, 2], fp32_dest=True, unchecked=True)
            self.assertEqual(m.tensor.dtype, kind)
            np.testing.assert_array_equal(m.tensor, x)
            self.assertEqual([b.get("sharded", False) for b in m["buffers"]], [True, False])
            self.assertEqual(m["kernel"]["fidelity"], "hifi4")

    def test_errors(self):
        source = os.path.join(KERNELS, "add_relu_scale.cpp")
        for buffers, text in (({0: self.a}, "circular buffer 1 does not exist"), ({0: "x"}, "is no circular buffer"),
                              ({0: tensix_tlm.buffer("none.npy")}, "none.npy")):
            with self.assertRaisesRegex(tensix_tlm.Error, text):
                tensix_tlm.kernel(source, buffers, ct_args=[1, 1.0])

    def test_parameters(self):
        banks = tensix_tlm.parameters(set={"l1.banks": 8})["l1.banks"]
        self.assertEqual((banks["value"], banks["range"], banks["unit"]), (8, "1..256", "banks"))
        self.assertIn("ISA documentation", banks["source"])
        self.assertTrue(all(p["range"] and p["source"] for p in tensix_tlm.parameters().values()))


unittest.main()
