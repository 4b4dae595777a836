// SPDX-License-Identifier: Apache-2.0
// What units do to one another beyond registers and L1, by interfaces for the state that stands inside each. The functions of
// models/ implement them and are connected in models/coprocessor; a unit of one's own that keeps such state itself takes their
// place there (tensix_functions::packers_are and the like). A function's pointer that is null means: there is no such unit; what
// needs it is reported. Layer 1.
#pragma once
#include <array>
#include <cstdint>

namespace tensix {

// Has a random number generator: a write of PRNG_SEED seeds it.
class prng_if {
 public:
  virtual ~prng_if() = default;
  virtual void seed_prng(uint32_t seed) = 0;
};

// What software may ask about the packers.
class packer_signals_if {
 public:
  virtual ~packer_signals_if() = default;
  // SETDMAREG with signals: four words of the `input` source, for the packers of the mask.
  virtual std::array<uint32_t, 4> signals(unsigned thread, unsigned input, unsigned packers) = 0;
  virtual void reset_exponent_histograms() = 0;  // CLREXPHIST
  // Registers of the packers and of PACR_SETREG, byte offsets of TDMA-RISC. False: there is no such register.
  virtual bool tdma_load(uint32_t offset, uint32_t& value) const = 0;
  virtual bool tdma_store(uint32_t offset, uint32_t value) = 0;
};

// Where a packer reports that a tile has ended (PACR with Last) with Enable_out_fifo set; size in 16-byte units.
class tile_metadata_if {
 public:
  virtual ~tile_metadata_if() = default;
  virtual void push_tile(unsigned packer, uint32_t tile_size, uint32_t all_zero_flags) = 0;
};

// A 32-bit write to Config with its side effects.
class config_writes_if {
 public:
  virtual ~config_writes_if() = default;
  virtual void write_config(unsigned bank, unsigned word, uint32_t value) = 0;
};

// What the configuration and TDMA-RISC change or read inside an unpacker.
class unpacker_registers_if {
 public:
  virtual ~unpacker_registers_if() = default;
  virtual void reset_context_counter(unsigned thread) = 0;  // UNPACK_MISC_CFG CntReset
  virtual void set_register_address(uint32_t value) = 0;    // base of UNPACR_NOP's register writes
  virtual uint32_t register_write_accumulator() const = 0;  // 17 bits
};

// Everything the coprocessor reaches by an address 0xFFB00000 + offset: the NoC overlay, data RAMs, tile control. `unit`: that
// accesses it, as diagnoses name it.
class coprocessor_bus_if {
 public:
  virtual ~coprocessor_bus_if() = default;
  virtual uint32_t load(const char* unit, uint32_t address) = 0;
  virtual void store(const char* unit, uint32_t address, uint32_t value) = 0;
  virtual uint32_t stream_register(unsigned stream, unsigned reg) = 0;  // of the NoC overlay, for STREAMWRCFG
};

}  // namespace tensix
