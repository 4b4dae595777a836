// SPDX-License-Identifier: Apache-2.0
#include "models/mover/mover_function.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "models/isa/isa.h"
#include "models/memory/address_map.h"
#include "support/text/hex_text.h"

namespace tensix {

namespace {
constexpr uint32_t region_bytes = 0x10000;  // of each of the two register regions
bool in_config(uint32_t destination) { return destination < region_bytes; }
bool in_instruction_ram(uint32_t destination) {
  return destination >= instruction_ram_first && destination < instruction_ram_first + region_bytes;
}
}  // namespace

void mover_function::undefined(const move_job& job, const std::string& text) const {
  state_.diagnose.undefined("mover", job.thread, job.thread < 0 ? 0 : job.word, text);
}

move_job mover_function::from_fields(uint32_t destination, uint32_t source, uint32_t count, uint32_t mode) {
  move_job job;
  job.destination = destination << 4;
  job.source = source << 4;
  job.bytes = (count & 0xffff) << 4;
  job.mode = static_cast<move_mode>(mode & 3);
  return job;
}

move_job mover_function::from_xmov(uint32_t word, unsigned thread) const {
  const uint32_t* bank = state_.bank(thread);
  const bool second = insn::XMOV::mov_block_selection(word);
  move_job job = second ? from_fields(cfg::THCON_SEC1_REG6_Destination_address(bank), cfg::THCON_SEC1_REG6_Source_address(bank),
                                      cfg::THCON_SEC1_REG6_Buffer_size(bank), cfg::THCON_SEC1_REG6_Transfer_direction(bank))
                        : from_fields(cfg::THCON_SEC0_REG6_Destination_address(bank), cfg::THCON_SEC0_REG6_Source_address(bank),
                                      cfg::THCON_SEC0_REG6_Buffer_size(bank), cfg::THCON_SEC0_REG6_Transfer_direction(bank));
  job.thread = static_cast<int8_t>(thread);
  job.word = word;
  if (second)
    undefined(job, "XMOV with mov_block_selection 1 is not documented; its parameters are taken from THCON_SEC1_REG6");
  return job;
}

void mover_function::check(move_job& job) const {
  const auto l1_bytes = static_cast<uint32_t>(state_.l1.size());
  const auto inside = [&](const char* what, uint32_t address) {
    const uint32_t room = address < l1_bytes ? l1_bytes - address : 0;
    if (address < l1_bytes && job.bytes <= room) return;
    undefined(job, std::string(what) + " " + std::to_string(job.bytes) + " bytes at address " + hex_text(address) +
                       ", outside L1 of " + std::to_string(l1_bytes) + " bytes");
    job.bytes = std::min(job.bytes, room & ~(move_unit_bytes - 1));
  };
  if (job.writes_l1()) {
    inside("writes", job.destination);
  } else if (in_config(job.destination) || in_instruction_ram(job.destination)) {
    const uint32_t room = region_bytes - job.destination % region_bytes;
    if (job.bytes > room) {
      undefined(job, "writes " + std::to_string(job.bytes) + " bytes at " + std::to_string(job.destination) +
                         ", beyond the end of its register region");
      job.bytes = room;
    }
  }
  if (job.reads_l1()) inside("reads", job.source);
}

mover_function::target mover_function::target_of(const move_job& job, uint32_t unit) const {
  using kind_t = target::kind_t;
  const uint32_t destination = job.destination + unit * move_unit_bytes;
  if (in_instruction_ram(job.destination)) return {kind_t::instruction_ram, 0, destination - instruction_ram_first};
  if (!in_config(job.destination)) return {};
  const uint32_t address = address_map::config_base + destination;
  const decoded_address d = address_map::decode(accessor_brisc, address);
  if (d.region == address_region::config) return {kind_t::config, d.index, d.item};
  if (d.region == address_region::config_dual) return {kind_t::config_both_banks, 0, d.item};
  undefined(job, "writes to " + address_map::describe(accessor_brisc, address) + ", which cannot be written");
  return {};
}

void mover_function::read(const move_job& job, uint32_t unit, uint32_t (&words)[4]) const {
  if (job.reads_l1()) std::memcpy(words, &state_.l1[job.source + unit * move_unit_bytes], sizeof words);
  else std::memset(words, 0, sizeof words);
}

void mover_function::move(const move_job& job, uint32_t first, uint32_t count) const {
  if (job.writes_l1()) {
    uint8_t* const to = state_.l1.data() + job.destination + first * move_unit_bytes;
    if (job.reads_l1()) std::memmove(to, state_.l1.data() + job.source + first * move_unit_bytes, count * move_unit_bytes);
    else std::memset(to, 0, count * move_unit_bytes);
    return;
  }
  for (uint32_t unit = first; unit < first + count; ++unit) {
    uint32_t words[4];
    read(job, unit, words);
    const target t = target_of(job, unit);
    if (t.kind == target::kind_t::nowhere || t.kind == target::kind_t::instruction_ram) continue;
    const unsigned last_bank = t.kind == target::kind_t::config_both_banks ? 1 : t.bank;
    for (unsigned bank = t.bank; bank <= last_bank; ++bank)
      for (unsigned i = 0; i < 4; ++i) {
        if (config) config->write_config(bank, t.index + i, words[i]);
        else state_.config.write(bank, t.index + i, words[i]);
      }
  }
}

void mover_function::execute(move_job job) const {
  check(job);
  constexpr uint32_t group = 8;  // reads before their writes: as the mover itself, should source and destination overlap
  for (uint32_t unit = 0; unit < job.units(); unit += group) move(job, unit, std::min(group, job.units() - unit));
}

}  // namespace tensix
