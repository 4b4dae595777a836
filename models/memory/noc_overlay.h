// NoC overlay: registers of 64 streams, as far as the coprocessor sees them (STREAMWAIT, STREAMWRCFG, RISC-V loads and stores).
// A testbench reads and writes them; nothing moves by itself. Source: ISA documentation, NoC/Overlay.
#pragma once
#include <cstdint>
#include <vector>

namespace tensix {

class noc_overlay {
 public:
  static constexpr unsigned streams = 64, registers = 1024;
  static constexpr unsigned current_phase_register = 29, messages_received_register = 259,
                            message_data_clear_register =
                                266;  // STREAM_CURR_PHASE, STREAM_NUM_MSGS_RECEIVED, STREAM_MSG_DATA_CLEAR

  noc_overlay() : words_(streams * registers, 0) {}
  uint32_t read(unsigned stream, unsigned reg) const { return words_[index(stream, reg)]; }
  void write(unsigned stream, unsigned reg, uint32_t value) { words_[index(stream, reg)] = value; }

 private:
  std::vector<uint32_t> words_;
  static size_t index(unsigned stream, unsigned reg) { return size_t{stream % streams} * registers + reg % registers; }
};

}  // namespace tensix
