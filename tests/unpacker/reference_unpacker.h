// SPDX-License-Identifier: Apache-2.0
// A second, slow unpacker for the tests: one datum at a time, fractional addresses, one struct of plain settings.
#pragma once
#include <cmath>
#include <cstdint>

#include "models/formats/unpack_formats.h"
#include "models/registers/tensix_state.h"

namespace reference {

using tensix::data_format;

struct settings {
  unsigned which = 0, thread = 0;
  // Instruction
  bool multi = true, use_counter = false, row_search = false, flip = false, all_zero = false;
  unsigned context_number = 0, context_adc = 0, inc[4] = {};  // inc: ch0 z, ch0 y, ch1 z, ch1 y
  // Descriptor
  data_format in = data_format::bf16, out = data_format::bf16;
  bool uncompressed = true, no_exponents = false;
  unsigned blobs = 0, x_dim = 16, y_dim = 1, z_dim = 1, w_dim = 1, digest = 0;
  uint32_t blobs_start = 0, context_blobs_start[2] = {};
  // Section
  bool override_formats = false, tilize = false, transpose = false, to_dst = false, interleave = false, force_exponent = false;
  bool row_update = false, e4m3 = false, int8_unsigned = false, add_dest = false, set_ovrd = true;
  unsigned shift[4] = {}, upsample_rate = 0, throttle = 2, context_count = 0, forced_exponent = 0;
  bool context_uncompressed[8] = {}, context_to_dst[8] = {};
  data_format context_in[8] = {}, context_out[8] = {};
  uint32_t base[8] = {}, offset[4] = {}, context_x_dim[4] = {}, dest[4] = {};
  uint32_t limit = 0, fifo = 0;
  uint32_t out_base = 0, y_stride = 0, z_stride = 0, w_stride = 0;
  unsigned context_offset = 0, set_base = 0, state_id = 0;
  bool remap = false, swizzle = false;

  void write_to(tensix::tensix_state& state) const;
  uint32_t word() const;
};

// What an UNPACR must do to `state`, given the unpacker's context counters.
void unpack(const settings& c, tensix::tensix_state& state, unsigned (&counter)[3]);

}  // namespace reference
