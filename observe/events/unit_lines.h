// SPDX-License-Identifier: Apache-2.0
// The lines of a record of one unit (docs/records.md) that both sides write: the recorder, and the replay to compare with
// them; and the registers that a record has.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/contracts/issue.h"
#include "models/registers/tensix_state.h"

namespace tensix {

struct config_request;
struct move_job;

std::string hex_of(const uint8_t* bytes, size_t size);
std::string hex_number(uint64_t value);  // in quotes
std::string number(const char* name, uint64_t value);
std::string blocks_of(const char* name, const dst_block_set& set);

// Who is at work for the unit: clients of L1.
bool is_client_of(tile_unit unit, unsigned client);

// What a unit has done beside its answers. `blocks` of Dst; rows of a bank of SrcA (which = 0) or SrcB, a bit each.
std::string wrote_dst(const tensix_state& state, const dst_block_set& blocks, uint64_t cycle);
std::string wrote_src(const tensix_state& state, unsigned which, unsigned bank, uint64_t rows, uint64_t cycle);
std::string semaphore_line(unsigned index, unsigned value, uint64_t cycle);
std::string mutex_line(unsigned index, unsigned owner, uint64_t cycle);
std::string config_line(unsigned bank, unsigned index, uint32_t value, uint64_t cycle);
std::string gprs_line(const tensix_state& state, unsigned thread, unsigned first, unsigned count, uint64_t cycle);
std::string flop_line(const tensix_state& state, unsigned thread, uint32_t word, uint64_t cycle);
std::string served_line(uint64_t request, uint64_t cycle);
std::string config_write_line(const config_request& r, uint64_t cycle);
std::string idle_line(uint64_t cycle);

// Beats of 16 bytes in the packers' output buffer, `datums` of each if that is not empty; bytes of L1 that a unit reads at once.
std::string packed_line(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats,
                        const std::vector<uint16_t>& datums, uint64_t cycle);
// Numbers of as many digits each, in quotes, the first one last (lowest).
std::string hex_numbers(const std::vector<uint16_t>& numbers, unsigned digits);
std::string bytes_line(const tensix_state& state, uint32_t address, uint32_t bytes);

// The 16 bytes of L1 that an instruction of the scalar unit reads or writes, if it does: their address.
std::optional<uint32_t> scalar_access(const tensix_state& state, uint32_t word, unsigned thread);
// What such an instruction has changed, once it is taken; empty: neither L1 nor SrcA nor SrcB.
std::string scalar_wrote(const tensix_state& state, uint32_t word, std::optional<uint32_t> accessed, uint64_t cycle);

// What is asked of the unit; the lines have the answer as well, or it follows.
std::string request_line(const config_request& r, uint64_t cycle);
std::string move_line(const move_job& job, uint64_t cycle);

// The registers that a record has, as named pieces of bytes: those of which a unit's function may read what others write.
struct register_piece {
  std::string name;
  unsigned index;
  uint8_t* bytes;
  size_t size;
};
std::vector<register_piece> register_pieces(tensix_state& state, tile_unit unit);

}  // namespace tensix
