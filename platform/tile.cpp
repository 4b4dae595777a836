// SPDX-License-Identifier: Apache-2.0
#include "platform/tile.h"

#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>

#include "models/observe/report_ids.h"
#include "platform/hazards.h"
#include "platform/parameter_presets.h"
#include "support/text/hex_text.h"

namespace tensix {

namespace {
parameters valid(const std::string& tile, const parameters& given) {
  parameters p = with_presets(tile, given);
  validate(p);
  cycle_time::set(p.clock_period_ps, p.clock_period_fs);
  return p;
}
}  // namespace

tensix_tile::tensix_tile(sc_core::sc_module_name name, const parameters& given, const tile_parts& parts)
    : sc_module(name),
      core("core", core_count),
      noc("noc"),
      parameters_(valid(this->name(), given)),
      parts_(parts),
      state_(parameters_.l1.size_kib * 1024, now_cycle),
      dst_arbiter_(parameters_.dst),
      coprocessor_bus_(state_, overlay_, shared_by_cores_),
      functions_(state_, coprocessor_bus_),
      grid_(harvesting_of(parameters_.harvesting)),
      place_(grid_.tensix(parameters_.tile_place.x, parameters_.tile_place.y)),
      hand_over_("src_hand_over", parameters_.hand_over, state_),
      noc_to_l1_("noc_to_l1") {
  const parameters& p = parameters_;
  state_.topology = p.packer.topology;
  state_.diagnose.told = [this](const diagnosis& d) {
    if (on_report) on_report(d);
    else SC_REPORT_WARNING(report_id::undefined, (this->name() + (": " + d.to_string())).c_str());
  };
  state_.diagnose.stopped = [this] {
    on_fault ? on_fault() : sc_core::sc_stop();
    calendar::present().yield();
  };
  state_.read_interfaces = static_cast<uint8_t>(p.packer.read_interfaces);
  state_.dst.rows = p.dst.rows;
  shared_by_cores_.control.counters.source = &counters_;
  build();
  observing_parts_ = state_.observers().size();
  bind_threads();
  bind_ports();
  for (unsigned i = 0; i < core_count; ++i) core[i].bind(port_[i]->socket);
  bind_units();
  bind_noc();
}

namespace {
// What a factory gives; it must give something.
template <class Factory>
auto made(const Factory& factory, const char* member, const tile_context& c) {
  auto part = factory ? factory(c) : nullptr;
  if (!part)
    throw std::invalid_argument(std::string("tile_parts::") + member + (factory ? ": the factory gave nothing" : " is unset") +
                                "; it must return a part (platform/tile_parts.h)");
  return part;
}

// In the place of the one that `owner` has destroyed, if there was one (reset).
template <class Part, class... Arguments>
void make(std::unique_ptr<Part>& owner, Arguments&&... arguments) {
  if (owner) ::new (static_cast<void*>(owner.get())) Part(std::forward<Arguments>(arguments)...);
  else owner = std::make_unique<Part>(std::forward<Arguments>(arguments)...);
}
template <class Part, class... Arguments>
void make_anew(Part& part, Arguments&&... arguments) {
  ::new (static_cast<void*>(std::addressof(part))) Part(std::forward<Arguments>(arguments)...);
}
}  // namespace

// Where there has been one (reset), its place is used again.
template <class Factory, class Part>
void tensix_tile::make_part(std::unique_ptr<Part>& owner, const Factory& factory, const char* member, const tile_context& c) {
  const auto place = left_.find(owner.get());
  if (place == left_.end()) {
    owner = made(factory, member, c);
    return;
  }
  Part* const before = owner.release();  // destroyed
  const part_memory::again here(place->second);
  owner = made(factory, member, c);
  if (owner.get() != before)
    SC_REPORT_FATAL(report_id::parts, (std::string("tile_parts::") + member +
                                       ": the factory gave another part than at the first time, or has not made it with `new`: "
                                       "tensix_tile::reset cannot build it anew")
                                          .c_str());
}

template <class Part>
void tensix_tile::unmake_part(std::unique_ptr<Part>& owner) {
  left_[owner.get()] = dynamic_cast<void*>(owner.get());
  owner->~Part();
}

void tensix_tile::build() {
  const tile_parts& parts = parts_;
  tile_context c{parameters_, state_, functions_, hand_over_, dst_users_, dst_arbiter_, overlay_};
  c.grid = &grid_;
  c.place = place_;
  c.registers = this;
  make_part(l1_, parts.l1, "l1", c);
  c.l1 = &l1_->client_socket();
  make_part(throttle_, parts.throttle, "throttle", c);
  c.throttle = throttle_.get();
  context_.emplace(c);
  const auto place = [this, &c](tile_unit where, auto& owner, const auto& factory) {
    make_part(owner, factory, tile_unit_names[static_cast<unsigned>(where)], c);
    unit_[static_cast<unsigned>(where)] = owner.get();
  };
  for (const tile_unit u : parts.order) switch (u) {
      case tile_unit::unpacker0: place(u, unpacker_[0], parts.unpacker0); break;
      case tile_unit::unpacker1: place(u, unpacker_[1], parts.unpacker1); break;
      case tile_unit::matrix_unit: place(u, matrix_unit_, parts.matrix_unit); break;
      case tile_unit::vector_unit: place(u, vector_unit_, parts.vector_unit); break;
      case tile_unit::packers: place(u, packers_, parts.packers); break;
      case tile_unit::config_unit: place(u, config_unit_, parts.config_unit); break;
      case tile_unit::sync_unit: place(u, sync_unit_, parts.sync_unit); break;
      case tile_unit::scalar_unit: place(u, scalar_unit_, parts.scalar_unit); break;
      case tile_unit::misc_unit: place(u, misc_unit_, parts.misc_unit); break;
      case tile_unit::mover: place(u, mover_, parts.mover); break;
      case tile_unit::count: break;
    }
  for (unsigned u = 0; u < tile_units; ++u)
    if (!unit_[u]) throw std::invalid_argument(std::string("tile_parts::order: without ") + tile_unit_names[u]);
  make(tdma_risc_, "tdma_risc", parameters_.tdma_risc, functions_.tdma_risc, *mover_, *packers_, l1_client::mover_writes);
  tdma_risc_->l1.bind(*c.l1);
  make_part(noc_[0], parts.noc0, "noc0", c);
  make_part(noc_[1], parts.noc1, "noc1", c);
  for (unsigned n = 0; n < 2; ++n) {
    shared_by_cores_.noc[n] = noc_[n].get();
    noc_[n]->changed = [this] { registers_changed_.state_changed(now_cycle()); };
  }
}

// Every thread reaches every unit, and is notified of every change it may wait for.
void tensix_tile::bind_threads() {
  static constexpr const char* names[] = {"thread0", "thread1", "thread2"};
  for (unsigned t = 0; t < thread_count; ++t) {
    make(frontend_[t], names[t], t, parameters_.frontend, state_, hand_over_, overlay_);
    frontend& f = *frontend_[t];
    hand_over_.subscribe(f);
    for (unsigned u = 0; u < tile_units; ++u) {
      f.to[u].bind(unit_[u]->issue);
      unit_[u]->subscribe(f);
    }
  }
}

void tensix_tile::bind_ports() {
  const riscv_port::parts reach{&state_,
                                {frontend_[0].get(), frontend_[1].get(), frontend_[2].get()},
                                config_unit_.get(),
                                sync_unit_.get(),
                                &overlay_,
                                &shared_by_cores_,
                                tdma_risc_.get(),
                                l1_.get()};
  for (unsigned i = 0; i < core_count; ++i) {
    make(port_[i], core_names[i].port, i, parameters_.riscv, reach);
    port_[i]->l1.bind(l1_->client_socket());
    if (i < thread_count) frontend_[i]->core_stores = port_[i].get();
  }
}

namespace {
// The words that have been written, as an L1 has them that keeps its bytes to itself, at their addresses.
void see_words(l1_if& l1, uint32_t address, uint32_t bytes, std::vector<uint8_t>& image, size_t size) {
  image.resize(size);
  const uint32_t first = address & ~3u, end = std::min(static_cast<uint32_t>(size), (address + bytes + 3) & ~3u);
  if (first >= end) return;
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(first);
  payload.set_data_ptr(image.data() + first);
  payload.set_data_length(end - first);
  payload.set_streaming_width(end - first);
  l1.debug(payload);
}
}  // namespace

// What units ask of one another in time. (What their functions cause in one another: models/coprocessor.)
void tensix_tile::bind_units() {
  mover_->config = config_unit_.get();
  config_unit_->gpr_writes = scalar_unit_.get();
  scalar_unit_->environment = this;
  functions_.packer.finished_tiles = tdma_risc_.get();
  // Cores that poll a word of L1, a register or a semaphore look again.
  sync_unit_->subscribe(semaphores_changed_);
  config_unit_->subscribe(registers_changed_);
  mover_->subscribe(registers_changed_);
  l1_->written = [this, image = std::vector<uint8_t>()](uint32_t address, uint32_t bytes) mutable {
    if (quiet_) return;
    if (state_.causes) {
      const bool here = !state_.l1_elsewhere();
      if (!here) see_words(*l1_, address, bytes, image, state_.l1.size());
      state_.causes->landed(address, bytes, here ? state_.l1.data() : image.data(), now_cycle());
    }
    note_l1_written(address, bytes);
  };
  for (auto& f : frontend_) coprocessor_bus_.subscribe(*f);
}

cycle_t tensix_tile::conditions_met(unsigned thread, uint32_t conditions, cycle_t now) const {
  return frontend_[thread]->stall_conditions_met(conditions, now);
}

cycle_t tensix_tile::register_load(uint32_t address, cycle_t arrives) {
  const bool overlay = address_map::decode(accessor_coprocessor, address).region == address_region::noc_overlay;
  return overlay ? config_unit_->overlay_load(arrives) : arrives;
}

tensix_tile::~tensix_tile() = default;

void tensix_tile::report_leftovers(cycle_t cycle) {
  if (hazards_) hazards_->ended(cycle);
}

void tensix_tile::watch_hazards(hazard_report report) {
  hazard_report_ = report ? std::move(report) : [this](const std::string& text, hazard_kind) {
    SC_REPORT_WARNING(report_id::hazard, (this->name() + (": " + text)).c_str());
  };
  make_hazards();
  attach(*hazards_);
}

void tensix_tile::make_hazards() {
  make(hazards_,
       hazard_watch::units{state_,
                           functions_,
                           hand_over_,
                           *config_unit_,
                           *scalar_unit_,
                           {unpacker_[0].get(), unpacker_[1].get()},
                           *matrix_unit_,
                           *packers_},
       hazard_report_);
}

void tensix_tile::note_l1_written(uint32_t address, uint32_t bytes) {
  for (auto& p : port_) p->poll_again(polled_place::l1);
  for (auto& listener : l1_written) listener(address, bytes);
}

void tensix_tile::bind_noc_to_l1() {
  noc_to_l1_.bind(l1_->client_socket());
  noc_to_l1_.register_invalidate_direct_mem_ptr(this, &tensix_tile::noc_invalidate_direct_mem_ptr);
}

void tensix_tile::bind_noc() {
  bind_noc_to_l1();
  noc.register_b_transport(this, &tensix_tile::noc_b_transport);
  noc.register_transport_dbg(this, &tensix_tile::noc_transport_dbg);
  noc.register_get_direct_mem_ptr(this, &tensix_tile::noc_get_direct_mem_ptr);
}

// Asks L1 whether its bytes are those of tensix_state (docs/l1-protocol.md, "Who moves the bytes").
void tensix_tile::start_of_simulation() {
  for (const std::string& name : take_unused_presets())
    SC_REPORT_WARNING(report_id::preset, (name + ": there is no tile of that name, so the preset changes nothing").c_str());
  tlm::tlm_generic_payload payload;
  tlm::tlm_dmi dmi;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(0);
  const bool here = noc_to_l1_->get_direct_mem_ptr(payload, dmi) && dmi.is_read_write_allowed() &&
                    dmi.get_dmi_ptr() == state_.l1.data() && dmi.get_start_address() == 0 &&
                    dmi.get_end_address() >= state_.l1.size() - 1;
  if (here) return;
  state_.other_l1 = this;
  state_.take_l1(0, static_cast<uint32_t>(state_.l1.size()));  // what has been put there before the run
}

// Between the state's bytes and those of an L1 that has others; what lies beyond L1 stays where it is.
void tensix_tile::move_l1(tlm::tlm_command command, uint32_t address, uint32_t bytes) {
  if (address >= state_.l1.size()) return;
  bytes = static_cast<uint32_t>(std::min<size_t>(bytes, state_.l1.size() - address));
  if (bytes == 0) return;
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(state_.l1.data() + address);
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  quiet_ = true;
  const unsigned moved = l1_->debug(payload);
  quiet_ = false;
  if (moved != bytes)
    SC_REPORT_FATAL(report_id::parts, ("L1 grants no DMI of the state's bytes, and its transport_dbg moved " +
                                       std::to_string(moved) + " of " + std::to_string(bytes) + " bytes at address " +
                                       hex_text(address) + ": it must do one or the other (docs/l1-protocol.md)")
                                          .c_str());
}

void tensix_tile::noc_b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  const outside_call counted(calls_);
  noc_to_l1_->b_transport(payload, t);
}
unsigned int tensix_tile::noc_transport_dbg(tlm::tlm_generic_payload& payload) { return l1_->debug(payload); }
bool tensix_tile::noc_get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  if (sc_core::sc_get_status() < sc_core::SC_END_OF_ELABORATION) return false;  // nothing is bound yet
  return noc_to_l1_->get_direct_mem_ptr(payload, dmi);
}
void tensix_tile::noc_invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
  noc->invalidate_direct_mem_ptr(first, last);
}

std::pair<uint32_t, uint32_t> tensix_tile::status_of(unsigned accessor) const {
  uint32_t queued = 0, busy = 0;  // of all threads
  for (const auto& f : frontend_) {
    queued |= f->queued_types(now_cycle());
    busy |= f->busy_types(now_cycle());
  }
  const bool own = accessor < thread_count;
  const uint32_t own_queued = own ? frontend_[accessor]->queued_types(now_cycle()) : queued,
                 own_busy = own ? frontend_[accessor]->busy_types(now_cycle()) : busy;
  const uint32_t sfpu_cc = functions_.vector_unit.enabled_lanes() != 0;
  return {own_queued | sfpu_cc << 11 | queued << 13 | sfpu_cc << 24, own_busy | busy << 11};
}

bool tensix_tile::background_idle() const {
  for (const auto& p : port_)
    if (!p->store_queue_empty()) return false;
  for (const auto& f : frontend_)  // its own core may have ended before B has pushed
    if (f->idle_from(now_cycle()) == never) return false;
  return !mover_->busy() && tdma_risc_->idle() && noc_[0]->idle() && noc_[1]->idle();
}

std::vector<std::pair<std::string, account*>> tensix_tile::unit_accounts() {
  std::vector<std::pair<std::string, account*>> all;
  for (tensix_unit* u : unit_)
    for (auto& a : u->accounts()) all.push_back(std::move(a));
  return all;
}

std::vector<std::pair<std::string, account*>> tensix_tile::noc_accounts() {
  std::vector<std::pair<std::string, account*>> all;
  if (on_noc())
    for (const auto& n : noc_) all.emplace_back(n->basename(), &n->activity());
  return all;
}

std::vector<std::pair<std::string, account*>> tensix_tile::thread_accounts() {
  return {{"t0", &frontend_[0]->activity()}, {"t1", &frontend_[1]->activity()}, {"t2", &frontend_[2]->activity()}};
}

void tensix_tile::close_accounts(cycle_t end) {
  for (auto& [name, a] : unit_accounts()) a->close(end);
  for (auto& [name, a] : thread_accounts()) a->close(end);
  for (auto& [name, a] : noc_accounts()) a->close(end);
}

void tensix_tile::attach(observer& o) {
  if (reported_.empty()) {
    reported_ = thread_accounts();
    for (auto& unit : unit_accounts()) reported_.push_back(unit);
    for (auto& interface : noc_accounts()) reported_.push_back(interface);
  }
  for (size_t i = 0; i < reported_.size(); ++i)
    o.introduced(reported_[i].first.c_str(), i < thread_count ? account_of::thread : account_of::unit);
  state_.attach(o);
  report_to_observers();
}

void tensix_tile::detach(const observer& o) {
  state_.detach(o);
  report_to_observers();
}

void tensix_tile::report_to_observers() {
  for (auto& [name, a] : reported_) a->report_to(state_.tap, name.c_str());
  l1_->report_to(state_.tap);
}

static_assert(static_cast<unsigned>(dst_accessor::unpacker1) == static_cast<unsigned>(tile_unit::unpacker1) &&
              static_cast<unsigned>(dst_accessor::packers) == static_cast<unsigned>(tile_unit::packers));

std::string tensix_tile::who_waits() const {
  std::string text;
  const auto line = [&](const std::string& who, const std::string& what) {
    if (!what.empty()) text += (who.empty() ? what : who + " " + what) + "\n";
  };
  for (unsigned i = 0; i < core_count; ++i) line(core_names[i].text, port_[i]->waits_for());
  for (const auto& f : frontend_) line("", f->waits_for());
  for (unsigned u = 0; u < tile_units; ++u) line(unit_[u]->basename(), unit_[u]->waits_for());
  line("TDMA-RISC", tdma_risc_->waits_for());
  for (const auto& n : noc_) line(n->basename(), n->waits_for());
  line(l1_->basename(), l1_->waits_for());
  return text;
}

// ---- Reset ----------------------------------------------------------------------------------------------------------------

void tensix_tile::require_resettable() const {
  const auto refuse = [](const std::string& why) { throw std::logic_error("tensix_tile::reset: " + why); };
  if (calendar::present().runs())
    refuse("called within a process of the tile's calendar; call it from a process of SystemC, or between two sc_start");
  if (resets_ == 0 && sc_core::sc_get_status() < sc_core::SC_RUNNING) refuse("the simulation has not started");
  if (calendar::present().reached_ticks() > cycle_time::now_ticks())
    refuse("the tile has run ahead of SystemC's time (tlm_global_quantum); bound it by calendar::stop_at");
  if (on_noc()) refuse("a network interface is bound, and packets on their way cannot be taken back");
  unsigned calls = calls_;
  for (const auto& p : port_) calls += p->outside_calls();
  if (calls) refuse("a process of SystemC is within a call of core[] or noc; end it before (sc_process_handle::reset or kill)");
}

std::vector<account*> tensix_tile::all_accounts() {
  std::vector<account*> all;
  for (auto& [name, a] : thread_accounts()) all.push_back(a);
  for (auto& [name, a] : unit_accounts()) all.push_back(a);
  return all;
}

// In the reverse order of their construction.
void tensix_tile::unmake() {
  for (reset_with_tile_if* other : reset_with_) other->unmake();
  std::destroy_at(&noc_to_l1_);
  if (hazards_) std::destroy_at(hazards_.get());
  for (unsigned i = core_count; i-- > 0;) std::destroy_at(port_[i].get());
  for (unsigned t = thread_count; t-- > 0;) std::destroy_at(frontend_[t].get());
  unmake_part(noc_[1]);
  unmake_part(noc_[0]);
  std::destroy_at(tdma_risc_.get());
  unmake_part(mover_);
  unmake_part(misc_unit_);
  unmake_part(scalar_unit_);
  unmake_part(sync_unit_);
  unmake_part(config_unit_);
  unmake_part(packers_);
  unmake_part(vector_unit_);
  unmake_part(matrix_unit_);
  unmake_part(unpacker_[1]);
  unmake_part(unpacker_[0]);
  unmake_part(throttle_);
  unmake_part(l1_);
  std::destroy_at(&hand_over_);
  std::destroy_at(&functions_);
  std::destroy_at(&coprocessor_bus_);
  std::destroy_at(&shared_by_cores_);
  std::destroy_at(&overlay_);
  std::destroy_at(&dst_arbiter_);
  std::destroy_at(&dst_users_);
}

void tensix_tile::make_again() {
  make_anew(dst_users_);
  make_anew(dst_arbiter_, parameters_.dst);
  make_anew(overlay_);
  make_anew(shared_by_cores_);
  shared_by_cores_.control.counters.source = &counters_;
  make_anew(coprocessor_bus_, state_, overlay_, shared_by_cores_);
  make_anew(functions_, state_, coprocessor_bus_);
  make_anew(hand_over_, "src_hand_over", parameters_.hand_over, state_);
  make_anew(noc_to_l1_, "noc_to_l1");
  build();
  bind_threads();
  bind_ports();
  bind_units();
  bind_noc_to_l1();
  for (reset_with_tile_if* other : reset_with_) other->make_again();
  left_.clear();
}

void tensix_tile::reset() {
  require_resettable();
  const cycle_t now = now_cycle();
  if (parts_.reset) parts_.reset(true);
  if (state_.tap) {  // what they have been told of, and is dropped
    l1_->served();
    l1_->report_open();
    for (unsigned t = 0; t < thread_count; ++t)
      state_.tap->fifo_changed(t, -static_cast<int>(frontend_[t]->words_in_fifo()), now, now);
  }
  state_.bring_l1(0, static_cast<uint32_t>(state_.l1.size()));
  close_accounts(now);
  std::vector<account> counted;
  for (account* a : all_accounts()) {
    if (a->split()) a->works_on(work_part::none, now);
    counted.push_back(*a);
  }
  counters_.forget();
  const auto& all = state_.observers();
  const std::vector<observer*> observers(all.begin() + static_cast<std::ptrdiff_t>(observing_parts_), all.end());
  core_registers_listener_if* const listener = shared_by_cores_.control.listener;
  const part_memory::anew now_built_anew;
  {
    const calendar::apart here;
    unmake();
    anew_.reset();
    state_.reset();
  }
  anew_ = std::make_unique<late_elaboration>(name(), [this] { make_again(); });
  ++resets_;
  shared_by_cores_.control.listener = listener;
  if (hazards_) make_hazards();
  for (observer* o : observers) state_.attach(*o);
  if (state_.tap) {
    for (unsigned i = 0; i < semaphore_count; ++i) state_.tap->semaphore_is(i, 0, now);
    for (unsigned i = 0; i < mutex_count; ++i) state_.tap->mutex_given(i, 0, now);
  }
  size_t i = 0;
  for (account* a : all_accounts()) *a = counted[i++];
  i = 0;
  if (!reported_.empty()) {
    for (auto& [name, a] : thread_accounts()) reported_[i++].second = a;
    for (auto& [name, a] : unit_accounts()) reported_[i++].second = a;
    report_to_observers();
  }
  if (parts_.reset) parts_.reset(false);
  start_of_simulation();
}

}  // namespace tensix
