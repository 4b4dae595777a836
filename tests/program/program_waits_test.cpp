// SPDX-License-Identifier: Apache-2.0
// Who waits for what, in words.
#include <map>

#include "catch.h"
#include "workload/program/program_waits.h"

using namespace tensix;

namespace {

// A program of a reader on B, a compute kernel, c_3 of eight pages and a semaphore; words of memory.
struct waiting {
  device_program program;
  std::map<uint32_t, uint32_t> words;

  waiting() {
    data_mover reader;
    reader.kernel.role = "reader";
    reader.kernel.source = "r.cpp";
    reader.kernel.core = data_movement_kernel::b;
    const core_set first(std::vector<core_range>{{{0, 0}, {0, 0}}});
    program.cores = reader.cores = first;
    reader.arguments.run_time = {{}};
    program.movers.push_back(reader);
    compute_part& compute = program.computes.emplace_back();
    compute.kernel.source = "c.cpp";
    compute.cores = first;
    compute.arguments.run_time = {{}};
    program.circular_buffers.push_back({{3, tile_format::bf16, 8}, {}, first});
    program.semaphores.push_back({"go", 2, 0, first});
  }
  std::string text(unsigned core, uint32_t polled, const std::string& line = {},
                   const std::optional<checked_words::wait>& wait = {}) const {
    return wait_text(program, placed(program, 1536 * 1024).tiles[0].tile, {core, polled, line, wait}, [&](uint32_t address) {
      const auto at = words.find(address);
      return at == words.end() ? 0 : at->second;
    });
  }
};

}  // namespace

TEST_CASE("waits: for pages, and for room") {
  waiting w;
  w.words[program_layout::received(3)] = 0x20003;  // of 16 bits
  w.words[program_layout::acknowledged(3)] = 0x1fffd;
  CHECK(w.text(0, program_layout::received(3), "c.cpp:7") ==
        "compute (T0) waits for pages of c_3 (c.cpp:7): 3 pages were put in, 65533 taken out, so it has 6 of 8\n");
  const checked_words::wait four = {3, 4, "r.cpp:9"}, other = {5, 4, "r.cpp:9"};
  CHECK(w.text(3, program_layout::acknowledged(3), "r.cpp:9", four) ==
        "reader (B) waits for room for 4 pages in c_3 (r.cpp:9): 3 pages were put in, 65533 taken out, so it has 6 of 8\n");
  CHECK(w.text(3, program_layout::acknowledged(3), "r.cpp:9", other).find("room for pages in c_3") != std::string::npos);
  CHECK(w.text(3, program_layout::acknowledged(3), "r.cpp:8", four).find("room for pages in c_3") != std::string::npos);
}

TEST_CASE("waits: for semaphores and barriers") {
  waiting w;
  w.words[program_layout::semaphore(2)] = 7;
  CHECK(w.text(3, program_layout::semaphore(2), "r.cpp:3") == "reader (B) waits for semaphore go (r.cpp:3): it is 7\n");
  w.words[0xffb30208] = 5;
  CHECK(w.text(3, 0xffb30208, "r.cpp:4") ==
        "reader (B) waits for the data of its reads on NoC 1 (r.cpp:4): 5 have come so far (noc_async_read_barrier)\n");
  CHECK(w.text(3, 0xffb20204).find("acknowledgements of its writes on NoC 0: 0 have") != std::string::npos);
  CHECK(w.text(3, 0xffb20840) == "reader (B) waits for NoC 0 to take the next command\n");
  CHECK(w.text(3, 0x1000).empty());
  CHECK(w.text(3, program_layout::semaphore(1)).empty());
}
