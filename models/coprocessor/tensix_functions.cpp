#include "models/coprocessor/tensix_functions.h"

#include "models/memory/address_map.h"
#include "models/memory/overlay_if.h"

namespace tensix {

tensix_functions::tensix_functions(tensix_state& state, coprocessor_bus_if& bus)
    : unpacker{{state, 0}, {state, 1}},
      matrix_unit(state),
      vector_unit(state),
      packer(state),
      config_unit(state),
      scalar_unit(state),
      sync_unit(state),
      misc_unit(state),
      mover(state),
      tdma_risc(state),
      answer{{&matrix_unit, &vector_unit, &packer},
             &packer,
             {&unpacker[0], &unpacker[1]},
             [this](unsigned i, uint32_t size, uint32_t flags) { tdma_risc.push_tile(i, size, flags); }} {
  wire(bus);
}

void tensix_functions::wire(coprocessor_bus_if& bus) {
  const auto load = [&bus](uint32_t address) { return bus.load(address); };
  const auto store = [&bus](uint32_t address, uint32_t value) { bus.store(address, value); };

  // Writes of configuration that do something.
  config_unit.seed_prng = [this](uint32_t seed) {
    for (prng_if* p : answer.prng) p->seed_prng(seed);
  };
  config_unit.reset_context_counter = [this](unsigned u, unsigned thread) {
    answer.unpacker[u]->reset_context_counter(thread);
  };
  config_unit.stream_register = [&bus](unsigned stream, unsigned reg) { return bus.stream_register(stream, reg); };
  mover.config_write = [this](unsigned bank, unsigned word, uint32_t value) { config_unit.write(bank, word, value); };

  // Loads and stores of the coprocessor: LOADREG and STOREREG, UNPACR_NOP, PACR_SETREG.
  scalar_unit.mmio_load = load;
  scalar_unit.mmio_store = store;
  packer.register_write = store;
  for (auto& u : unpacker) {
    u.register_write = store;
    u.message_clear = [&bus](unsigned stream, unsigned) {  // whatever is written frees one entry
      bus.store(address_map::noc_overlay_base + stream * address_map::noc_overlay_stream_bytes +
                    4 * overlay_if::message_data_clear_register,
                1);
    };
  }

  // The packers: their signals and registers, and where they report finished tiles.
  scalar_unit.packer_signals = [this](unsigned thread, unsigned input, unsigned packers) {
    return answer.packers->signals(thread, input, packers);
  };
  matrix_unit.clear_exponent_histograms = [this] { answer.packers->reset_exponent_histograms(); };
  tdma_risc.packer_load = [this](uint32_t offset, uint32_t& value) { return answer.packers->tdma_load(offset, value); };
  tdma_risc.packer_store = [this](uint32_t offset, uint32_t value) { return answer.packers->tdma_store(offset, value); };
  tdma_risc.start_move = [this](const move_job& job) { mover.execute(job); };
  packer.tile_finished = [this](unsigned i, uint32_t size, uint32_t flags) { answer.tile_finished(i, size, flags); };
  packer.set_unpack_register_address = [this](uint32_t value) {
    for (auto* u : answer.unpacker) u->set_register_address(value);
  };
  packer.unpack_register_accumulator = [this](unsigned i) { return answer.unpacker[i & 1]->register_write_accumulator(); };
}

}  // namespace tensix
