// SPDX-License-Identifier: Apache-2.0
// The sockets at the outside of a tile (core[0..4], noc) and what they say of every attribute of a generic payload, blocking and
// not, with a checker of the base protocol in front of each: the response status that TLM-2.0 has for it, and no effect.
#include <tlm_utils/simple_initiator_socket.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "catch.h"
#include "models/memory/l1.h"
#include "platform/tile.h"
#include "protocol/l1_front.h"

using namespace tensix;

namespace {

constexpr uint64_t l1_bytes = 1536 * 1024;
constexpr uint64_t place = 0x2000;  // in L1, filled with a pattern
uint8_t pattern(uint64_t address) { return static_cast<uint8_t>(address * 3 + 1); }

struct access {
  std::string what;
  tlm::tlm_command command;
  uint64_t address;
  unsigned bytes;
  tlm::tlm_response_status right;
  unsigned streaming = ~0u;  // the length
  int enable_bytes = -1;     // no enables
  bool no_data = false;
};
constexpr auto rd = tlm::TLM_READ_COMMAND, wr = tlm::TLM_WRITE_COMMAND, none = tlm::TLM_IGNORE_COMMAND;
constexpr auto good = tlm::TLM_OK_RESPONSE, burst = tlm::TLM_BURST_ERROR_RESPONSE,
               bad_address = tlm::TLM_ADDRESS_ERROR_RESPONSE, enables = tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE,
               generic = tlm::TLM_GENERIC_ERROR_RESPONSE;

std::vector<access> of_both() {
  std::vector<access> all = {{"a plain read", rd, place, 4, good},
                             {"a wider streaming width", rd, place, 4, good, 64},
                             {"nothing to do", none, place, 4, good},
                             {"nothing to do, of nothing", none, place, 0, good},
                             {"nothing to do, anywhere", none, uint64_t{1} << 40, 4, good},
                             {"nothing to do, without data", none, place, 4, good, ~0u, -1, true}};
  for (const auto command : {rd, wr}) {
    const std::string what = command == rd ? "a read" : "a write";
    all.push_back({what + " of no bytes", command, place, 0, burst});
    all.push_back({what + " that streams", command, place, 4, burst, 2});
    all.push_back({what + " with enables of length 0", command, place, 4, enables, ~0u, 0});
    all.push_back({what + " without data", command, place, 4, generic, ~0u, -1, true});
    all.push_back({what + " beyond 32 bits", command, place + (uint64_t{1} << 32), 4, bad_address});
  }
  return all;
}
std::vector<access> of_cores() {
  std::vector<access> all = of_both();
  for (const auto command : {rd, wr}) {
    const std::string what = command == rd ? "a load" : "a store";
    for (const unsigned bytes : {3u, 5u, 8u, 64u})
      all.push_back({what + " of " + std::to_string(bytes) + " bytes", command, place, bytes, burst});
    all.push_back({what + " with enables", command, place, 4, enables, ~0u, 4});
    all.push_back({what + ", unaligned", command, place + 2, 4, bad_address});
    all.push_back({what + ", unaligned, of 2 bytes", command, place + 1, 2, bad_address});
    all.push_back({what + " where nothing is", command, 0x40000000, 4, bad_address});
    all.push_back({what + " behind L1", command, l1_bytes, 4, bad_address});
    all.push_back({what + " of a FIFO, unaligned", command, address_map::instruction_fifo_base + 2, 4, bad_address});
  }
  all.push_back({"nothing to do at a mailbox", none, 0xFFEC0000, 4, good});
  return all;
}
std::vector<access> of_noc() {
  std::vector<access> all = of_both();
  for (const auto command : {rd, wr}) {
    const std::string what = command == rd ? "a read" : "a write";
    all.push_back({what + " behind L1", command, l1_bytes, 4, bad_address});
    all.push_back({what + " across its end", command, l1_bytes - 8, 16, bad_address});
    all.push_back({what + " across the end of all", command, ~uint64_t{0} - 3, 16, bad_address});
  }
  all.push_back({"a read, unaligned", rd, place + 13, 100, good});
  all.push_back({"a read with enables that do not divide it", rd, place, 8, good, ~0u, 3});
  return all;
}

struct outcome {
  access asked;
  std::string of;  // socket, and how
  tlm::tlm_response_status got = tlm::TLM_INCOMPLETE_RESPONSE;
  std::vector<uint8_t> data;
};
std::vector<outcome> outcomes;
std::vector<std::string> facts;  // that should have been otherwise
void expect(bool holds, const std::string& what) {
  if (!holds) facts.push_back(what);
}

struct pool : tlm::tlm_mm_interface {
  void free(tlm::tlm_generic_payload* p) override {
    p->reset();
    ++freed;
  }
  unsigned freed = 0;
} payloads;

class revoking_l1 : public l1_memory {
 public:
  using l1_memory::l1_memory;
  void revoke() {
    for (unsigned i = 0; i < clients.size(); ++i) clients[static_cast<int>(i)]->invalidate_direct_mem_ptr(16, 31);
  }
};

struct initiator : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<initiator> socket{"socket"};
  sc_core::sc_event over;
  std::vector<std::pair<uint64_t, uint64_t>> revoked;
  explicit initiator(const sc_core::sc_module_name& n) : sc_module(n) {
    socket.register_nb_transport_bw(this, &initiator::bw);
    socket.register_invalidate_direct_mem_ptr(this, &initiator::revoke);
  }
  // An initiator of the base protocol; `late`: END_RESP comes on the forward path.
  void make(outcome& o, bool blocking, bool late) {
    const access& a = o.asked;
    o.data.assign(std::max(a.bytes, 1u), 0xee);
    if (a.command == wr) std::fill(o.data.begin(), o.data.end(), uint8_t{0x99});
    std::vector<uint8_t> on(static_cast<size_t>(std::max(a.enable_bytes, 1)), TLM_BYTE_ENABLED);
    if (on.size() > 1) on[1] = TLM_BYTE_DISABLED;
    tlm::tlm_generic_payload p(&payloads);
    p.acquire();
    p.set_command(a.command);
    p.set_address(a.address);
    p.set_data_length(a.bytes);
    p.set_data_ptr(a.no_data ? nullptr : o.data.data());
    p.set_streaming_width(a.streaming == ~0u ? a.bytes : a.streaming);
    if (a.enable_bytes >= 0) {
      p.set_byte_enable_ptr(on.data());
      p.set_byte_enable_length(static_cast<unsigned>(a.enable_bytes));
    }
    sc_core::sc_time t = sc_core::SC_ZERO_TIME;
    if (blocking) {
      socket->b_transport(p, t);
      wait(t);
    } else {
      late_ = late;
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      answered_ = false;
      const auto returned = socket->nb_transport_fw(p, phase, t);
      const bool begun = returned == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP;
      if (returned != tlm::TLM_COMPLETED && !begun)
        while (!answered_) wait(over);
      else wait(t);
      if (begun || (late && returned != tlm::TLM_COMPLETED)) {
        phase = tlm::END_RESP;
        t = sc_core::SC_ZERO_TIME;
        socket->nb_transport_fw(p, phase, t);
      }
    }
    o.got = p.get_response_status();
    p.release();
  }

 private:
  bool answered_ = false, late_ = false;
  tlm::tlm_sync_enum bw(tlm::tlm_generic_payload&, tlm::tlm_phase& phase, sc_core::sc_time& t) {
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    answered_ = true;
    over.notify(t);
    return late_ ? tlm::TLM_ACCEPTED : tlm::TLM_COMPLETED;
  }
  void revoke(sc_dt::uint64 first, sc_dt::uint64 last) { revoked.emplace_back(first, last); }
};

unsigned debug(tlm::tlm_fw_transport_if<>& to, tlm::tlm_command command, uint64_t address, unsigned bytes, uint8_t* data) {
  tlm::tlm_generic_payload p;
  p.set_command(command);
  p.set_address(address);
  p.set_data_ptr(data);
  p.set_data_length(bytes);
  p.set_streaming_width(bytes);
  return to.transport_dbg(p);
}
bool dmi(tlm::tlm_fw_transport_if<>& to, uint64_t address, tlm::tlm_dmi& d) {
  tlm::tlm_generic_payload p;
  p.set_command(rd);
  p.set_address(address);
  return to.get_direct_mem_ptr(p, d);
}
// transport_dbg at one socket, at any time.
void debug_all(tlm::tlm_fw_transport_if<>& to, bool core, const std::string& when) {
  uint8_t data[64] = {};
  expect(debug(to, rd, place, 16, data) == 16 && data[5] == pattern(place + 5), "transport_dbg " + when);
  expect(debug(to, none, place, 16, data) == 0, "transport_dbg of TLM_IGNORE_COMMAND " + when);
  expect(debug(to, rd, place, 0, data) == 0, "transport_dbg of no bytes " + when);
  expect(debug(to, rd, place + (uint64_t{1} << 32), 4, data) == 0, "transport_dbg beyond 32 bits " + when);
  if (core) {
    expect(debug(to, rd, 0x40000000, 4, data) == 0, "transport_dbg where nothing is " + when);
    uint32_t word = 0x12345678;
    expect(debug(to, wr, address_map::local_ram_base + 8, 4, reinterpret_cast<uint8_t*>(&word)) == 4 &&
               debug(to, rd, address_map::local_ram_base + 8, 4, data) == 4 && std::memcmp(data, &word, 4) == 0,
           "transport_dbg of the core's data RAM " + when);
  } else {
    expect(debug(to, rd, l1_bytes - 8, 16, data) == 8, "transport_dbg across the end of L1 " + when);
    expect(debug(to, rd, l1_bytes, 16, data) == 0, "transport_dbg behind L1 " + when);
  }
}

class platform : public sc_core::sc_module {
 public:
  revoking_l1* l1 = nullptr;
  std::unique_ptr<tensix_tile> tile;
  std::vector<std::unique_ptr<initiator>> from;  // core[0..4], noc
  std::vector<std::unique_ptr<checked_link<32>>> links;
  SC_HAS_PROCESS(platform);
  explicit platform(const sc_core::sc_module_name& n) : sc_module(n) {
    tile_parts parts;
    parts.l1 = [this](const tile_context& c) {
      return std::make_unique<checked_l1>("checked", [&] {
        auto made = std::make_unique<revoking_l1>("l1", c.configuration.l1, c.state.l1);
        l1 = made.get();
        return made;
      });
    };
    tile = std::make_unique<tensix_tile>("tile", builtin_configuration("blackhole"), parts);
    tile->state().diagnose.policy = on_undefined::warn;
    for (uint64_t a = place; a < place + 256; ++a) tile->state().l1[a] = pattern(a);
    for (unsigned i = 0; i <= core_count; ++i) {
      from.push_back(std::make_unique<initiator>(("from" + std::to_string(i)).c_str()));
      links.push_back(std::make_unique<checked_link<32>>(("link" + std::to_string(i)).c_str()));
      from[i]->socket.bind(links[i]->from);
      if (i < core_count) links[i]->to.bind(tile->core[i]);
      else links[i]->to.bind(tile->noc);
    }
    SC_THREAD(run);
  }
  // What a socket's target implements, also before anything is bound.
  tlm::tlm_fw_transport_if<>& target(unsigned i) {
    using offered = sc_core::sc_export<tlm::tlm_fw_transport_if<>>;
    return i < core_count ? *static_cast<offered&>(tile->core[i]).operator->() : *static_cast<offered&>(tile->noc).operator->();
  }

 private:
  void start_of_simulation() override {
    for (unsigned i = 0; i <= core_count; ++i)
      debug_all(*from[i]->socket.operator->(), i < core_count, "at the start of the simulation");
  }
  void run() {
    for (unsigned i = 0; i <= core_count; ++i) {
      const std::string name = i < core_count ? "core[" + std::to_string(i) + "]" : "noc";
      for (const char* how : {"blocking", "non-blocking", "non-blocking, END_RESP later"})
        for (const access& a : i < core_count ? of_cores() : of_noc()) {
          outcomes.push_back({a, name + ", " + how, tlm::TLM_INCOMPLETE_RESPONSE, {}});
          from[i]->make(outcomes.back(), std::string(how) == "blocking", std::string(how).find("later") != std::string::npos);
        }
      debug_all(*from[i]->socket.operator->(), i < core_count, "in the run");
    }
    check_dmi();
    check_noc_data();
    sc_core::sc_stop();
  }
  void check_dmi() {
    auto& noc = *from[core_count]->socket.operator->();
    tlm::tlm_dmi d;
    expect(dmi(noc, place, d) && d.is_read_write_allowed() && d.get_start_address() == 0 &&
               d.get_end_address() == l1_bytes - 1 && d.get_dmi_ptr()[place] == pattern(place),
           "DMI of L1");
    for (const uint64_t a : {l1_bytes, ~uint64_t{0}}) {
      tlm::tlm_dmi refused;
      expect(!dmi(noc, a, refused) && refused.is_none_allowed() && refused.get_start_address() <= a &&
                 a <= refused.get_end_address(),
             "DMI behind L1");
    }
    l1->revoke();
    using range = std::pair<uint64_t, uint64_t>;
    expect(from[core_count]->revoked == std::vector<range>{{16, 31}}, "what L1 revokes is revoked at noc");
    for (unsigned i = 0; i < core_count; ++i) {
      auto& core = *from[i]->socket.operator->();
      tlm::tlm_dmi ram, no;
      const uint64_t base = address_map::local_ram_base;
      expect(dmi(core, base + 64, ram) && ram.get_start_address() == base && ram.get_end_address() > base + 64,
             "DMI of a data RAM");
      for (const uint64_t a : {place, base + (uint64_t{1} << 32), uint64_t{0x40000000}}) {
        no.init();
        expect(!dmi(core, a, no) && no.is_none_allowed(), "DMI of something else");
      }
      expect(from[i]->revoked.empty(), "a core has no DMI of L1 that could be revoked");
    }
  }
  // Byte enables are honoured both ways, from the first again where they end; an extension of TLM_IGNORE_COMMAND stays as it is.
  void check_noc_data() {
    uint8_t data[8], on[3] = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED, TLM_BYTE_ENABLED};
    for (const auto command : {wr, rd}) {
      std::fill(std::begin(data), std::end(data), uint8_t{0xaa});
      tlm::tlm_generic_payload p;
      p.set_command(command);
      p.set_address(place + 512);
      p.set_data_ptr(data);
      p.set_data_length(8);
      p.set_streaming_width(8);
      p.set_byte_enable_ptr(on);
      p.set_byte_enable_length(3);
      if (command == rd) std::fill_n(tile->state().l1.begin() + place + 512, 8, uint8_t{0x55});
      sc_core::sc_time t = sc_core::SC_ZERO_TIME;
      from[core_count]->socket->b_transport(p, t);
      const auto& l1_now = tile->state().l1;
      for (unsigned i = 0; i < 8; ++i) {
        const bool moved = on[i % 3] == TLM_BYTE_ENABLED;
        if (command == wr)
          expect(l1_now[place + 512 + i] == (moved ? 0xaa : 0), "a write with enables, byte " + std::to_string(i));
        else expect(data[i] == (moved ? 0x55 : 0xaa), "a read with enables, byte " + std::to_string(i));
      }
    }
    tlm::tlm_generic_payload p;
    l1_access x;
    x.lanes = 0, x.rows = 7, x.bank_stall_cycles = 5;
    p.set_extension(&x);
    p.set_command(none);
    sc_core::sc_time t = sc_core::SC_ZERO_TIME;
    from[core_count]->socket->b_transport(p, t);
    expect(p.is_response_ok() && x.lanes == 0 && x.rows == 7 && x.bank_stall_cycles == 5,
           "the extension of TLM_IGNORE_COMMAND");
    p.clear_extension(&x);
  }
};
std::unique_ptr<platform> board;
std::vector<std::string> violations;

}  // namespace

TEST_CASE("every attribute that a socket does not take has its response status") {
  CHECK(outcomes.size() > 400);
  for (const outcome& o : outcomes) {
    CAPTURE(o.of, o.asked.what);
    CHECK(o.got == o.asked.right);
    const bool reads = o.asked.command == rd && o.got == tlm::TLM_OK_RESPONSE;
    for (size_t i = 0; i < o.data.size(); ++i)
      if (!reads && o.asked.command != wr && o.asked.command != rd) CHECK(o.data[i] == 0xee);
    if (reads && o.asked.enable_bytes < 0)
      for (size_t i = 0; i < o.data.size(); ++i) CHECK(o.data[i] == pattern(o.asked.address + i));
  }
}

TEST_CASE("what is refused has no effect, and what is asked for directly is answered") {
  CHECK(facts == std::vector<std::string>{});
  for (uint64_t a = place; a < place + 256; ++a) REQUIRE(board->tile->state().l1[a] == pattern(a));
}

TEST_CASE("the sockets keep to the base protocol") {
  CHECK(violations == std::vector<std::string>{});
  CHECK(payloads.freed == outcomes.size());
}

int sc_main(int argc, char** argv) {
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_DO_NOTHING);
  base_protocol_checker::odd_requests = true;
  base_protocol_checker::violation = [](const std::string& what) { violations.push_back(what); };
  outcomes.reserve(2000);
  board = std::make_unique<platform>("platform");
  for (unsigned i = 0; i <= core_count; ++i) {
    debug_all(board->target(i), i < core_count, "before sc_start");
    tlm::tlm_dmi d;
    dmi(board->target(i), place, d);
  }
  sc_core::sc_start();
  const int failed = run_test_cases(argc, argv);
  board.reset();
  return failed;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
