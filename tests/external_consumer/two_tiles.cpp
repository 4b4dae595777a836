// SPDX-License-Identifier: Apache-2.0
// A platform of somebody else with two tiles, each with work of its own. One call gives metrics, page, trace and waveforms of
// both, kept apart by the tiles' names; then they are looked at.
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <systemc>
#include <tlm>

#include "models/isa/isa.h"
#include "pages/tile/tile_observation.h"
#include "platform/parameters.h"
#include "platform/tile.h"

namespace {

int errors = 0;

void expect(bool right, const std::string& what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  ++errors;
}

// Pushes instructions through T0, then writes words of L1 from there.
class driver : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<driver> core[4];
  tlm_utils::simple_initiator_socket<driver> noc;

  driver(sc_core::sc_module_name name, uint32_t instructions, uint32_t words)
      : sc_module(name), instructions_(instructions), words_(words) {
    SC_HAS_PROCESS(driver);
    SC_THREAD(run);
  }

 private:
  const uint32_t instructions_, words_;

  void run() {
    constexpr uint32_t fifo = 0xFFE40000, l1_address = 0x1000;
    // SETADCXY with no counter selected: one cycle of the miscellaneous unit, no effect.
    const uint32_t word = tensix::word_of(tensix::opcode::SETADCXY);
    for (uint32_t i = 0; i < instructions_; ++i) store(fifo, word);
    for (uint32_t i = 0; i < words_; ++i) store(l1_address + 16 * i, i);
  }
  void store(uint32_t address, uint32_t value) {
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    core[0]->b_transport(payload, delay);
    expect(payload.is_response_ok(), "a store's response");
    wait(delay);
  }
};

struct board : sc_core::sc_module {
  tensix::tensix_tile left, right;
  driver left_driver, right_driver;

  explicit board(sc_core::sc_module_name name)
      : sc_module(name),
        left("left", tensix::builtin_configuration("blackhole")),
        right("right", tensix::builtin_configuration("documented")),
        left_driver("left_driver", 40, 100),
        right_driver("right_driver", 7, 10) {
    for (auto& [tile, mine] : {std::pair(&left, &left_driver), std::pair(&right, &right_driver)}) {
      for (int i = 0; i < 4; ++i) mine->core[i].bind(tile->core[i]);
      mine->noc.bind(tile->noc);
    }
  }
};

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  expect(!text.str().empty(), path + " is empty or missing");
  return text.str();
}

uint64_t sum_of(const nlohmann::json& numbers) {
  uint64_t all = 0;
  for (const auto& n : numbers) all += n.is_array() ? sum_of(n) : n.get<uint64_t>();
  return all;
}

// The object that the page's scripts draw from.
nlohmann::json data_of_page(const std::string& page) {
  const size_t begin = page.find("{\"format\":\"tensix-tlm-report\""), end = page.find("</script>", begin);
  expect(begin != std::string::npos && end != std::string::npos, "the page has no data");
  return nlohmann::json::parse(page.substr(begin, end - begin));
}

void check_tile(const std::string& name, const std::string& configuration, const tensix::run_report& numbers,
                uint64_t instructions, uint64_t words) {
  const std::string base = "observed/" + name;
  const auto metrics = nlohmann::json::parse(text_of(base + ".json"));
  expect(metrics.at("tile") == name && metrics.at("kernel").at("configuration") == configuration, name + ": metrics' names");
  expect(metrics.at("cycles") == numbers.cycles, name + ": cycles");
  for (const char* group : {"units", "threads"})
    for (const auto& [who, a] : metrics.at(group).items()) {
      uint64_t all = a.at("busy").get<uint64_t>() + a.at("idle").get<uint64_t>();
      for (const auto& [why, cycles] : a.at("stall").items()) all += cycles.get<uint64_t>();
      expect(all == numbers.cycles, name + ": busy + stalls + idle of " + who);
    }
  expect(metrics.at("threads").at("t0").at("busy") == instructions, name + ": T0 issued its own instructions");
  const uint64_t accesses = sum_of(metrics.at("l1").at("banks"));
  expect(accesses == words, name + ": L1 served its own stores");

  const auto page = data_of_page(text_of(base + ".html"));
  expect(page.at("subject") == name, name + ": heading of the page");
  expect(page.at("end").at("how") == "done", name + ": end");
  expect(sum_of(page.at("l1_over_time").at("banks")) == accesses, name + ": accesses of the page's heat map");

  const auto trace = nlohmann::json::parse(text_of(base + ".trace.json"));
  expect(trace.at("otherData").at("tile") == name, name + ": trace's name");
  uint64_t issued = 0, named = 0;
  for (const auto& e : trace.at("traceEvents")) {
    issued += e.at("ph") == "X" && e.at("name") == "SETADCXY" && e.at("pid") == 1;
    named += e.at("name") == "process_name" && e.at("args").at("name") == name + ": threads";
  }
  expect(issued == instructions && named == 1, name + ": instructions in the trace");

  std::string scope = name;
  for (char& c : scope)
    if (c == '.') c = '_';
  expect(text_of(base + ".vcd").find("$scope module " + scope + " $end") != std::string::npos, name + ": waveforms' name");
  expect(text_of(base + ".gtkw").find(scope + ".T0.") != std::string::npos, name + ": view of the waveforms");
}

}  // namespace

int sc_main(int, char**) {
  board both("board");
  const auto numbers = tensix::observe({&both.left, &both.right}, "observed", [] { sc_core::sc_start(); });
  expect(numbers.size() == 2, "two tiles observed");
  check_tile("board.left", "blackhole", numbers[0], 40, 100);
  check_tile("board.right", "documented", numbers[1], 7, 10);
  return errors == 0 ? 0 : 1;
}
