// SPDX-License-Identifier: Apache-2.0
// A stream whose cycles are worked out by hand (timeline_test.cpp), for the configuration `documented`.
#pragma once
#include <string>
#include <vector>

namespace tensix_cli {

// The configuration in which tests work out its cycles: `documented`, pipelines without depth.
inline const std::vector<std::string> pipeline_configuration = {"--config", "documented",
                                                                "--set",    "unpacker.pipeline_latency_cycles=0",
                                                                "--set",    "unpacker.prefetch_bytes=0",
                                                                "--set",    "packer.pipeline_latency_cycles=0",
                                                                "--set",    "matrix_unit.drain_cycles=0"};
inline std::vector<std::string> with_pipeline_configuration(std::vector<std::string> before,
                                                            const std::vector<std::string>& after) {
  before.insert(before.end(), pipeline_configuration.begin(), pipeline_configuration.end());
  before.insert(before.end(), after.begin(), after.end());
  return before;
}

// Both unpackers: 256 BF16 datums, one from 0x10000 and one from 0x20010 on, at x4. The packers: rows of 16 BF16 datums.
// Then T0 unpacks both operands, T1 multiplies and posts a semaphore, T2 waits for it and packs two rows.
inline const std::string pipeline =
    "t0 push 0x5120000f 0x5420000f 0x5e23fc00\n"  // unpacker 0: SETADCXY, SETADCZW to 0, SETADCXX 0..255
    "t0 st 0xffef0100 0x1000015\n"
    "t0 st 0xffef0104 0x10001\n"
    "t0 st 0xffef0120 0x25\n"
    "t0 st 0xffef0124 0xf000f\n"
    "t0 st 0xffef0130 0xfff\n"
    "t0 push 0x5140000f 0x5440000f 0x5e43fc00\n"  // unpacker 1
    "t0 st 0xffef01c0 0x1000015\n"
    "t0 st 0xffef01c4 0x10001\n"
    "t0 st 0xffef01e0 0x25\n"
    "t0 st 0xffef01e4 0xf000f\n"
    "t0 st 0xffef01f0 0x2000\n"
    "t0 push 0xb2050004\n"
    "t0 st 0xffef0158 0x1000100\n"
    "t0 st 0xffef0150 0x400040\n"
    "t0 st 0xffef00c8 0x100\n"
    "t2 st 0xffef0118 0x551\n"  // packer 0, output at 0x30000
    "t2 st 0xffef0114 0x80002fff\n"
    "t2 st 0xffef0004 0xa000000\n"
    "t2 st 0xffef0030 0x200000\n"
    "t2 st 0xffef0060 0xffff\n"
    "t2 st 0xffef0070 0x1000\n"
    "t2 push 0x5180000f 0x5480000f 0x5e803c00\n"
    "t2 push 0xb2250001\n"
    "t2 SEMINIT sem_sel=2 max_value=1\n"
    "l1w 0x10000 0x40003f80\n"
    "l1w 0x20010 0x3f80\n"
    "t0 delay 240\n"
    "t1 delay 261\n"
    "t2 delay 250\n"
    "t0 UNPACR set_dat_valid=1 ovrd_thread_id=1 last=1\n"
    "t0 UNPACR unpack_block_selection=1 set_dat_valid=1 ovrd_thread_id=1 last=1\n"
    "t1 MVMUL\n"
    "t1 MVMUL dst=8 clear_dvalid=3\n"
    "t1 STALLWAIT stall_res=2 wait_res=16\n"
    "t1 SEMPOST sem_sel=2\n"
    "t2 SEMWAIT sem_sel=2 stall_res=4 wait_sem_cond=1\n"
    "t2 PACR read_intf_sel=1\n"
    "t2 PACR read_intf_sel=1 last=1\n"
    "t2 SEMGET sem_sel=2\n"
    "t1 mark pushed\n"
    "out 0x30000 8\n";
inline const std::string results = "mark pushed t1 265\nout 0x30000 803f004000000000\n";

}  // namespace tensix_cli
