// Everything that passes the boundary of one unit, as a file (docs/events.md, "One unit"): what was offered to it and what it
// answered, when it was drained, what it asked L1 for; and, in front of each offer, what others had changed of what it sees since
// the one before: registers, banks handed over, blocks of Dst that may be read.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "models/observe/event_tap.h"
#include "platform/tile.h"
#include "testbench/files/text_file.h"

namespace tensix {

inline constexpr const char* unit_record_format = "tensix-tlm-unit";
inline constexpr unsigned unit_record_version = 1;

// The unit of that name, if what it depends on can be recorded. Throws std::invalid_argument: there is none, or why it cannot.
tile_unit recordable_unit(const std::string& name);

// The registers that a record has, as named pieces of bytes: those of which a unit's function may read what others write.
struct register_piece {
  std::string name;
  unsigned index;
  uint8_t* bytes;
  size_t size;
};
std::vector<register_piece> register_pieces(tensix_state& state);

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
  void l1_complete(const l1_completed& t) override;
  void state_changed(cycle_t visible_at) override;

 private:
  tensix_tile& tile_;
  const tile_unit unit_;
  text_file file_;
  std::vector<register_piece> pieces_;
  std::vector<std::vector<uint8_t>> known_;  // of each piece, what the unit has seen
  cycle_t readable_[dst_blocks] = {};
  bool waiting_[thread_count] = {};  // accepted something whose end was not known
  bool own_ = false;                 // the recorded unit is executing
  std::string gave_;
  dst_block_set vector_reads_, vector_writes_;

  void write_changes();
  void write_drained(unsigned thread, cycle_t cycle);
};

}  // namespace tensix
