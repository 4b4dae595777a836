// The registers of a network interface (NIU): four request initiators, identity, configuration, counters; what a command means.
// Layer 1: no time. Who has time tells each step of a packet (`happened`), and counters change exactly then.
// Source: ISA documentation, NoC/MemoryMap, NoC/Counters (Blackhole).
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "models/noc/noc_packet.h"
#include "models/observe/diagnostics.h"

namespace tensix {

// Where a NIU stands, and what ARC's firmware has told it before programs begin.
struct noc_identity {
  uint8_t noc = 0;
  noc_coordinate place;                 // raw
  noc_coordinate translated;            // its own, as programs see it; without translation as raw of this NoC
  bool translation = true;
  uint8_t columns = 17, rows = 12;
};

// From what stands in TARG_HI and RET_HI to a place. Without translation coordinates are raw of this NoC.
class noc_translation_if {
 public:
  virtual ~noc_translation_if() = default;
  // False: there is nothing at (x, y).
  virtual bool place_of(unsigned noc, unsigned x, unsigned y, noc_coordinate& place) const = 0;
};

// A command as it was when 1 was written to CMD_CTRL: the packets of it, in order.
struct noc_command {
  uint8_t initiator = 0;
  std::vector<noc_packet> packets;  // of a write without its data: they lie in L1 from `source` on
  std::vector<uint64_t> source;     // of each packet: local address of the data of a write that is not inline
};

// Steps of a packet, as far as counters know them.
enum class noc_step : uint8_t {
  channel_given,    // of a request: first-hop virtual channel (CMD_ACCEPTED, *_STARTED; inline writes: sent)
  leaves,           // of a request: the packet goes out (RD_REQ_SENT, atomics sent, write requests and words sent)
  source_read,      // of a write: its data have been read out of L1 (WRITE_REQS_OUTGOING)
  answered,         // at the initiator: the answer has come and its data are in their place
  arrived,          // at the target: first flit (REQ_ACCEPTED, SLV_*_RECEIVED/STARTED)
  received,         // at the target: last flit of a write
  served            // at the target: done in memory, the answer goes out (slave counters 48-51)
};

class noc_registers {
 public:
  static constexpr unsigned initiators = 4;
  static constexpr uint32_t initiator_stride = 0x800, command_control = 0x40;

  noc_registers(const noc_identity& identity, const noc_translation_if& translation, diagnostics& diagnose);

  const noc_identity& identity() const { return identity_; }

  // Loads and stores of words, by byte offset in the NIU's 64 KiB; `who` stands in diagnoses. An offset without a register, and
  // what cannot be done to it, is diagnosed by name.
  uint32_t load(const char* who, uint32_t offset) const;
  // True: it was a 1 to CMD_CTRL, and there is a command to `take`: outstanding counts have grown, coordinates are translated in
  // their registers, CMD_CTRL reads 1 until `accepted`. A command that means nothing is diagnosed and is none.
  bool store(const char* who, uint32_t offset, uint32_t value);
  noc_command take();
  // Of a command longer than a packet: LEN, TARG and RET move on behind each packet.
  void packet_begins(const noc_command& command, size_t packet);
  void accepted(unsigned initiator);  // the last packet has its channel: CMD_CTRL reads 0

  void happened(noc_step step, const noc_packet& packet);

  uint32_t counter(unsigned index) const;  // 0..63: the word at 0x200 + 4 x index

  // The name of the register at an offset ("TARG_ADDR_LO of initiator 1", "NIU_MST_RD_RESP_RECEIVED"); nullptr-like "" if none.
  static std::string name(uint32_t offset);

 private:
  noc_identity identity_;
  const noc_translation_if& translation_;
  diagnostics& diagnose_;
};

// What an atomic does to the 16 bytes at its address rounded down: the word at the address before it. What is not known is diagnosed.
uint32_t noc_atomic(const noc_packet& request, uint8_t* line, diagnostics& diagnose, const char* who);

}  // namespace tensix
