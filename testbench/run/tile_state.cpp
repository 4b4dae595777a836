// SPDX-License-Identifier: Apache-2.0
#include "testbench/run/tile_state.h"

#include "models/contracts/semaphore_losses.h"

namespace tensix {
namespace {

const char* owner(src_client c) { return c == src_client::unpackers ? "the unpackers'" : "the matrix unit's"; }

std::string banks_of(const char* name, const src_register& src, const src_hand_over& hand_over, unsigned which) {
  bool fresh = src.unpack_bank == 0 && src.matrix_bank == 0;
  for (unsigned b = 0; b < src.banks; ++b)
    fresh &= !src.bank[b].filled_rows && src.bank[b].allowed_client == src_client::unpackers;
  if (fresh) return "";
  std::string text = name;
  for (unsigned b = 0; b < src.banks; ++b) {
    const src_bank& bank = src.bank[b];
    text += std::string(b ? ", bank " : ": bank ") + std::to_string(b) + " is " + owner(bank.allowed_client) +
            (bank.allowed_client == src_client::matrix_unit ? " (valid" : " (");
    if (bank.allowed_client == src_client::matrix_unit) text += ", ";
    text += std::to_string(__builtin_popcountll(bank.filled_rows)) + " rows written since cycle " +
            std::to_string(hand_over.owned_since(which, b)) + ")";
  }
  return text + "; the unpackers use bank " + std::to_string(src.unpack_bank) + ", the matrix unit bank " +
         std::to_string(src.matrix_bank) + "\n";
}

}  // namespace

std::string state_text(tensix_tile& tile, const std::function<std::string(unsigned core, uint32_t pc)>& place) {
  const tensix_state& state = tile.state();
  std::string text;
  for (unsigned t = 0; t < thread_count; ++t) text += tile.thread(t).contents([&](uint32_t pc) { return place(t, pc); });
  std::string list;
  for (unsigned s = 0; s < semaphore_count; ++s)
    if (state.sem[s].value || state.sem[s].max)
      list += (list.empty() ? "" : ", ") + std::to_string(s) + " is " + std::to_string(state.sem[s].value) + " of at most " +
              std::to_string(state.sem[s].max);
  if (!list.empty()) text += "semaphores: " + list + "\n";
  if (const auto* sync = dynamic_cast<const semaphore_losses_if*>(&tile.unit(tile_unit::sync_unit)))
    text += sync->semaphore_losses();
  list.clear();
  for (unsigned m = 0; m < mutex_count; ++m)
    if (state.mutex_owner[m])
      list += (list.empty() ? "" : ", ") + std::to_string(m) + " is T" + std::to_string(state.mutex_owner[m] - 1) + "'s";
  if (!list.empty()) text += "mutexes: " + list + "\n";
  return text + banks_of("SrcA", state.srca, tile.context().hand_over, 0) +
         banks_of("SrcB", state.srcb, tile.context().hand_over, 1);
}

}  // namespace tensix
