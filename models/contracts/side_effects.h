// What a unit is asked for by others beyond registers and L1: state that stands inside it. The functions of models/ answer; a
// unit of one's own that keeps such state itself takes their place in tensix_functions::answer. Layer 1.
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

// What the configuration and TDMA-RISC change or read inside an unpacker.
class unpacker_registers_if {
 public:
  virtual ~unpacker_registers_if() = default;
  virtual void reset_context_counter(unsigned thread) = 0;  // UNPACK_MISC_CFG CntReset
  virtual void set_register_address(uint32_t value) = 0;    // base of UNPACR_NOP's register writes
  virtual uint32_t register_write_accumulator() const = 0;  // 17 bits
};

// Everything the coprocessor reaches by an address: the NoC overlay, data RAMs, tile control.
class coprocessor_bus_if {
 public:
  virtual ~coprocessor_bus_if() = default;
  virtual uint32_t load(uint32_t address) = 0;
  virtual void store(uint32_t address, uint32_t value) = 0;
  virtual uint32_t stream_register(unsigned stream, unsigned reg) = 0;  // of the NoC overlay, for STREAMWRCFG
};

}  // namespace tensix
