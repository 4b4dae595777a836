// SPDX-License-Identifier: Apache-2.0
// What the packer (or each of four packers) computes: rows of Dst to bytes of L1. Layer 1 (no time).
// Source: ISA documentation, PACR (Blackhole) and Packers/* (Wormhole, for the pipeline's stages).
#pragma once
#include <array>
#include <cstdint>

#include "models/contracts/side_effects.h"
#include "models/formats/pack_formats.h"
#include "models/packer/pack_beats_function.h"
#include "models/packer/packer_words_function.h"
#include "models/registers/prng.h"
#include "models/registers/tdma_registers.h"
#include "models/registers/tensix_state.h"

namespace tensix {

struct register_store {  // of a PACR_SETREG
  bool valid = false;
  uint32_t address = 0, value = 0;
};

struct pack_job {
  uint32_t word = 0;
  uint8_t thread = 0;
  uint8_t rows = 0;             // Dst rows read: read interfaces enabled (or packers started)
  uint32_t datums_in = 0;       // datums read from Dst or L1; a read interface always reads the 16 of its row
  uint8_t dst_datum_bytes = 2;  // 2 or 4: what one datum occupies on the read interface
  bool from_l1 = false;
  pack_beats beats[4];  // that leave each packer; topology read_interfaces uses stream 0 only
  dst_block_set dst_reads;
  bool flush = false;    // Last or Flush
  register_store store;  // goes out behind the beats

  void begin(uint32_t instruction, unsigned of_thread) {
    word = instruction;
    thread = static_cast<uint8_t>(of_thread);
    rows = 0;
    datums_in = 0;
    dst_datum_bytes = 2;
    from_l1 = flush = store.valid = false;
    dst_reads = {};
    for (auto& b : beats)
      if (!b.empty()) b.clear();
  }
};

// What software can ask about a packer (SETDMAREG with signals, TDMA-RISC registers).
struct packer_status {
  uint8_t exponent_histogram[32] = {};  // saturating
  uint8_t max_exponent = 0;
  uint32_t all_zero_flags = 0;  // bit r: compression row r of the tile was all zero
  uint16_t last_tile_size = 0;  // 16-byte units of the last finished tile
  uint8_t last_thread = 0;      // thread whose PACR finished it
  uint16_t accumulated_tile_size[thread_count] = {};
};

class packer_function : public prng_if, public packer_signals_if {
 public:
  explicit packer_function(tensix_state& state) : state_(state) {}

  struct source {
    enum class kind_t : uint8_t { dst, l1, nothing } kind;
    uint8_t adc;
    uint32_t address;  // datum index in Dst, or byte address in L1
    uint32_t datums;
  };
  // What a PACR (or PACR_SETREG) would read with the present configuration and counters.
  struct reading {
    uint32_t word = 0;
    uint8_t thread = 0;
    bool setreg = false;
    uint8_t packers = 1;     // that it starts, a bit each; with read interfaces the one
    uint8_t interfaces = 0;  // read interfaces that take part, a bit each
    uint8_t rows = 0;        // their Dst rows: physical, in order
    uint16_t row[most_read_interfaces];
    source from[4];  // by packer
    dst_block_set blocks;
  };
  reading look(uint32_t word, unsigned thread) const;
  // Dst blocks a PACR would read, so that a module can hold it back for the Dst hazard.
  dst_block_set dst_reads(uint32_t word, unsigned thread) const { return look(word, thread).blocks; }
  // Runs the whole pipeline of a PACR (or PACR_SETREG) except its writes: those to L1 come out as beats, that
  // to a register as `job.store`.
  void execute(const reading& what, pack_job& job);
  void execute(uint32_t word, unsigned thread, pack_job& job) { execute(look(word, thread), job); }
  // Performs beats on L1.
  static void commit(tensix_state& state, const pack_beat& beat) { commit(state, {beat.address, 1, beat.action}, beat.data); }
  static void commit(tensix_state& state, const pack_run& run, const uint8_t* data);
  static void commit(tensix_state& state, const pack_beats& beats);

  const packer_status& status(unsigned packer) const { return packer_[packer & 3].status; }
  void reset_exponent_histograms() override;  // CLREXPHIST
  // TDMA-RISC's write of ACC_PACKED_SIZE: bits 19:16 select packers, bits 15:0 become their l1_dest_addr_offset.
  void reset_accumulated_tile_sizes(uint32_t value);

  // The 128 bits that SETDMAREG's special form selects: InputSource 0..9 (others: zero), WhichPackers. Source 8 resets
  // accumulated tile sizes.
  std::array<uint32_t, 4> signals(unsigned thread, unsigned input, unsigned packers) override;
  // Config word PRNG_SEED was written: for stochastic rounding.
  void seed_prng(uint32_t seed) override { random_.seed(seed); }

  // PACR_SETREG: base addresses and scalers come from TDMA-RISC.
  uint32_t setreg_base[4] = {};
  uint32_t setreg_high_scaler[4] = {};
  coprocessor_bus_if* bus = nullptr;
  void commit(const register_store& store) {
    if (store.valid) bus->store("packer", store.address, store.value);
  }

  // TDMA-RISC's registers about packers (and PACR_SETREG, UNPACR_NOP), by byte offset from its base. False: not such a register
  // (the mover's and the metadata FIFOs' are TDMA-RISC's own; of 0x38 only the part that is not about FIFOs is given).
  bool tdma_load(uint32_t offset, uint32_t& value) const override;
  bool tdma_store(uint32_t offset, uint32_t value) override;
  std::array<unpacker_registers_if*, 2> unpackers{};  // 0x24 sets their bases; 0x1c and 0x3c show their accumulators
  tile_metadata_if* finished_tiles = nullptr;

 private:
  static constexpr uint32_t most_datums = 1u << 14;  // of a PACR: Dst holds no more
  // Bits `first` .. `first + count - 1`.
  static constexpr uint32_t columns(unsigned first, unsigned count) { return ((1u << count) - 1) << first & 0xffff; }

  tensix_state& state_;
  struct stream {  // an output buffer in front of L1
    bool needs_new_address = true;
    uint32_t byte_address = 0;
    uint8_t buffer[16] = {};
    uint8_t fill = 0;
  };
  // A packer's configuration, decoded; stays valid while the words it came from stay the same.
  struct settings {
    packer_words words;
    bool valid = false;
    early_choice early;
    late_choice late;
    data_format in = data_format::fp32, out = data_format::fp32, intermediate = data_format::fp32;
    pack_beat::action_t action = pack_beat::action_t::write;
    bool read_32b = false, block = false, five_bit_exponent = false, shared_exponent = true, compress = false, from_l1 = false;
    bool edge_masks = false, unsigned_integer = false, exponent_stream = false;
    bool threshold_enabled = false, out_fifo = false;
    // Nothing between the early conversion and the output buffer; `raw_exponent` masks the exponent out of Dst's own bits (0:
    // the early conversion changes exponents).
    bool plain = false;
    bool stochastic_early = false, stochastic_block = false;
    uint8_t raw_exponent = 0;
    uint8_t threshold = 0, relu_mode = 0, datum_bits = 16, bytes_in = 2;
    uint16_t relu_threshold = 0, downsample = 0xffff;
    uint32_t x_mask = 7;
    int8_t l1_shift = 0;  // integers from L1: left (right if negative)
  };
  struct packer_state {
    stream data, exponents, row_starts;
    uint8_t tile_x = 0, tile_y = 0, tile_z = 0;  // tile position generator
    uint8_t group_fill = 0;                      // datums waiting for the shared exponent of their block of 16
    uint16_t group[16] = {};
    uint8_t row_fill = 0;  // datums of the tile so far, modulo 16
    // Zero compression: the datum whose run of zeroes is still growing, the counters of the 32 datums under way, the tile's
    // index.
    struct {
      uint32_t datum = 0;
      uint8_t zeroes = 0, in_group = 0;
      bool pending = false, row_open = false, row_zero = true;
      uint16_t index = 0;
      uint16_t rows = 0;
      uint8_t counters[16] = {};
    } run;
    uint32_t tile_beats = 0;
    uint16_t l1_dest_addr_offset = 0;
    uint8_t context = 0;  // PACR's CfgContext, whose address in L1 it is
    settings set;
    packer_status status;
  } packer_[4];

  // Lanes of one row; which member counts is what `pack_lane` says.
  union row_lanes {
    alignas(64) uint32_t words[row_datums];
    uint16_t half[row_datums];
  };

  const settings& resolve(unsigned packer, const uint32_t* bank, uint32_t word, unsigned thread);
  void decode(unsigned packer, settings& s, uint32_t word, unsigned thread);
  source find_source(unsigned packer, const uint32_t* bank, uint32_t word, unsigned thread) const;
  uint32_t interface_mask(const uint32_t* bank, uint32_t word) const;
  unsigned physical_row(const uint32_t* bank, bool read_32b, unsigned row) const;
  void set_addresses(unsigned packer, const settings& s, const uint32_t* bank, unsigned adc);
  void advance_counters(uint32_t word, unsigned thread, const bool* used);
  void check_fields(uint32_t word, unsigned thread);
  void use_context(uint32_t word, unsigned thread);
  void check_packers(const reading& what);  // of independent ones

  inline void pack_datums(unsigned packer, const settings& s, const uint32_t* bank, const reading& what, pack_job& job);
  void end_tile(unsigned packer, const settings& s, const uint32_t* bank, unsigned thread);
  void pack_rows_of_interfaces(const settings& s, const uint32_t* bank, const reading& what, pack_job& job);
  void pack_datums_of_packer(unsigned packer, const settings& s, const uint32_t* bank, const source& from, pack_job& job);
  // Says of the beats without a date when they were complete: their `count` datums came behind `before` others.
  void date_beats(unsigned packer, const settings& s, unsigned filled, unsigned before, unsigned count, pack_job& job);
  void pack_datums_of_l1(const settings& s, const source& from, pack_job& job);
  // One physical row (or part of one): columns first .. first + count - 1, at tile row (y, z); `select` bit c: column c is kept.
  void pack_row(unsigned packer, const settings& s, const uint32_t* bank, unsigned physical, unsigned first, unsigned count,
                uint32_t select, unsigned y, unsigned z, pack_job& job);
  // Whole rows, as many as there are read interfaces at most, by physical row, of a plain configuration.
  void pack_plain_rows(unsigned packer, const settings& s, const uint16_t* physical, unsigned rows, pack_job& job);
  bool keeps_all_edges(unsigned packer, const settings& s, const uint32_t* bank) const;
  bool counts_exponents() const;
  void finish_lanes(unsigned packer, const settings& s, row_lanes& lanes, uint32_t select, pack_job& job);
  void mask_edges(unsigned packer, const settings& s, const uint32_t* bank, unsigned y, unsigned z, row_lanes& lanes);
  void count_exponents(packer_status& status, pack_lane lane, const row_lanes& lanes, uint32_t select);
  unsigned descale_shift(unsigned packer, const uint32_t* bank, unsigned z) const;

  void append_datums(unsigned packer, const settings& s, const uint8_t* datums, unsigned count, pack_job& job);
  void append_block(unsigned packer, const settings& s, const uint16_t* datums, pack_job& job);
  void append(unsigned packer, stream& to, const uint8_t* bytes, unsigned count, pack_beat::action_t action, pack_job& job);
  void compress(unsigned packer, const settings& s, uint32_t datum, pack_job& job);
  void emit_augmented(unsigned packer, const settings& s, uint32_t datum, unsigned zeroes, pack_job& job);
  void end_compressed_row(unsigned packer, const settings& s, pack_job& job);
  void emit_row_start(unsigned packer, pack_job& job);
  void flush(unsigned packer, const settings& s, pack_job& job);
  void set_register(uint32_t word, unsigned thread, pack_job& job);
  void pad_to_row(unsigned packer, const settings& s, unsigned filled, pack_job& job);
  const uint32_t* random_lanes();
  uint32_t tile_size(unsigned packer, unsigned thread) const;

  bool pad_rows_ = false;     // RowPadZero of the PACR under way
  uint32_t setreg_data_ = 0;  // PACR_SETREG's own 32 bits (Blackhole)
  random_words random_;
  uint32_t random_lanes_[row_datums] = {};
  uint32_t tdma_pack_bases_ = 0, tdma_unpack_bases_ = 0, tdma_scaler3_ = 0;
};

}  // namespace tensix
