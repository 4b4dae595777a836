// SPDX-License-Identifier: Apache-2.0
// The functions of tensix.h: arguments are looked at here, what they do is in cosim_tile.
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "cosim/capi/cosim_tile_time.h"
#include "cosim/capi/handles.h"
#include "support/files/output_file.h"
#include "support/text/hex_text.h"

using namespace tensix;
using capi::enter;

namespace {

std::string text(const char* s) { return s ? s : ""; }

// `otherwise` makes the text, if it is needed. Inline always: what it refers to is then not put together in every call.
template <typename Text>
[[gnu::always_inline]] inline void require(bool holds, Text otherwise) {
  if (!holds) throw call_error(TT_E_ARGUMENT, otherwise());
}
void require_time(const cosim_tile& t, uint64_t cycles) {
  require(cycles <= t.its_last_cycle() - t.cycle(),
          [&] { return "simulated time ends in cycle " + std::to_string(t.its_last_cycle()); });
}
[[noreturn]] void refuse_callback() { throw call_error(TT_E_CALLBACK, "is not possible from within a callback"); }
inline void require_no_callback(const handle& h) {
  if (h.in_callback) refuse_callback();
}
std::string range_of(const char* what, int64_t value, int64_t most) {
  return std::string(what) + " is " + std::to_string(value) + "; possible are 0 to " + std::to_string(most);
}
unsigned checked(const char* what, int value, int most) {
  require(value >= 0 && value <= most, [&] { return range_of(what, value, most); });
  return static_cast<unsigned>(value);
}

static_assert(TT_CORE_NC == core_count - 1 && TT_CORE_B == core_b);
bool is_core(int core) { return core >= 0 && core <= TT_CORE_NC; }

const char* say(handle& h, std::string what) {
  h.said = std::move(what);
  return h.said.c_str();
}

// What the simulated program, or RTL, did wrong since the last look.
void note_reports(handle& h) {
  for (const diagnosis& d : h.tile->take_reports()) h.errors.add(TT_E_UNDEFINED, d.cycle, d.to_string());
  for (const auto& r : h.tile->take_rtl_reports()) h.errors.add(TT_E_CHECK, r.cycle, r.text);
}

// What the checker has found since the last look.
int note_differences(handle& h) {
  int code = TT_OK;
  std::string report;
  for (uint64_t cycle = 0; h.tile->events()->next_difference(report, cycle); code = TT_E_CHECK)
    h.errors.add(TT_E_CHECK, cycle, report);
  return code;
}

// Events that have become known, to the callback or the list.
void tell_events(handle& h, tt_tile tile, tile_events* events) {
  if (!(h.on_event || events->checks())) return;
  h.tile->settle_events();
  note_differences(h);
  h.in_callback = true;
  while (h.on_event && !events->lines.empty()) {
    const std::string line = std::move(events->lines.front());
    events->lines.pop_front();
    try {
      h.on_event(h.user, tile, line.c_str());
    } catch (...) {
      h.in_callback = false;
      throw call_error(TT_E_CALLBACK, "the function given to tt_on_event has thrown an exception");
    }
  }
  h.in_callback = false;
}

// Time has passed.
inline void report_events(handle& h, tt_tile tile) {
  if (h.tile->has_reports()) note_reports(h);
  if (tile_events* const events = h.tile->events()) tell_events(h, tile, events);
}

tile_events& events_of(const handle& h) {
  tile_events* const events = h.tile->events();
  if (!events) throw call_error(TT_E_STATE, "the tile records no events; call tt_events before the first tt_advance");
  return *events;
}
tile_events& checked_events_of(const handle& h) {
  tile_events& events = events_of(h);
  if (!events.checks()) throw call_error(TT_E_STATE, "nothing is compared; call tt_check_streams before the first tt_advance");
  return events;
}
void require_not_advanced(const handle& h) {
  if (h.advanced) throw call_error(TT_E_STATE, "is possible before the first tt_advance only");
}

struct settings_of_tile {
  std::vector<std::string> of_model;
  on_undefined policy = on_undefined::stop;
  cosim_tile::cores_are cores = cosim_tile::cores_are::requests;
};
settings_of_tile split(const std::string& all) {
  settings_of_tile s;
  std::string spaced = all;
  std::replace(spaced.begin(), spaced.end(), ';', ' ');
  std::istringstream words(spaced);
  for (std::string word; words >> word;) {
    if (word == "undefined=stop") s.policy = on_undefined::stop;
    else if (word == "undefined=warn") s.policy = on_undefined::warn;
    else if (word.compare(0, 10, "undefined=") == 0)
      throw call_error(TT_E_ARGUMENT, word + ": possible are undefined=stop and undefined=warn");
    else if (word == "cores=requests") s.cores = cosim_tile::cores_are::requests;
    else if (word == "cores=programs") s.cores = cosim_tile::cores_are::programs;
    else if (word.compare(0, 6, "cores=") == 0)
      throw call_error(TT_E_ARGUMENT, word + ": possible are cores=requests and cores=programs");
    else s.of_model.push_back(word);
  }
  return s;
}

// Where a library's tile can have no RTL.
void require_own_cores(const parameters& p) {
  if (p.units.players != unit_source::model)
    throw parameter_error(
        "units.players: at the cores of a tile of the library is who calls it, or a program (cores=programs)");
}

// Writes what is recorded; the tile can go then.
void finish(handle& h) {
  try {
    h.tile->finish();
  } catch (const std::exception& e) {
    throw call_error(TT_E_FILE, e.what());
  }
}

uint32_t within_l1(const handle& h, uint32_t address, const void* bytes, uint32_t count) {
  const uint32_t size = h.tile->l1_bytes();
  require(address <= size && count <= size - address, [&] {
    return std::to_string(count) + " bytes at " + hex_text(address) + " are not all in L1, which has " + std::to_string(size);
  });
  require(bytes || !count, [] { return "bytes is NULL"; });
  return count;
}
uint32_t word_address(uint32_t address) {
  require(address % 4 == 0, [&] { return "address is " + hex_text(address) + ", which is no multiple of 4"; });
  return address;
}

void require_programs(const handle& h) {
  if (!h.tile->has_programs())
    throw call_error(TT_E_STATE, "the cores execute no programs: cores=programs is missing among the settings of tt_create");
}
[[noreturn]] void refuse_requests() {
  throw call_error(TT_E_STATE, "the cores execute programs: without cores=programs, they make the accesses that are asked for");
}
inline void require_requests(const handle& h) {
  if (h.tile->has_programs()) refuse_requests();
}

void require_free(const handle& h, unsigned core, unsigned id) {
  require_requests(h);
  if (h.tile->answered(core, id) != core_initiator::answer::none)
    throw call_error(TT_E_STATE, "id " + std::to_string(id) + " is in use until tt_response has returned 1");
}

}  // namespace

extern "C" {

#ifdef TENSIX_SHARES_SYSTEMC
// A shared libsystemc wants one of every program that it is in, whether that is of SystemC or not: its own goes first.
__attribute__((weak, visibility("default"))) int sc_main(int, char**) { return 1; }
#endif

int tt_abi(void) { return 1000 * TT_ABI_MAJOR + TT_ABI_MINOR; }

// ---- The library and its tiles --------------------------------------------------------------------------------------------

tt_tile tt_create(const char* configuration, const char* settings) {
  return enter<tt_tile>("tt_create", [&] {
    std::unique_ptr<handle> h;
    try {
      const settings_of_tile s = split(text(settings));
      parameters p;
      try {
        const std::string name = text(configuration);
        p = load_configuration(name.empty() ? "blackhole" : name);
      } catch (const parameter_error&) {
        throw;
      } catch (const std::exception& e) {
        throw call_error(TT_E_FILE, e.what());
      }
      apply_settings(p, s.of_model);
      require_own_cores(p);
      h = std::make_unique<handle>(p, s.policy, s.cores);
      h->tile = std::make_unique<cosim_tile>(p, s.policy, s.cores);
    } catch (const parameter_error& e) {
      throw call_error(TT_E_ARGUMENT, e.what());
    } catch (const std::invalid_argument& e) {
      throw call_error(TT_E_ARGUMENT, e.what());
    }
    return capi::add(std::move(h));
  });
}

int tt_destroy(tt_tile tile) {
  if (!tile) return TT_OK;
  return enter<int>(tile, "tt_destroy", [&](handle& h) {
    require_no_callback(h);
    const std::unique_ptr<handle> gone = capi::take_out(tile);
    try {
      finish(*gone);
    } catch (const call_error& e) {
      capi::record(nullptr, e.code, "tt_destroy", e.what());
      return static_cast<int>(e.code);
    }
    return static_cast<int>(TT_OK);
  });
}

int tt_reset(tt_tile tile) {
  return enter<int>(tile, "tt_reset", [&](handle& h) {
    require_no_callback(h);
    std::unique_ptr<cosim_tile> fresh = std::make_unique<cosim_tile>(h.configuration, h.policy, h.cores);
    std::string not_written;
    try {
      finish(h);
    } catch (const call_error& e) {
      not_written = e.what();
    }
    h.tile = std::move(fresh);
    h.errors = {};
    h.on_event = nullptr;
    h.advanced = false;
    if (!not_written.empty()) throw call_error(TT_E_FILE, not_written);
    return static_cast<int>(TT_OK);
  });
}

int tt_warm_reset(tt_tile tile) {
  return enter<int>(tile, "tt_warm_reset", [&](handle& h) -> int {
    require_no_callback(h);
    if (h.tile->stopped()) return TT_E_UNDEFINED;
    h.tile->reset();
    return TT_OK;
  });
}

// ---- Time -----------------------------------------------------------------------------------------------------------------

int tt_advance(tt_tile tile, uint64_t cycles) {
  return enter<int>(tile, "tt_advance", [&](handle& h) -> int {
    require_no_callback(h);
    cosim_tile& t = *h.tile;
    if (t.stopped()) return TT_E_UNDEFINED;
    require_time(t, cycles);
    h.advanced = true;
    const bool goes_on = t.advance_to(t.cycle() + cycles);
    report_events(h, tile);
    return goes_on ? TT_OK : TT_E_UNDEFINED;
  });
}

int tt_wait(tt_tile tile, uint64_t cycles) {
  return enter<int>(tile, "tt_wait", [&](handle& h) -> int {
    require_no_callback(h);
    require_requests(h);
    cosim_tile& t = *h.tile;
    if (t.stopped()) return TT_E_UNDEFINED;
    require_time(t, cycles);
    h.advanced = true;
    unsigned cores = 0;
    const bool goes_on = t.wait_until(t.cycle() + cycles, cores);
    report_events(h, tile);
    return goes_on ? static_cast<int>(cores) : TT_E_UNDEFINED;
  });
}

uint64_t tt_cycle(tt_tile tile) {
  if (const handle* h = capi::again(tile)) return h->tile->cycle();
  return enter<uint64_t>(tile, "tt_cycle", [](handle& h) { return h.tile->cycle(); });
}

// ---- Cores ----------------------------------------------------------------------------------------------------------------

int tt_program(tt_tile tile, int core, const char* file, int held) {
  return enter<int>(tile, "tt_program", [&](handle& h) -> int {
    const unsigned c = checked("core", core, TT_CORE_NC);
    const bool waits = checked("held", held, 1) != 0;
    require(!waits || c != TT_CORE_B, [] { return "core B releases the others: it cannot be held itself"; });
    require_programs(h);
    require_not_advanced(h);
    try {
      h.tile->add_program(c, text(file), waits);
    } catch (const std::exception& e) {
      throw call_error(TT_E_FILE, e.what());
    }
    return TT_OK;
  });
}

int tt_core_state(tt_tile tile, int core) {
  return enter<int>(tile, "tt_core_state", [&](handle& h) -> int {
    const unsigned c = checked("core", core, TT_CORE_NC);
    require_programs(h);
    return static_cast<int>(h.tile->state_of(c));
  });
}

// What a testbench in lockstep asks in every cycle is answered without the frame that errors want.
[[gnu::noinline]] static int any_ready(tt_tile tile, int core) {
  return enter<int>(tile, "tt_ready", [&](handle& h) -> int {
    const unsigned c = checked("core", core, TT_CORE_NC);
    require_requests(h);
    return h.tile->takes_access(c);
  });
}
int tt_ready(tt_tile tile, int core) {
  if (const handle* h = capi::again(tile); h && is_core(core) && !h->tile->has_programs())
    return h->tile->takes_access(static_cast<unsigned>(core));
  return any_ready(tile, core);
}

int tt_push(tt_tile tile, int thread, uint32_t word) {
  return enter<int>(tile, "tt_push", [&](handle& h) -> int {
    const unsigned t = checked("thread", thread, 2);
    require_requests(h);
    if (h.tile->stopped()) return TT_E_UNDEFINED;
    return h.tile->push(t, word);
  });
}

int tt_request(tt_tile tile, int core, int id, int write, uint32_t address, int bytes, uint32_t data) {
  return enter<int>(tile, "tt_request", [&](handle& h) -> int {
    const unsigned c = checked("core", core, TT_CORE_NC), i = checked("id", id, TT_IDS - 1);
    checked("write", write, 1);
    require(bytes == 1 || bytes == 2 || bytes == 4,
            [&] { return "bytes is " + std::to_string(bytes) + "; possible are 1, 2 and 4"; });
    const auto size = static_cast<unsigned>(bytes);
    require(address % size == 0, [&] {
      return "address is " + hex_text(address) + ", which is no multiple of the " + std::to_string(bytes) + " bytes";
    });
    require_free(h, c, i);
    if (h.tile->stopped()) return TT_E_UNDEFINED;
    return write ? h.tile->store(c, i, address, size, data) : h.tile->load(c, i, address, size);
  });
}

int tt_poll(tt_tile tile, int core, int id, uint32_t address, uint32_t mask, int how, uint32_t value) {
  return enter<int>(tile, "tt_poll", [&](handle& h) -> int {
    static constexpr bool (*comparisons[])(uint32_t, uint32_t) = {
        [](uint32_t a, uint32_t b) { return a == b; }, [](uint32_t a, uint32_t b) { return a != b; },
        [](uint32_t a, uint32_t b) { return a < b; },  [](uint32_t a, uint32_t b) { return a <= b; },
        [](uint32_t a, uint32_t b) { return a > b; },  [](uint32_t a, uint32_t b) { return a >= b; }};
    const unsigned c = checked("core", core, TT_CORE_NC), i = checked("id", id, TT_IDS - 1);
    poll_extension until;
    until.mask = mask;
    until.value = value;
    until.holds = comparisons[checked("how", how, TT_GE)];
    require_free(h, c, i);
    if (h.tile->stopped()) return TT_E_UNDEFINED;
    return h.tile->poll(c, i, word_address(address), until);
  });
}

// What a testbench in lockstep asks in every cycle is answered without the frame that errors want.
[[gnu::noinline]] static int any_response(tt_tile tile, int core, int id, uint32_t* data) {
  return enter<int>(tile, "tt_response", [&](handle& h) -> int {
    const unsigned c = checked("core", core, TT_CORE_NC), i = checked("id", id, TT_IDS - 1);
    require_requests(h);
    const core_initiator::answer a = h.tile->answered(c, i);
    if (a == core_initiator::answer::none) throw call_error(TT_E_STATE, "no request has id " + std::to_string(id));
    if (a == core_initiator::answer::open) return h.tile->stopped() ? TT_E_UNDEFINED : 0;
    if (a == core_initiator::answer::done && data) *data = h.tile->value(c, i);
    h.tile->forget(c, i);  // it is free again
    return a == core_initiator::answer::done ? 1 : TT_E_UNDEFINED;
  });
}
int tt_response(tt_tile tile, int core, int id, uint32_t* data) {
  const auto c = static_cast<unsigned>(core), i = static_cast<unsigned>(id);
  if (const handle* const h = capi::again(tile); h && c <= TT_CORE_NC && i < TT_IDS && h->tile->to_be_answered(c, i)) return 0;
  return any_response(tile, core, id, data);
}

// ---- L1 -------------------------------------------------------------------------------------------------------------------

int tt_l1_read(tt_tile tile, uint32_t address, void* bytes, uint32_t count) {
  return enter<int>(tile, "tt_l1_read", [&](handle& h) -> int {
    h.tile->move_l1(tlm::TLM_READ_COMMAND, address, static_cast<uint8_t*>(bytes), within_l1(h, address, bytes, count));
    return TT_OK;
  });
}

int tt_l1_write(tt_tile tile, uint32_t address, const void* bytes, uint32_t count) {
  return enter<int>(tile, "tt_l1_write", [&](handle& h) -> int {
    // A payload knows no const; L1 only reads what it is to write.
    h.tile->move_l1(tlm::TLM_WRITE_COMMAND, address, static_cast<uint8_t*>(const_cast<void*>(bytes)),
                    within_l1(h, address, bytes, count));
    return TT_OK;
  });
}

int tt_l1_read_word(tt_tile tile, uint32_t address, uint32_t* word) {
  return enter<int>(tile, "tt_l1_read_word", [&](handle& h) -> int {
    require(word, [] { return "word is NULL"; });
    uint8_t b[4] = {};
    h.tile->move_l1(tlm::TLM_READ_COMMAND, word_address(address), b, within_l1(h, address, b, 4));
    *word = b[0] | uint32_t{b[1]} << 8 | uint32_t{b[2]} << 16 | uint32_t{b[3]} << 24;
    return TT_OK;
  });
}

int tt_l1_write_word(tt_tile tile, uint32_t address, uint32_t word) {
  return enter<int>(tile, "tt_l1_write_word", [&](handle& h) -> int {
    uint8_t b[4];
    for (unsigned i = 0; i < 4; ++i) b[i] = static_cast<uint8_t>(word >> 8 * i);
    h.tile->move_l1(tlm::TLM_WRITE_COMMAND, word_address(address), b, within_l1(h, address, b, 4));
    return TT_OK;
  });
}

uint64_t tt_l1_bytes(tt_tile tile) {
  return enter<uint64_t>(tile, "tt_l1_bytes", [](handle& h) { return uint64_t{h.tile->l1_bytes()}; });
}

// ---- Errors ---------------------------------------------------------------------------------------------------------------

uint64_t tt_error_count(tt_tile tile) {
  if (!tile) return enter<uint64_t>("tt_error_count", [] { return capi::errors_of_nobody().count(); });
  return enter<uint64_t>(tile, "tt_error_count", [](handle& h) { return h.errors.count(); });
}

const char* tt_error(tt_tile tile) {
  const auto last = [](const error_log& errors, std::string& said) {
    said = errors.last() ? errors.last()->text : "";
    return said.c_str();
  };
  if (!capi::right_thread()) return "tensix: tiles of this process belong to another thread (tensix.h, \"Threads\")";
  if (!tile) return enter<const char*>("tt_error", [&] { return last(capi::errors_of_nobody(), capi::said_to_nobody()); });
  return enter<const char*>(tile, "tt_error", [&](handle& h) { return last(h.errors, h.said); });
}

const char* tt_error_at(tt_tile tile, uint64_t index, int* code, uint64_t* cycle) {
  const auto at = [&](const error_log& errors, std::string& said) {
    const error_record* const r = errors.at(index);
    if (code) *code = r ? r->code : TT_OK;
    if (cycle) *cycle = r ? r->cycle : TT_NONE;
    said = r ? r->text : "";
    return said.c_str();
  };
  if (!tile) return enter<const char*>("tt_error_at", [&] { return at(capi::errors_of_nobody(), capi::said_to_nobody()); });
  return enter<const char*>(tile, "tt_error_at", [&](handle& h) { return at(h.errors, h.said); });
}

// ---- What goes on ---------------------------------------------------------------------------------------------------------

int tt_idle(tt_tile tile) {
  return enter<int>(tile, "tt_idle", [](handle& h) -> int {
    switch (h.tile->what_goes_on()) {
      case cosim_tile::activity::running: return TT_RUNNING;
      case cosim_tile::activity::idle: return TT_IDLE;
      case cosim_tile::activity::stuck: break;
    }
    return TT_STUCK;
  });
}

const char* tt_who_waits(tt_tile tile) {
  return enter<const char*>(tile, "tt_who_waits", [](handle& h) { return say(h, h.tile->who_waits()); });
}

int tt_wave(tt_tile tile, const char* file) {
  return enter<int>(tile, "tt_wave", [&](handle& h) -> int {
    require(file && *file, [] { return "file is NULL or empty"; });
    require_not_advanced(h);
    if (h.tile->records_wave()) throw call_error(TT_E_STATE, "waves go to a file already");
    try {
      check_writable(file, {});
      h.tile->record_wave(file);
    } catch (const std::exception& e) {
      throw call_error(TT_E_FILE, e.what());
    }
    return TT_OK;
  });
}

// ---- Events ---------------------------------------------------------------------------------------------------------------

int tt_events(tt_tile tile, const char* data) {
  return enter<int>(tile, "tt_events", [&](handle& h) -> int {
    const auto name = std::find(std::begin(event_data_names), std::end(event_data_names), text(data));
    require(name != std::end(event_data_names),
            [&] { return "data is '" + text(data) + "'; possible are none, crc and full"; });
    require_not_advanced(h);
    if (h.tile->events()) throw call_error(TT_E_STATE, "the tile records events already");
    h.tile->tell_events(static_cast<event_data>(name - std::begin(event_data_names)));
    return TT_OK;
  });
}

const char* tt_event(tt_tile tile) {
  return enter<const char*>(tile, "tt_event", [](handle& h) {
    tile_events& events = events_of(h);
    if (events.lines.empty()) h.tile->settle_events();
    if (events.lines.empty()) return say(h, "");
    std::string line = std::move(events.lines.front());
    events.lines.pop_front();
    return say(h, std::move(line));
  });
}

int tt_on_event(tt_tile tile, tt_event_callback call, void* user) {
  return enter<int>(tile, "tt_on_event", [&](handle& h) -> int {
    events_of(h);
    h.on_event = call;
    h.user = user;
    return TT_OK;
  });
}

int tt_check_streams(tt_tile tile, const char* streams, uint64_t slack, uint64_t most) {
  return enter<int>(tile, "tt_check_streams", [&](handle& h) -> int {
    event_comparison_settings settings;
    settings.slack = slack;
    settings.most = std::max<uint64_t>(most, 1);
    std::istringstream names(text(streams));
    try {
      for (std::string name; names >> name; settings.only.push_back(name)) check_stream_or_group(name);
    } catch (const std::invalid_argument& e) {
      throw call_error(TT_E_ARGUMENT, e.what());
    }
    if (events_of(h).checks()) throw call_error(TT_E_STATE, "events are compared already");
    require_not_advanced(h);
    h.tile->check_events(std::move(settings));
    return TT_OK;
  });
}

int tt_check(tt_tile tile, const char* line) {
  return enter<int>(tile, "tt_check", [&](handle& h) -> int {
    tile_events& events = checked_events_of(h);
    require(line, [] { return "line is NULL"; });
    h.tile->settle_events();
    try {
      events.seen(line);
    } catch (const event_line_error& e) {
      throw call_error(TT_E_ARGUMENT, e.what());
    }
    return note_differences(h);
  });
}

int tt_check_end(tt_tile tile) {
  return enter<int>(tile, "tt_check_end", [](handle& h) -> int {
    tile_events& events = checked_events_of(h);
    h.tile->finish_events();
    events.end();
    return note_differences(h);
  });
}

int tt_event_numbers(tt_tile tile, int* kind, int* member, uint64_t* ordinal, uint64_t* cycle, uint64_t* n0, uint64_t* n1,
                     uint64_t* n2, uint64_t* n3, uint64_t* n4) {
  return enter<int>(tile, "tt_event_numbers", [&](handle& h) -> int {
    require(kind && member && ordinal && cycle && n0 && n1 && n2 && n3 && n4, [] { return "a place for a number is NULL"; });
    tile_events& events = events_of(h);
    if (events.lines.empty()) h.tile->settle_events();
    if (events.lines.empty()) return 0;
    parse_line(events.lines.front(), h.taken);
    events.lines.pop_front();
    const event_group group = group_of(h.taken.stream);
    *kind = static_cast<int>(group);
    *member = static_cast<int>(h.taken.stream - event_stream(group));
    *ordinal = h.taken.ordinal;
    *cycle = h.taken.cycle;
    uint64_t* const to[] = {n0, n1, n2, n3, n4};
    static_assert(std::size(to) == most_event_numbers);
    for (unsigned i = 0; i < most_event_numbers; ++i) *to[i] = i < streams_of(group).fields.size() ? h.taken.numbers[i] : 0;
    return 1;
  });
}

int tt_event_data(tt_tile tile, int index, uint32_t* word) {
  return enter<int>(tile, "tt_event_data", [&](handle& h) -> int {
    require(word, [] { return "word is NULL"; });
    events_of(h);
    *word = 0;
    const log_event& e = h.taken;
    if (index == 0 && e.has == event_data::crc) {
      *word = e.crc;
      return 1;
    }
    const size_t at = 4 * static_cast<size_t>(index);
    if (index < 0 || e.has != event_data::full || at + 4 > e.data.size()) return 0;
    for (unsigned i = 0; i < 4; ++i) *word |= uint32_t{e.data[at + i]} << 8 * i;
    return 1;
  });
}

}  // extern "C"
