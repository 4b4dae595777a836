// SPDX-License-Identifier: Apache-2.0
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
#include "models/memory/l1.h"
#include "protocol/l1_front.h"
#include "timing/boards.h"

using namespace tensix;
using namespace tensix::boards;

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

struct pair_of_boards {
  std::string name;
  std::unique_ptr<board> usual, distant;
  std::vector<std::pair<uint32_t, uint32_t>> outputs;  // address, bytes

  pair_of_boards(std::string what, const parameters& p, distant_l1::manner manner = distant_l1::manner::refuses)
      : name(std::move(what)) {
    usual = std::make_unique<board>(p, tile_parts());
    tile_parts parts;
    parts.l1 = [&](const tile_context& c) {
      return std::make_unique<checked_l1>("checked_l1", [&] { return std::make_unique<distant_l1>(c, manner); });
    };
    distant = std::make_unique<board>(p, parts);
  }
};

std::vector<std::unique_ptr<filled_kernel>> kernels_played;
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

void add_kernel(const kernel_description& what, tile_format format, const parameters& p) {
  const std::string name = what.name();
  kernels_played.push_back(std::make_unique<filled_kernel>(what, format, p, 128));  // its programs refer to it
  all.push_back(std::make_unique<pair_of_boards>(name, p));
  for (board* x : {all.back()->usual.get(), all.back()->distant.get()}) kernels_played.back()->play(*x);
  all.back()->outputs.push_back(kernels_played.back()->output(16));
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
      CAPTURE(address);
      const std::vector<uint8_t> u = pair->usual->bytes(address, bytes);
      CHECK(u == pair->distant->bytes(address, bytes));
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
