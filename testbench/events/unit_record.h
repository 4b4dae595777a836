// Everything that passes the boundary of one unit, as a file (docs/events.md, "One unit"): what was offered to it and what it
// answered, when it was drained, what it asked L1 for, what it wrote; and, in front of each offer, what others had changed of what
// it sees since the one before: registers, banks handed over, blocks of Dst that may be read.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/observe/event_tap.h"
#include "platform/tile.h"
#include "testbench/files/text_file.h"

namespace tensix {

inline constexpr const char* unit_record_format = "tensix-tlm-unit";
inline constexpr unsigned unit_record_version = 3, oldest_unit_record_version = 2;

// The unit of that name, if what it depends on can be recorded. Throws std::invalid_argument: there is none, or why it cannot.
tile_unit recordable_unit(const std::string& name);

// Who is at work for the unit: clients of L1.
bool is_client_of(tile_unit unit, unsigned client);

// What a unit has done beside its answers, as a line of the record: both sides make it, and compare. `blocks` of Dst; rows of a bank
// of SrcA (which = 0) or SrcB, a bit each.
std::string wrote_dst(const tensix_state& state, const dst_block_set& blocks, uint64_t cycle);
std::string wrote_src(const tensix_state& state, unsigned which, unsigned bank, uint64_t rows, uint64_t cycle);
std::string semaphore_line(unsigned index, unsigned value, uint64_t cycle);
std::string mutex_line(unsigned index, unsigned owner, uint64_t cycle);

// The registers that a record has, as named pieces of bytes: those of which a unit's function may read what others write.
struct register_piece {
  std::string name;
  unsigned index;
  uint8_t* bytes;
  size_t size;
};
std::vector<register_piece> register_pieces(tensix_state& state, tile_unit unit);

class unit_recorder : public event_listener, public gate_listener_if {
 public:
  // Before the run; must outlive it. The file is in its place after finish(). `configuration`: JSON in one line.
  unit_recorder(tensix_tile& tile, tile_unit unit, const std::string& file, const std::string& configuration);
  ~unit_recorder() override;
  void finish(uint64_t cycles);

  void offering(unsigned unit, unsigned thread, uint32_t word, uint64_t cycle) override;
  void answered(unsigned unit, unsigned thread, uint32_t word, uint64_t cycle, bool accepted, unsigned why,
                uint64_t thread_free) override;
  void bank_given(unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override;
  void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) override;
  void src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) override;
  void src_cleared(unsigned which, unsigned bank, uint64_t cycle) override;
  void semaphore_is(unsigned index, unsigned value, uint64_t cycle) override;
  void mutex_given(unsigned index, unsigned owner, uint64_t cycle) override;
  void semaphore_stored(unsigned index, uint32_t value, uint64_t arrives, uint64_t from) override;
  void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) override;
  void l1_complete(const l1_completed& t) override;
  void state_changed(cycle_t visible_at) override;

 private:
  tensix_tile& tile_;
  const tile_unit unit_;
  text_file file_;
  std::vector<register_piece> pieces_;
  std::vector<std::vector<uint8_t>> known_;  // of each piece, what the unit has seen
  std::array<cycle_t, dst_blocks> readable_{};
  cycle_t address_phase_ = 0;
  std::map<uint64_t, std::vector<uint32_t>> beats_;  // of transfers that are not complete: words of L1
  std::vector<uint8_t> l1_;                          // what the unit has been told of L1
  bool waiting_[thread_count] = {};                  // accepted something whose end was not known
  bool own_ = false;                                 // the recorded unit is executing
  std::string gave_;

  bool is(tile_unit unit) const { return unit_ == unit; }
  bool is_unpacker() const { return is(tile_unit::unpacker0) || is(tile_unit::unpacker1); }
  bool at_work() const;
  void did(const std::string& line);
  void look_at_dst();
  void write_changes();
  void write_l1(const l1_completed& t, const std::vector<uint32_t>& words);
  void write_drained(unsigned thread, cycle_t cycle);
};

}  // namespace tensix
