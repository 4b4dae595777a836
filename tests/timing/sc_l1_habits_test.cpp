// SPDX-License-Identifier: Apache-2.0
// Targets that answer otherwise than l1_memory, each within the base protocol (tests/protocol/l1_habits.h), with a checker
// between them and their initiators: an l1_initiator by closed formulas, and whole tiles, which leave the same bytes.
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "catch.h"
#include "models/memory/l1.h"
#include "models/memory/l1_initiator.h"
#include "platform/riscv_cores.h"
#include "protocol/l1_habits.h"
#include "riscv_core/riscv_assembler.h"
#include "tests/seed.h"
#include "timing/boards.h"

using namespace tensix;
using namespace tensix::boards;
using namespace tensix::riscv_test;

namespace {

constexpr l1_habit habits[] = {l1_habit::end_request_first, l1_habit::response_only, l1_habit::completed,
                               l1_habit::begin_response, l1_habit::random};

// ---- An initiator alone

constexpr unsigned transfers = 12;
constexpr cycle_t sent_in = 10;

class lone_initiator : public sc_core::sc_module {
 public:
  l1_initiator l1{"l1", completes<&lone_initiator::done>(this)};
  l1_storage bytes;
  std::unique_ptr<l1_if> memory;
  std::vector<cycle_t> done_in;
  std::vector<uint32_t> order;
  uint8_t data[transfers][256] = {};

  // Null habit: l1_memory.
  lone_initiator(const sc_core::sc_module_name& n, const l1_habit* habit, cycle_t request_cycles)
      : sc_module(n), bytes(1536 * 1024) {
    for (size_t i = 0; i < 0x10000; ++i) bytes[i] = static_cast<uint8_t>(i * 7 + i / 256);
    const parameters p = builtin_configuration("blackhole");
    const auto plain = [&] { return std::make_unique<l1_memory>("memory", p.l1, bytes); };
    memory = std::make_unique<checked_l1>("checked", [&]() -> std::unique_ptr<l1_if> {
      if (!habit) return plain();
      return std::make_unique<habit_l1>("habit", *habit, request_cycles, p.l1.atomic_cycles, seeded(3), plain);
    });
    l1.bind(memory->client_socket());
    l1.usual.client = l1_client::unpacker0;
    done_in.resize(transfers);
    run_.arm(sent_in);
  }
  static uint32_t beats(unsigned i) { return 1 + i % 5; }

 private:
  activation run_{slot::unpacker0, method<&lone_initiator::send>(this)};
  void send() {
    for (unsigned i = 0; i < transfers; ++i) {
      l1_payload& t = l1.get(tlm::TLM_READ_COMMAND, 512 * i, data[i], 16 * beats(i));
      t.tag = i;
      l1.send(t);
    }
  }
  void done(l1_payload& t) {
    t.expect_ok();
    done_in[t.tag] = now_cycle();
    order.push_back(t.tag);
  }
};
std::map<std::string, std::unique_ptr<lone_initiator>> lone;

void build_lone() {
  lone["l1_memory"] = std::make_unique<lone_initiator>("lone_l1", nullptr, 0);
  for (const l1_habit h : habits)
    for (const cycle_t k : {0, 1, 4})
      lone[std::string(name(h)) + " " + std::to_string(k)] = std::make_unique<lone_initiator>(
          ("lone_" + std::to_string(static_cast<unsigned>(h)) + "_" + std::to_string(k)).c_str(), &h, k);
}

// ---- Tiles

tile_parts parts_with(l1_habit h) {
  tile_parts parts;
  parts.l1 = [h](const tile_context& c) -> std::unique_ptr<l1_if> {
    const auto plain = [&] { return std::make_unique<l1_memory>("memory", c.configuration.l1, c.state.l1); };
    const cycle_t request_cycles = 2;
    return std::make_unique<checked_l1>("checked", [&] {
      return std::make_unique<habit_l1>("habit", h, request_cycles, c.configuration.l1.atomic_cycles, seeded(5), plain);
    });
  };
  return parts;
}

struct set_of_boards {
  std::string name;
  bool same_cycles;  // nobody meets anybody in l1_memory
  std::unique_ptr<board> usual;
  std::vector<std::unique_ptr<board>> others;  // by habit
  std::vector<std::pair<uint32_t, uint32_t>> outputs;

  set_of_boards(std::string what, const parameters& p, bool same) : name(std::move(what)), same_cycles(same) {
    usual = std::make_unique<board>(p, tile_parts());
    for (const l1_habit h : habits) others.push_back(std::make_unique<board>(p, parts_with(h)));
  }
  template <class Do>
  void each(Do what) {
    what(*usual);
    for (auto& b : others) what(*b);
  }
};
std::vector<std::unique_ptr<set_of_boards>> all;

void add(const std::string& name, const stream_file& file, const parameters& p, bool same_cycles) {
  all.push_back(std::make_unique<set_of_boards>(name, p, same_cycles));
  all.back()->each([&](board& b) {
    file.initialise(b.tile->state().l1);
    b.play([&](unsigned core) { return file.uses(core) ? file.core(core) : nullptr; });
  });
  for (const auto& o : file.outputs()) all.back()->outputs.emplace_back(o.address, o.bytes);
}

std::vector<std::unique_ptr<filled_kernel>> kernels_played;
void add(const std::string& name, const kernel_description& what, tile_format format, const parameters& p) {
  kernels_played.push_back(std::make_unique<filled_kernel>(what, format, p, 64));
  all.push_back(std::make_unique<set_of_boards>(name, p, false));
  all.back()->each([&](board& b) { kernels_played.back()->play(b); });
  all.back()->outputs.push_back(kernels_played.back()->output(4));
}

// Loads of all sizes, stores that merge, atomics, and a poll of what the other core stores.
constexpr uint32_t program_data = 0x40000, program_bytes = 0x400;
std::vector<uint32_t> program(unsigned core) {
  std::vector<uint32_t> w;
  append_li(w, 5, program_data + 0x200 * core);
  append_li(w, 6, 20);
  append_li(w, 9, program_data + 0x100);
  append_li(w, 10, 1 + core);
  const size_t loop = w.size();
  w.push_back(asm_i("lw", 7, 5, 0));
  w.push_back(asm_i("lbu", 8, 5, 5));
  w.push_back(asm_r("add", 7, 7, 8));
  w.push_back(asm_store("sw", 7, 5, 16));
  w.push_back(asm_store("sb", 7, 5, 5));
  w.push_back(asm_store("sh", 6, 5, 34));
  w.push_back(asm_r("amoadd.w", 11, 9, 10));
  w.push_back(asm_i("addi", 5, 5, 4));
  w.push_back(asm_i("addi", 6, 6, -1));
  w.push_back(asm_branch("bne", 6, 0, 4 * (static_cast<int32_t>(loop) - static_cast<int32_t>(w.size()))));
  w.push_back(asm_store("sw", 10, 9, 8 + 4 * static_cast<int32_t>(core)));
  const size_t poll = w.size();
  w.push_back(asm_i("lw", 12, 9, 12 - 4 * static_cast<int32_t>(core)));
  w.push_back(asm_fence);
  w.push_back(asm_branch("beq", 12, 0, 4 * (static_cast<int32_t>(poll) - static_cast<int32_t>(w.size()))));
  w.push_back(asm_ebreak);
  return w;
}
class cores_board {
 public:
  std::unique_ptr<tensix_tile> tile;
  std::unique_ptr<riscv_cores> cores;
  cores_board(const parameters& p, const tile_parts& parts)
      : tile(std::make_unique<tensix_tile>(sc_core::sc_gen_unique_name("tile"), p, parts)),
        cores(std::make_unique<riscv_cores>(sc_core::sc_gen_unique_name("cores"), *tile)) {
    noc_.socket.bind(tile->noc);
    auto& l1 = tile->state().l1;
    for (uint32_t i = 0; i < program_bytes; ++i) l1[program_data + i] = static_cast<uint8_t>(i % 200 < 100 ? i * 5 : 0);
    std::fill_n(l1.begin() + program_data + 0x100, 0x40, uint8_t{0});
    for (unsigned core = 0; core < 2; ++core) {
      const auto words = program(core);
      std::memcpy(&l1[0x10000 + 0x8100 * core], words.data(), 4 * words.size());
      cores->start(core, 0x10000 + 0x8100 * core);
    }
  }
  std::vector<uint8_t> bytes() const {
    const auto from = tile->state().l1.begin() + program_data;
    return {from, from + program_bytes};
  }

 private:
  silent noc_{sc_core::sc_module_name(sc_core::sc_gen_unique_name("silent"))};
};
std::vector<std::unique_ptr<cores_board>> with_cores;  // l1_memory's, then by habit

void build() {
  build_lone();
  const parameters blackhole = builtin_configuration("blackhole");
  add("memory", stream_file::parse(memory_stream(), "memory", "."), blackhole, false);
  const std::string folder = TENSIX_TEST_DATA "/vectors/";
  for (const char* name : {"A_datacopy/bf16_bf16_bf16_bf16_spc", "G_pack/concat", "G_pack/l1acc_bf16_bf16_bf16_spc",
                           "G_pack/l1acc_fp32_fp32_fp32_twice", "H_unpack/halo_bfp8_bfp8_1"})
    add(name, stream_file::load(folder + name + ".scn"), blackhole, name[0] == 'A');
  add("datacopy, fp32", kernels::datacopy(), tile_format::fp32, blackhole);
  add("datacopy, bf16", kernels::datacopy(), tile_format::bf16, blackhole);
  add("matmul, bf16", kernels::matmul(), tile_format::bf16, blackhole);
  with_cores.push_back(std::make_unique<cores_board>(blackhole, tile_parts()));
  for (const l1_habit h : habits) with_cores.push_back(std::make_unique<cores_board>(blackhole, parts_with(h)));
}

}  // namespace

TEST_CASE("an initiator alone: cycles by what the answers mean") {
  for (const auto& [name, x] : lone) {
    CAPTURE(name);
    REQUIRE(x->order.size() == transfers);
    for (unsigned i = 0; i < transfers; ++i)
      CHECK(std::equal(x->data[i], x->data[i] + 16 * lone_initiator::beats(i), x->bytes.begin() + 512 * i));
  }
  const auto expect = [](const std::string& name, auto end_of_request, auto response) {
    CAPTURE(name);
    cycle_t request = sent_in;  // when the next one begins
    for (unsigned i = 0; i < transfers; ++i) {
      CAPTURE(i);
      const cycle_t ends = end_of_request(request, lone_initiator::beats(i));
      CHECK(lone.at(name)->done_in[i] == response(ends, lone_initiator::beats(i)));
      request = ends;
    }
  };
  for (const cycle_t k : {1, 4})
    expect(
        std::string(name(l1_habit::end_request_first)) + " " + std::to_string(k),
        [&](cycle_t begins, cycle_t) { return begins + k; }, [](cycle_t ends, cycle_t beats) { return ends + beats; });
  // What implies the end of the request comes when the transfer is done.
  for (const l1_habit h : {l1_habit::response_only, l1_habit::completed, l1_habit::begin_response})
    expect(
        std::string(name(h)) + " 0", [](cycle_t begins, cycle_t beats) { return begins + beats; },
        [](cycle_t ends, cycle_t) { return ends; });
  // l1_memory ends requests at once and serves one after the other.
  expect(
      "l1_memory", [](cycle_t begins, cycle_t beats) { return begins + beats; }, [](cycle_t ends, cycle_t) { return ends; });
}

TEST_CASE("RISC-V programs in front of any of them leave the same bytes") {
  const std::vector<uint8_t> right = with_cores[0]->bytes();
  uint32_t sum;
  std::memcpy(&sum, right.data() + 0x100, 4);
  CHECK(sum == 20 * (1 + 2));
  for (size_t i = 0; i < with_cores.size(); ++i) {
    CAPTURE(i ? name(habits[i - 1]) : "l1_memory");
    INFO(with_cores[i]->tile->who_waits());
    const auto got = with_cores[i]->bytes();
    std::string other;
    for (size_t k = 0; k < got.size(); ++k)
      if (got[k] != right[k]) other += " " + std::to_string(k) + ":" + std::to_string(got[k]);
    INFO("other bytes:" << other);
    CHECK(with_cores[i]->cores->all_stopped());
    CHECK((with_cores[i]->bytes() == right));
  }
}

TEST_CASE("a tile in front of any of them leaves the same bytes") {
  for (const auto& set : all) {
    CAPTURE(set->name);
    CHECK_FALSE(set->outputs.empty());
    for (size_t h = 0; h < set->others.size(); ++h) {
      CAPTURE(name(habits[h]));
      const board& other = *set->others[h];
      REQUIRE(set->usual->players.size() == other.players.size());
      for (size_t i = 0; i < other.players.size(); ++i) {
        CHECK(set->usual->players[i]->done());
        CHECK(other.players[i]->done());
        if (set->same_cycles && (habits[h] == l1_habit::completed || habits[h] == l1_habit::begin_response))
          CHECK(set->usual->players[i]->finished_at() == other.players[i]->finished_at());
      }
      for (const auto& [address, bytes] : set->outputs) {
        CAPTURE(address);
        CHECK((set->usual->bytes(address, bytes) == other.bytes(address, bytes)));
      }
    }
  }
  CHECK(base_protocol_checker::transfers > 1000);
  // Whoever takes the library's parts in a test is checked (tests/protocol/checked_parts.cpp).
  CHECK(dynamic_cast<checked_l1*>(&all.front()->usual->tile->memory()));
}

int sc_main(int argc, char** argv) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  build();
  sc_core::sc_start(at(400000, slot::l1));
  const int failed = run_test_cases(argc, argv);
  all.clear();
  with_cores.clear();
  lone.clear();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
