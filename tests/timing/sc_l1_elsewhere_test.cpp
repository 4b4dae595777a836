// A tile whose L1 keeps its bytes itself and refuses DMI, beside one with the usual L1: the same work takes the same cycles and
// leaves the same bytes (docs/l1-protocol.md, "Who moves the bytes"). The bytes in tensix_state are spoilt at the beginning, so
// that whoever uses one that was not brought from L1 is found out.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "catch.h"
#include "models/isa/isa.h"
#include "models/memory/l1.h"
#include "models/registers/config_words.h"
#include "platform/tile.h"
#include "workload/kernels/kernel_function.h"
#include "workload/players/stream_player.h"
#include "workload/streams/stream_file_function.h"
#include "workload/tensors/tensor.h"

using namespace tensix;

namespace {

class distant_l1 : public l1_memory {
 public:
  enum class manner { refuses, grants_its_own };
  distant_l1(const tile_context& c, manner m)
      : l1_memory("l1", c.configuration.l1, own_bytes), own_bytes(c.state.l1.size()), manner_(m), state_(c.state) {
    std::fill(own_bytes.begin(), own_bytes.end(), uint8_t{0x5a});
  }
  l1_storage own_bytes;

 private:
  const manner manner_;
  tensix_state& state_;
  bool get_direct_mem_ptr(int id, tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) override {
    return manner_ == manner::grants_its_own && l1_memory::get_direct_mem_ptr(id, payload, dmi);
  }
  void start_of_simulation() override { std::fill(state_.l1.begin(), state_.l1.end(), uint8_t{0xa5}); }  // behind the tile's
};

struct silent : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<silent> socket{"socket"};
  explicit silent(sc_core::sc_module_name name) : sc_module(name) {}
};

// A tile and the players of one piece of work.
class board {
 public:
  distant_l1* distant = nullptr;
  std::unique_ptr<tensix_tile> tile;
  std::vector<std::unique_ptr<stream_player>> players;

  board(const parameters& p, const tile_parts& parts) {
    tile = std::make_unique<tensix_tile>(sc_core::sc_gen_unique_name("tile"), p, parts);
    tile->state().diagnose.policy = on_undefined::warn;
  }
  void play(const std::function<std::unique_ptr<step_source>(unsigned)>& program) {
    for (unsigned core = 0; core < 4; ++core) {
      if (auto steps = program(core)) {
        players.push_back(std::make_unique<stream_player>(sc_core::sc_gen_unique_name("player"), core,
                                                          tile->configuration().player, std::move(steps)));
        players.back()->socket.bind(tile->core[core]);
      } else {
        rest_.push_back(std::make_unique<silent>(sc_core::sc_gen_unique_name("silent")));
        rest_.back()->socket.bind(tile->core[core]);
      }
    }
    rest_.push_back(std::make_unique<silent>(sc_core::sc_gen_unique_name("silent")));
    rest_.back()->socket.bind(tile->noc);
  }
  const l1_storage& bytes() const { return distant ? distant->own_bytes : tile->state().l1; }

 private:
  std::vector<std::unique_ptr<silent>> rest_;
};

struct pair_of_boards {
  std::string name;
  std::unique_ptr<board> usual, distant;
  std::vector<std::pair<uint32_t, uint32_t>> outputs;  // address, bytes

  pair_of_boards(std::string what, const parameters& p, distant_l1::manner manner = distant_l1::manner::refuses)
      : name(std::move(what)) {
    usual = std::make_unique<board>(p, tile_parts());
    tile_parts parts;
    distant_l1* made = nullptr;
    parts.l1 = [&](const tile_context& c) {
      auto l1 = std::make_unique<distant_l1>(c, manner);
      made = l1.get();
      return l1;
    };
    distant = std::make_unique<board>(p, parts);
    distant->distant = made;
  }
};

std::vector<std::unique_ptr<kernel>> kernels_played;
std::vector<std::unique_ptr<pair_of_boards>> all;

void add_stream(const std::string& name, const stream_file& file, const parameters& p,
                distant_l1::manner manner = distant_l1::manner::refuses) {
  all.push_back(std::make_unique<pair_of_boards>(name, p, manner));
  for (board* b : {all.back()->usual.get(), all.back()->distant.get()}) {
    file.initialise(b->tile->state().l1);
    b->play([&](unsigned core) { return file.uses(core) ? file.core(core) : nullptr; });
  }
  for (const auto& o : file.outputs()) all.back()->outputs.emplace_back(o.address, o.bytes);
}

// All data is there at the beginning, and there is room for all results.
void add_kernel(const kernel_description& what, tile_format format, const parameters& p) {
  kernel_options options;
  options.kernel = &what;
  options.m = options.n = options.k = 128;
  options.format = options.output_format = format;
  options.buffer_tiles = 64;
  options.topology = p.packer.topology;
  options.read_interfaces = p.packer.read_interfaces;
  kernels_played.push_back(std::make_unique<kernel>(options));  // its programs refer to it
  const kernel& k = *kernels_played.back();
  tensor a(128, 128), b(128, 128);
  for (uint32_t i = 0; i < 128 * 128; ++i)
    a.data[i] = static_cast<float>(i % 251) - 100, b.data[i] = static_cast<float>(i % 63) / 8;
  std::vector<const tensor*> operands = {&a, &b};
  operands.resize(k.inputs().size());
  all.push_back(std::make_unique<pair_of_boards>(what.name(), p));
  for (board* x : {all.back()->usual.get(), all.back()->distant.get()}) {
    circular_buffer_feed feed(k.inputs(), k.output(), operands, x->tile->state().l1.data());
    feed.pump();
    x->play([&](unsigned core) { return core < thread_count ? k.program(core) : nullptr; });
  }
  all.back()->outputs.emplace_back(k.output().address, k.output().tile_bytes * 16);
}

// Every instruction of the scalar unit that reaches L1, the mover, and loads and stores of a core.
std::string memory_stream() {
  const auto word = [](uint32_t value) { return std::to_string(value); };
  const auto config = [&](uint32_t index, uint32_t value) {
    return "t0 st " + word(0xffef0000 + 4 * index) + " " + word(value) + "\n";
  };
  const auto gpr = [&](unsigned index, uint32_t value) {
    return "t0 st " + word(0xffe00000 + 4 * index) + " " + word(value) + "\n";
  };
  const auto push = [&](uint32_t value) { return "t0 push " + word(value) + "\n"; };
  const auto memory = [](opcode op, unsigned address, unsigned data) {
    return word_of(op) | insn::ATINCGET::addr_reg_index.place(address) | insn::ATINCGET::data_reg_index.place(data);
  };
  std::string s = "l1w 0x10000 0x11111111 0x22222222 0x33333333 0x44444444 5 6 7 8 9 10 11 12\n";
  s += gpr(16, 0x1000) + gpr(17, 0x1001) + gpr(18, 0) + gpr(19, 0x1100) + gpr(20, 3) + gpr(24, 0) + "t0 ld 0xffe00040\n";
  for (unsigned size = 0; size < 4; ++size) {
    s += push(memory(opcode::LOADIND, 16, 28 + 4 * size) | insn::LOADIND::size_sel.place(size) |
              insn::LOADIND::offset_index.place(36));
  }
  s += "t0 sync\nt0 delay 40\n";
  s += push(memory(opcode::ATINCGET, 17, 20) | insn::ATINCGET::wrap_val.place(31));
  s += push(memory(opcode::ATINCGET, 17, 21) | insn::ATINCGET::wrap_val.place(31));
  s += push(memory(opcode::ATSWAP, 19, 28) | insn::ATSWAP::swap_mask.place(0x3c));
  s += push(memory(opcode::ATINCGETPTR, 17, 22) | insn::ATINCGETPTR::wrap_val.place(15));
  s += push(word_of(opcode::ATCAS) | insn::ATCAS::addr_reg_index.place(19) | insn::ATCAS::swap_val.place(9));
  s += "t0 sync\nt0 delay 60\n";
  for (unsigned i = 0; i < 3; ++i)
    s += push(memory(opcode::STOREIND, 19, 20 + i) | insn::STOREIND::mem_hier_sel.place(1) |
              insn::STOREIND::offset_index.place(48) | insn::STOREIND::auto_inc_spec.place(2) | 1u << 21);
  s += "t0 sync\nt0 delay 40\nt0 poll 0x10010 0xffffffff >= 5\n";
  for (unsigned i = 20; i < 44; ++i) s += "t0 copy " + word(0xffe00000 + 4 * i) + " " + word(0x12000 + 4 * i) + "\n";
  s += config(cfg::THCON_SEC0_REG6_Source_address.word, 0x10000 / 16);
  s += config(cfg::THCON_SEC0_REG6_Destination_address.word, 0x13000 / 16);
  s += config(cfg::THCON_SEC0_REG6_Buffer_size.word, 40 | 3u << 30);
  s += "t0 sync\nt0 delay 40\n" + push(word_of(opcode::XMOV)) + "t0 delay 300\nt0 st 0x14000 0x1234\nt0 copy 0x14000 0x14010\n";
  return s + "out 0x10000 64\nout 0x11000 64\nout 0x12000 256\nout 0x13000 1024\nout 0x14000 64\n";
}

void build() {
  const parameters blackhole = builtin_configuration("blackhole"), documented = builtin_configuration("documented");
  for (const parameters& p : {blackhole, documented})
    for (const kernel_description* k : {&kernels::datacopy(), &kernels::matmul()})
      for (tile_format f : {tile_format::bf16, tile_format::bfp8}) add_kernel(*k, f, p);
  const stream_file own = stream_file::parse(memory_stream(), "memory", ".");
  add_stream("memory", own, blackhole);
  add_stream("memory", own, documented);
  add_stream("memory, DMI of other bytes", own, blackhole, distant_l1::manner::grants_its_own);
  const std::string folder = TENSIX_TEST_DATA "/vectors/";
  for (const char* name : {"A_datacopy/bf16_bf16_bf16_bf16_spc", "G_pack/concat", "G_pack/l1acc_bf16_bf16_bf16_spc",
                           "G_pack/l1acc_fp32_fp32_fp32_twice", "H_unpack/halo_bfp8_bfp8_1", "H_unpack/contexts_bfp8_bfp8"})
    add_stream(name, stream_file::load(folder + name + ".scn"), blackhole);
}

}  // namespace

TEST_CASE("an L1 that keeps its bytes itself: the same cycles and bytes") {
  for (const auto& pair : all) {
    CAPTURE(pair->name);
    CHECK_FALSE(pair->usual->tile->state().l1_elsewhere());
    CHECK(pair->distant->tile->state().l1_elsewhere());
    REQUIRE(pair->usual->players.size() == pair->distant->players.size());
    for (size_t i = 0; i < pair->usual->players.size(); ++i) {
      CHECK(pair->usual->players[i]->done());
      CHECK(pair->distant->players[i]->done());
      CHECK(pair->usual->players[i]->finished_at() == pair->distant->players[i]->finished_at());
    }
    CHECK_FALSE(pair->outputs.empty());
    for (const auto& [address, bytes] : pair->outputs) {
      const auto part = [&, from = address, n = bytes](const board& b) {
        return std::vector<uint8_t>(b.bytes().begin() + from, b.bytes().begin() + from + n);
      };
      CAPTURE(address);
      CHECK(part(*pair->usual) == part(*pair->distant));
      const std::vector<uint8_t> u = part(*pair->usual);
      CHECK(std::any_of(u.begin(), u.end(), [](uint8_t b) { return b != 0; }));
    }
    CHECK(pair->usual->tile->memory().served().bank_beats == pair->distant->tile->memory().served().bank_beats);
  }
}

int sc_main(int argc, char** argv) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  build();
  sc_core::sc_start(at(400000, slot::l1));
  const int failed = run_test_cases(argc, argv);
  all.clear();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
