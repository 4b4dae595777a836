// SPDX-License-Identifier: Apache-2.0
#include "app/serve/tile_device.h"

#include <stdexcept>

#include "models/memory/address_map.h"
#include "support/text/hex_text.h"

namespace tensix {
namespace {

// Its place on the chip, of NoC 0; what is on no chip has none.
std::optional<noc_coordinate> raw_of(const noc_grid& grid, const door_place& place) {
  noc_coordinate raw;
  constexpr uint64_t most = 64;  // coordinates have 6 bits
  if (place.x >= most || place.y >= most ||
      !grid.place_of(0, static_cast<unsigned>(place.x), static_cast<unsigned>(place.y), raw))
    return std::nullopt;
  return raw;
}

const char* name_of(noc_tile t) {
  switch (t) {
    case noc_tile::tensix: return "a Tensix tile that is not simulated";
    case noc_tile::ethernet: return "an Ethernet tile, which is not simulated";
    case noc_tile::dram: return "a DRAM port";
    case noc_tile::pcie: return "the host's tile, which is not simulated";
    case noc_tile::other: return "a tile that is neither Tensix nor DRAM, and is not simulated";
    case noc_tile::nothing: return "a router alone";
  }
  return "?";
}

}  // namespace

tile_device::tile_device(simulation& sim, const std::vector<std::pair<uint32_t, uint32_t>>& tiles) : simulation_(sim) {
  if (tiles.size() > 1) sim.add_others();
  for (const auto& [x, y] : tiles) tiles_.push_back({sim.tile().grid().tensix(x, y), {x, y}, nullptr});
  begin_to_serve(tiles_.front());
}

void tile_device::begin_to_serve(served_tile& t) {
  tensix_tile& tile = simulation_.tile_at(t.place.first, t.place.second).tile;
  tile.l1_written.push_back([this, &tile](uint32_t address, uint32_t bytes) { l1_written(tile, address, bytes); });
  t.tile = &tile;
}

tensix_tile* tile_device::find_tile(const door_place& place) const {
  const auto raw = raw_of(simulation_.tile().grid(), place);
  for (const served_tile& t : tiles_)
    if (raw && *raw == t.raw) return t.tile;
  return nullptr;
}

tensix_tile& tile_device::tile_at(const door_place& place) {
  const noc_grid& grid = simulation_.tile().grid();
  const auto raw = raw_of(grid, place);
  for (served_tile& t : tiles_) {
    if (!raw || *raw != t.raw) continue;
    if (!t.tile) {
      begin_to_serve(t);
      hold_cores(*t.tile);
    }
    return *t.tile;
  }
  std::string where;
  for (size_t i = 0; i < tiles_.size() && i < 3; ++i)
    where += (i ? ", (" : "(") + std::to_string(tiles_[i].raw.x) + "," + std::to_string(tiles_[i].raw.y) + ")";
  throw std::invalid_argument(std::string("there is ") + (raw ? name_of(grid.tile_at(*raw)) : "no such tile") +
                              (tiles_.size() == 1 ? "; the one whole tile is at " : "; whole tiles are at ") + where +
                              (tiles_.size() > 3 ? ", ..." : "") + " (noc.tile_x, noc.tile_y, --tiles)");
}

tile_device::target tile_device::target_of(const door_place& place, uint64_t address, uint32_t size, bool store) {
  const noc_grid& grid = simulation_.tile().grid();
  const auto raw = raw_of(grid, place);
  if (const auto dram = raw ? grid.dram_at(*raw) : std::nullopt) return {memory::dram, dram->channel, nullptr};
  tensix_tile& tile = tile_at(place);
  const uint64_t l1_bytes = tile.state().l1.size();
  if (address < l1_bytes && size <= l1_bytes - address) return {memory::l1, 0, &tile};
  if (address < l1_bytes) throw std::out_of_range("these bytes go beyond the end of L1, " + hex_text(l1_bytes));
  for (uint64_t at = address; at < address + size; at += 4) {
    if (at % 4 != 0 || size % 4 != 0) throw std::invalid_argument("registers are whole words at multiples of 4");
    const decoded_address d =
        at <= UINT32_MAX ? address_map::decode(accessor_coprocessor, static_cast<uint32_t>(at)) : decoded_address{};
    if (!(store ? d.writable : d.readable))
      throw std::invalid_argument("at " + hex_text(at) + " there is no register that the NoC " + (store ? "writes" : "reads"));
  }
  return {memory::registers, 0, &tile};
}

void tile_device::write(const door_place& place, uint64_t address, const uint8_t* bytes, uint32_t size) {
  const target to = target_of(place, address, size, true);
  switch (to.what) {
    case memory::dram: return simulation_.around()->write_dram(to.channel, address, bytes, size);
    case memory::l1: return move_l1(*to.tile, tlm::TLM_WRITE_COMMAND, address, const_cast<uint8_t*>(bytes), size);
    case memory::registers: break;
  }
  for (uint32_t i = 0; i < size; i += 4)
    to.tile->registers_of_noc().mmio_store(static_cast<uint32_t>(address + i), bytes[i] | bytes[i + 1] << 8 |
                                                                                   bytes[i + 2] << 16 |
                                                                                   static_cast<uint32_t>(bytes[i + 3]) << 24);
}

void tile_device::read(const door_place& place, uint64_t address, uint8_t* bytes, uint32_t size) {
  const target from = target_of(place, address, size, false);
  switch (from.what) {
    case memory::dram: return simulation_.around()->read_dram(from.channel, address, bytes, size);
    case memory::l1: return move_l1(*from.tile, tlm::TLM_READ_COMMAND, address, bytes, size);
    case memory::registers: break;
  }
  for (uint32_t i = 0; i < size; i += 4) {
    const uint32_t value = from.tile->registers_of_noc().mmio_load(static_cast<uint32_t>(address + i));
    for (unsigned b = 0; b < 4; ++b) bytes[i + b] = static_cast<uint8_t>(value >> (8 * b));
  }
}

void tile_device::assert_reset(const door_place& place) {
  noc_mmio_if& registers = tile_at(place).registers_of_noc();
  registers.mmio_store(soft_reset, registers.mmio_load(soft_reset) | all_cores);
}

void tile_device::release_reset(const door_place& place) {
  tile_at(place).registers_of_noc().mmio_store(soft_reset, all_but_b);
}

void tile_device::move_l1(tensix_tile& tile, tlm::tlm_command command, uint64_t address, uint8_t* bytes, uint32_t size) {
  if (size == 0) return;
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(bytes);
  payload.set_data_length(size);
  payload.set_streaming_width(size);
  host_writes_ = command == tlm::TLM_WRITE_COMMAND;
  const unsigned moved = tile.memory().debug(payload);
  host_writes_ = false;
  if (moved != size) throw std::runtime_error("L1 moved " + std::to_string(moved) + " bytes");
}

void tile_device::follow(const door_place& place, uint32_t address) {
  if (const tensix_tile* const tile = find_tile(place)) followed_[{tile, address}] = place;
}

void tile_device::forget(const door_place& place, uint32_t address) {
  if (const auto at = followed_.find({find_tile(place), address}); at != followed_.end() && at->second == place)
    followed_.erase(at);
}

void tile_device::l1_written(tensix_tile& tile, uint32_t address, uint32_t bytes) {
  if (host_writes_ || !word_written) return;
  for (auto at = followed_.lower_bound({&tile, address < 4 ? 0 : address - 3});
       at != followed_.end() && at->first.first == &tile && at->first.second < address + bytes;) {
    const auto [word, place] = *at++;
    tensix_state& state = tile.state();
    state.bring_l1(word.second, 4);
    const uint8_t* const p = state.l1.data() + word.second;
    word_written(place, word.second, p[0] | p[1] << 8 | p[2] << 16 | static_cast<uint32_t>(p[3]) << 24);
  }
}

// Accounts are kept by stretches: of copies, that are closed now.
std::map<std::string, counted_cycles> tile_device::counted() {
  std::map<std::string, counted_cycles> all;
  const auto add = [&](const std::string& name, account copy) {
    copy.report_to(nullptr, "");
    copy.close(now_cycle());
    counted_cycles c{copy.busy_cycles(), {}};
    for (int i = 1; i < static_cast<int>(stall_reason::count); ++i)
      if (const uint64_t n = copy.stall_cycles(static_cast<stall_reason>(i)))
        c.stalled[tensix::name(static_cast<stall_reason>(i))] = n;
    if (c.busy || !c.stalled.empty()) all.emplace(name, std::move(c));
  };
  for (const simulation::whole_tile& t : simulation_.whole_tiles()) {
    const std::string of = simulation_.tile_text(t.tile);
    for (const auto& [name, a] : t.tile.unit_accounts()) add(of + name, *a);
    for (const auto& [name, a] : t.tile.thread_accounts()) add(of + name, *a);
    for (const auto& [name, a] : t.tile.noc_accounts()) add(of + name, *a);
  }
  for (const auto& [name, a] : simulation_.around()->accounts()) add(name, *a);
  return all;
}

}  // namespace tensix
