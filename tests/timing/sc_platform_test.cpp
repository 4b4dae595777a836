// SPDX-License-Identifier: Apache-2.0
// A platform of somebody else: it presets parameters of its tiles by name, counts reports by a handler of its own, and turns kinds of
// them off by their ids.
#include <tlm_utils/simple_initiator_socket.h>

#include <map>
#include <string>
#include <vector>

#include "catch.h"
#include "models/isa/isa.h"
#include "models/observe/report_ids.h"
#include "platform/parameter_presets.h"
#include "platform/tile.h"

using namespace tensix;

namespace {

std::map<std::string, std::vector<std::string>> reports;  // by id
void count(const sc_core::sc_report& r, const sc_core::sc_actions&) {
  if (r.get_severity() == sc_core::SC_WARNING) reports[r.get_msg_type()].push_back(r.get_msg());
}

// Pushes words to a tile's T0, one a call.
struct pusher : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<pusher> socket;
  const std::vector<uint32_t> words;
  pusher(sc_core::sc_module_name name, std::vector<uint32_t> w) : sc_module(name), socket("socket"), words(std::move(w)) {
    SC_HAS_PROCESS(pusher);
    SC_THREAD(run);
  }
  void run() {
    for (uint32_t word : words) {
      tlm::tlm_generic_payload payload;
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_address(0xFFE40000);
      payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
      payload.set_data_length(4);
      payload.set_streaming_width(4);
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      socket->b_transport(payload, delay);
      wait(delay);
    }
  }
};

struct board : sc_core::sc_module {
  tensix_tile left, right;
  pusher to_left, to_right;
  board(sc_core::sc_module_name name, const std::vector<uint32_t>& words)
      : sc_module(name),
        left("left", builtin_configuration("blackhole")),
        right("right", builtin_configuration("blackhole")),
        to_left("to_left", words),
        to_right("to_right", words) {
    to_left.socket.bind(left.core[0]);
    to_right.socket.bind(right.core[0]);
    left.state().diagnose.policy = right.state().diagnose.policy = on_undefined::warn;
  }
};

std::string refusal(const std::string& name, const std::string& value) {
  clear_presets();
  preset(name, value);
  try {
    tensix_tile("refused", builtin_configuration("blackhole"));
  } catch (const parameter_error& e) {
    return e.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("presets of tiles by name, reports by id") {
  const std::string misspelt = refusal("refused.l1.bank", "16"), wrong = refusal("refused.l1.banks", "many"),
                    together = refusal("refused.l1.banks", "24");
  CHECK(misspelt.find("preset of refused.l1.bank: ") == 0);
  CHECK(misspelt.find("l1.banks") != std::string::npos);
  CHECK(wrong.find("preset of refused.l1.banks: ") == 0);
  CHECK(together.find("preset of refused") == 0);
  CHECK(together.find("power of two") != std::string::npos);

  clear_presets();
  preset("board.left.l1.banks", "4");
  preset("board.left.l1.banks", "16");  // the last one
  preset("board.left.l1.size_kib", "1024");
  preset("board.lefft.l1.banks", "8");
  std::vector<std::string> asked;
  add_preset_source([&](const std::string& name) -> std::optional<std::string> {
    asked.push_back(name);
    if (name == "board.left.l1.banks") return "32";  // `preset` goes first
    if (name == "board.right.matrix_unit.shiftxb_cycles") return "7";
    return {};
  });
  sc_core::sc_report_handler::set_handler(count);
  const uint32_t unsupported = word_of(opcode::SETPKEDGOF), other = word_of(opcode::SETIBRWC);
  // Gives up a bank of SrcB that the matrix unit does not have.
  const uint32_t clear = word_of(opcode::CLEARDVALID) | insn::CLEARDVALID::cleardvalid.place(2);
  board b("board", {clear, unsupported, unsupported, other});
  b.left.watch_hazards();
  CHECK(b.left.configuration().l1.banks == 16);
  CHECK(b.left.configuration().config_name == "blackhole with l1.size_kib=1024, l1.banks=16");
  CHECK(b.left.state().l1.size() == 1024 * 1024);  // and it is built so
  CHECK(b.right.configuration().l1.banks == builtin_configuration("blackhole").l1.banks);
  CHECK(b.right.configuration().matrix_unit.shiftxb_cycles == 7);
  CHECK(asked.size() == 2 * parameter_list().size() - 2);

  unsigned told = 0;
  b.right.on_report = [&](const diagnosis& d) {
    CHECK(d.unit == "matrix_unit");
    ++told;
  };
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
  REQUIRE(reports[report_id::preset].size() == 1);
  CHECK(reports[report_id::preset][0].find("board.lefft.l1.banks") == 0);
  REQUIRE(reports[report_id::undefined].size() == 2);  // of the left tile, each text once
  CHECK(reports[report_id::undefined][0].find("board.left: cycle ") == 0);
  CHECK(reports[report_id::undefined][0].find("SETPKEDGOF") != std::string::npos);
  CHECK(reports[report_id::undefined][1].find("SETIBRWC") != std::string::npos);
  CHECK(told == 2);
  CHECK(b.left.state().diagnose.reports().size() == 2);
  CHECK_FALSE(b.left.state().diagnose.stop());
  REQUIRE(reports["tensix/hazard"].size() == 1);  // nobody watches the right tile
  CHECK(reports["tensix/hazard"][0].find("board.left: ") == 0);
  CHECK(reports["tensix/hazard"][0].find("SrcB bank 0") != std::string::npos);
  CHECK(reports.size() == 3);
  clear_presets();
}

int sc_main(int argc, char** argv) { return run_test_cases(argc, argv); }
