#include "platform/tile.h"

#include <algorithm>
#include <cstring>

namespace tensix {

tensix_tile::tensix_tile(sc_core::sc_module_name name, const parameters& p)
    : sc_module(name),
      core("core", 4),
      noc("noc"),
      parameters_((validate(p), p)),
      state_(p.l1.size_kib * 1024),
      dst_arbiter_(p.dst),
      l1_("l1", p.l1, state_.l1),
      hand_over_("src_hand_over", p.hand_over, state_),
      throttle_("throttle_arbiter", p.throttle),
      unpacker0_("unpacker0", 0, p.unpacker, state_, hand_over_, throttle_),
      unpacker1_("unpacker1", 1, p.unpacker, state_, hand_over_, throttle_),
      matrix_unit_("matrix_unit", p.matrix_unit, state_, hand_over_, dst_arbiter_),
      vector_unit_("vector_unit", p.vector_unit, state_, dst_arbiter_),
      packers_("packers", p.packer, state_),
      config_unit_("config_unit", p.config_unit, state_),
      sync_unit_("sync_unit", p.sync_unit, state_),
      scalar_unit_("scalar_unit", p.scalar_unit, state_),
      mover_("mover", p.mover, state_, l1_client::mover, l1_client::mover_writes),
      tdma_risc_("tdma_risc", p.tdma_risc, state_, mover_, l1_client::mover_writes),
      misc_unit_("misc_unit", state_, hand_over_),
      noc_to_l1_("noc_to_l1") {
  state_.topology = p.packer.topology;
  state_.diagnose.stopped = [this] { on_fault ? on_fault() : sc_core::sc_stop(); };
  state_.read_interfaces = static_cast<uint8_t>(p.packer.read_interfaces);
  unpacker0_.l1.bind(l1_.clients);
  unpacker1_.l1.bind(l1_.clients);
  for (auto& packer : packers_.packer_) packer->l1.bind(l1_.clients);
  scalar_unit_.l1.bind(l1_.clients);
  mover_.l1.bind(l1_.clients);
  tdma_risc_.l1.bind(l1_.clients);
  bind_threads();
  bind_side_effects();
  bind_noc();
}

void tensix_tile::bind_threads() {
  static constexpr const char* thread_names[] = {"thread0", "thread1", "thread2"};
  static constexpr const char* port_names[] = {"riscv_t0", "riscv_t1", "riscv_t2", "riscv_b"};
  for (unsigned t = 0; t < thread_count; ++t) {
    frontend_[t] = std::make_unique<frontend>(thread_names[t], t, parameters_.frontend, state_);
    frontend& f = *frontend_[t];
    f.to_unpacker0(unpacker0_.issue);
    f.to_unpacker1(unpacker1_.issue);
    f.to_matrix_unit(matrix_unit_.issue);
    f.to_packers(packers_.issue);
    f.to_vector_unit(vector_unit_.issue);
    f.to_scalar_unit(scalar_unit_.issue);
    f.to_config_unit(config_unit_.issue);
    f.to_sync_unit(sync_unit_.issue);
    f.to_misc_unit(misc_unit_.issue);
    f.to_mover(mover_.issue);
    gate_conditions& c = f.conditions;
    c.unpacker[0] = &unpacker0_;
    c.unpacker[1] = &unpacker1_;
    c.packers = &packers_;
    c.matrix_unit = &matrix_unit_;
    c.vector_unit = &vector_unit_;
    c.scalar_unit = &scalar_unit_;
    c.scalar_memory_idle = [this](unsigned thread, cycle_t now) { return scalar_unit_.memory_idle_from(thread, now); };
    c.riscv_stores_done = [this](unsigned thread, cycle_t now) { return port_[thread]->stores_done(now); };
    c.config_idle = [this](cycle_t now) { return config_unit_.idle_from(now); };
    c.mover_idle = [this](cycle_t now) { return mover_.idle_from(now); };
    c.overlay = &overlay_;
    hand_over_.subscribe(f);
    unpacker0_.subscribe(f);
    unpacker1_.subscribe(f);
    packers_.subscribe(f);
    config_unit_.subscribe(f);
    sync_unit_.subscribe(f);
    scalar_unit_.subscribe(f);
    mover_.subscribe(f);
  }
  const riscv_port::parts reach{
      &state_,
      {frontend_[0].get(), frontend_[1].get(), frontend_[2].get()},
      &config_unit_,
      &sync_unit_,
      &overlay_,
      &mailboxes_,
      [this](unsigned c, uint32_t offset, uint32_t& value) { return tdma_risc_.load(c, offset, value); },
      [this](unsigned c, uint32_t offset, uint32_t value) {
        return tdma_risc_.store(c, offset, value, now_cycle() + parameters_.riscv.store_travel_cycles);
      },
      &tdma_risc_.changed};
  for (unsigned i = 0; i < 4; ++i) {
    port_[i] = std::make_unique<riscv_port>(port_names[i], i, parameters_.riscv, reach);
    port_[i]->l1.bind(l1_.clients);
    core[i].bind(port_[i]->socket);
  }
}

// What an instruction or a store causes beyond its own unit.
void tensix_tile::bind_side_effects() {
  sync_unit_.subscribe(poll_waker_);
  config_unit_.subscribe(poll_waker_);
  mover_.subscribe(poll_waker_);
  mover_.config_write = [this](unsigned bank, unsigned word, const uint32_t* values, cycle_t arrives, mover::config_done done) {
    config_unit::request r;
    r.arrives = arrives;
    r.write = true;
    r.bank = bank;
    r.index = word;
    r.value = values[0];
    r.words = 4;
    std::copy_n(values + 1, 3, r.more);
    r.done = std::move(done);
    config_unit_.submit(std::move(r));
  };
  auto& tdma = tdma_risc_.function();
  tdma.packer_load = [this](uint32_t offset, uint32_t& value) { return packers_.function().tdma_load(offset, value); };
  tdma.packer_store = [this](uint32_t offset, uint32_t value) { return packers_.function().tdma_store(offset, value); };
  tdma.packer_busy = [this](unsigned) { return packers_.drained_from(2, now_cycle()) > now_cycle(); };
  packers_.function().tile_finished = [this](unsigned i, uint32_t size, uint32_t flags) {
    tdma_risc_.push_tile(i, size, flags);
  };
  scalar_unit_.conditions_met = [this](unsigned thread, uint32_t conditions, cycle_t now) {
    return frontend_[thread]->stall_conditions_met(conditions, now);
  };
  scalar_unit_.executed = [this] { poll_waker_.state_changed(now_cycle()); };
  scalar_unit_.thcon_port_taken = [this](cycle_t cycle) { return config_unit_.wrote_thcon(cycle); };
  scalar_unit_.register_load = [this](uint32_t address, cycle_t arrives) {
    const bool overlay = address_map::decode(accessor_coprocessor, address).region == address_region::noc_overlay;
    return overlay ? config_unit_.overlay_load(arrives) : arrives;
  };
  l1_.written = [this](uint32_t address, uint32_t bytes) { note_l1_written(address, bytes); };
  config_unit_.gpr_port_taken = [this](cycle_t cycle) { return scalar_unit_.writes_gpr(cycle); };
  config_unit_.gpr_written_after = [this](unsigned thread, unsigned gpr, cycle_t cycle) {
    return scalar_unit_.gpr_written_after(thread, gpr, cycle);
  };
  config_unit_.function().stream_register = [this](unsigned stream, unsigned reg) { return overlay_.read(stream, reg); };
  config_unit_.function().reset_context_counter = [this](unsigned unpacker, unsigned thread) {
    unpack(unpacker).function().reset_context_counter(thread);
  };
  config_unit_.function().seed_prng = [this](uint32_t seed) {
    matrix_unit_.function().seed_prng(seed);
    vector_unit_.function().seed_prng(seed);
    packers_.function().seed_prng(seed);
  };
  scalar_unit_.function().packer_signals = [this](unsigned thread, unsigned input, unsigned packers) {
    return packers_.function().signals(thread, input, packers);
  };
  matrix_unit_.function().clear_exponent_histograms = [this] { packers_.function().reset_exponent_histograms(); };
  bind_register_writes();
  scalar_unit_.function().mmio_load = [this](uint32_t address) { return coprocessor_load(address); };
  scalar_unit_.function().mmio_store = [this](uint32_t address, uint32_t value) { coprocessor_store(address, value); };
}

// PACR_SETREG, UNPACR_NOP: stores of the coprocessor, and clears of NoC overlay messages.
void tensix_tile::bind_register_writes() {
  const auto store = [this](uint32_t address, uint32_t value) { coprocessor_store(address, value); };
  packers_.on_register_write(store);
  for (unsigned i = 0; i < 2; ++i) {
    auto& f = unpack(i).function();
    f.register_write = store;
    f.message_clear = [this](unsigned stream, unsigned) {  // whatever is written frees one entry
      coprocessor_store(address_map::noc_overlay_base + stream * address_map::noc_overlay_stream_bytes +
                            4 * noc_overlay::message_data_clear_register,
                        1);
    };
  }
  packers_.function().set_unpack_register_address = [this](uint32_t value) {
    for (unsigned i = 0; i < 2; ++i) unpack(i).function().set_register_address(value);
  };
  packers_.function().unpack_register_accumulator = [this](unsigned i) {
    return unpack(i & 1).function().register_write_accumulator();
  };
}

void tensix_tile::watch_hazards(std::function<void(const std::string&)> report) {
  hazards_ = std::make_unique<hazard_watch>(
      hazard_watch::units{state_, config_unit_, scalar_unit_, {&unpacker0_, &unpacker1_}, matrix_unit_, vector_unit_, packers_},
      std::move(report));
  for (auto& f : frontend_) f->watcher = hazards_.get();
}

void tensix_tile::note_l1_written(uint32_t address, uint32_t bytes) {
  for (auto& p : port_) p->poll_again();
  for (auto& listener : l1_written) listener(address, bytes);
}

uint32_t tensix_tile::coprocessor_load(uint32_t address) {
  const decoded_address d = address_map::decode(accessor_coprocessor, address);
  switch (d.region) {
    case address_region::noc_overlay: return overlay_.read(d.index, d.item);
    case address_region::local_ram_of_others: {
      uint32_t value;
      std::memcpy(&value, mailboxes_.ram.by_slow_path(d.offset & ~3u), 4);
      return value;
    }
    case address_region::tile_control:
      return mailboxes_.control.load(state_, address_map::core_text(accessor_coprocessor), d.offset, now_cycle());
    default: break;
  }
  state_.diagnose.undefined("scalar_unit", -1, 0,
                            "unsupported: load from " + address_map::describe(accessor_coprocessor, address));
  return 0;
}

void tensix_tile::coprocessor_store(uint32_t address, uint32_t value) {
  const decoded_address d = address_map::decode(accessor_coprocessor, address);
  switch (d.region) {
    case address_region::noc_overlay:
      overlay_.write(d.index, d.item, value);
      for (auto& f : frontend_) f->state_changed(now_cycle() + 1);
      return;
    case address_region::local_ram_of_others:
      std::memcpy(mailboxes_.ram.by_slow_path(d.offset & ~3u), &value, 4);
      mailboxes_.poll_again();
      return;
    case address_region::tile_control:
      mailboxes_.control.store(state_, address_map::core_text(accessor_coprocessor), d.offset, value, now_cycle());
      mailboxes_.changed.notify(sc_core::SC_ZERO_TIME);
      mailboxes_.poll_again();
      return;
    default: break;
  }
  state_.diagnose.undefined("scalar_unit", -1, 0,
                            "unsupported: store to " + address_map::describe(accessor_coprocessor, address));
}

void tensix_tile::bind_noc() {
  noc_to_l1_.bind(l1_.clients);
  noc.register_b_transport(this, &tensix_tile::noc_b_transport);
  noc.register_transport_dbg(this, &tensix_tile::noc_transport_dbg);
  noc.register_get_direct_mem_ptr(this, &tensix_tile::noc_get_direct_mem_ptr);
}

void tensix_tile::noc_b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& t) {
  noc_to_l1_->b_transport(payload, t);
}
unsigned int tensix_tile::noc_transport_dbg(tlm::tlm_generic_payload& payload) { return l1_.debug(payload); }
bool tensix_tile::noc_get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  return noc_to_l1_->get_direct_mem_ptr(payload, dmi);
}

bool tensix_tile::background_idle() const {
  for (const auto& p : port_)
    if (!p->store_queue_empty()) return false;
  return !mover_.busy() && tdma_risc_.idle();
}

std::vector<std::pair<std::string, account*>> tensix_tile::unit_accounts() {
  std::vector<std::pair<std::string, account*>> all{{"unpacker0", &unpacker0_.activity()},
                                                    {"unpacker1", &unpacker1_.activity()},
                                                    {"matrix_unit", &matrix_unit_.activity()},
                                                    {"vector_unit", &vector_unit_.activity()}};
  for (unsigned i = 0; i < 4; ++i) all.emplace_back("packer" + std::to_string(i), &packers_.packer_[i]->activity());
  all.emplace_back("config_unit", &config_unit_.activity());
  all.emplace_back("sync_unit", &sync_unit_.activity());
  all.emplace_back("scalar_unit", &scalar_unit_.activity());
  all.emplace_back("misc_unit", &misc_unit_.activity());
  all.emplace_back("mover", &mover_.activity());
  return all;
}

std::vector<std::pair<std::string, account*>> tensix_tile::thread_accounts() {
  return {{"t0", &frontend_[0]->activity()}, {"t1", &frontend_[1]->activity()}, {"t2", &frontend_[2]->activity()}};
}

void tensix_tile::close_accounts(cycle_t end) {
  for (auto& [name, a] : unit_accounts()) a->close(end);
  for (auto& [name, a] : thread_accounts()) a->close(end);
}

void tensix_tile::report_to(trace_sink& sink) {
  reported_ = thread_accounts();
  const size_t threads = reported_.size();
  for (auto& unit : unit_accounts()) reported_.push_back(unit);
  for (size_t i = 0; i < reported_.size(); ++i) {
    const char* who = reported_[i].first.c_str();
    sink.introduced(who, i < threads ? account_of::thread : account_of::unit);
    reported_[i].second->report_to(&sink, who);
  }
  hand_over_.report_to(&sink);
  l1_.report_to(&sink);
}

std::string tensix_tile::who_waits() const {
  std::string text;
  const auto line = [&](const std::string& who, const std::string& what) {
    if (!what.empty()) text += (who.empty() ? what : who + " " + what) + "\n";
  };
  static constexpr const char* cores[] = {"RISC-V T0", "RISC-V T1", "RISC-V T2", "RISC-V B"};
  for (unsigned i = 0; i < 4; ++i) line(cores[i], port_[i]->waits_for());
  for (const auto& f : frontend_) line("", f->waits_for());
  line("unpacker 0", unpacker0_.waits_for());
  line("unpacker 1", unpacker1_.waits_for());
  line("sync unit:", sync_unit_.waits_for());
  line("mover", mover_.waits_for());
  line("TDMA-RISC", tdma_risc_.waits_for());
  return text;
}

}  // namespace tensix
