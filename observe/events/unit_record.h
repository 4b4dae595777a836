// SPDX-License-Identifier: Apache-2.0
// Everything that passes the boundary of one unit, as a file (docs/records.md): what was offered to it and what it
// answered, when it was drained, what it asked L1 for, what it wrote; and, in front of each offer, what others had changed of what
// it sees since the one before: registers, banks handed over, blocks of Dst that may be read.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/observe/observer.h"
#include "observe/events/unit_lines.h"
#include "observe/events/unit_links.h"
#include "platform/tile.h"
#include "support/files/text_file.h"

namespace tensix {

inline constexpr const char* unit_record_format = "tensix-tlm-unit";
inline constexpr unsigned unit_record_version = 6, oldest_unit_record_version = 2;

// The unit of that name. Throws std::invalid_argument: there is none.
tile_unit recordable_unit(const std::string& name);

class unit_recorder : public observer, public gate_listener_if {
 public:
  // Before the run; must outlive it. The file is in its place after finish(). `configuration`: JSON in one line.
  unit_recorder(tensix_tile& tile, tile_unit unit, const std::string& file, const std::string& configuration);
  ~unit_recorder() override;
  void finish(uint64_t cycles);

  l1_wishes wishes() const override { return {false, true}; }
  void offering(const gate_event& e) override;
  void issued(const gate_event& e, uint64_t thread_free) override;
  void refused(const gate_event& e, stall_reason why) override;
  void handed_over(const char* by, unsigned which, unsigned bank, unsigned owner, uint64_t given, uint64_t from) override;
  void dst_used(dst_accessor by, const dst_block_set& reads, const dst_block_set& writes, uint64_t cycle) override;
  void src_written(unsigned which, unsigned bank, uint64_t rows, uint64_t cycle) override;
  void src_cleared(unsigned which, unsigned bank, uint64_t cycle) override;
  void semaphore_is(unsigned index, unsigned value, uint64_t cycle) override;
  void mutex_given(unsigned index, unsigned owner, uint64_t cycle) override;
  void semaphore_stored(unsigned index, uint32_t value, uint64_t arrives, uint64_t from) override;
  void packed(unsigned packer, uint32_t address, unsigned action, const uint8_t* data, uint32_t beats, uint64_t cycle) override;
  void l1_beat(uint64_t transfer, uint32_t beat, uint32_t word, unsigned port, uint64_t cycle) override;
  void l1_complete(const l1_completed& t) override;
  void config_written(unsigned bank, unsigned index, uint32_t value, uint64_t cycle) override;
  void config_requested(const config_request& r) override;
  void config_served(uint64_t cycle) override;
  void overlay_loaded(uint64_t arrives, uint64_t served) override;
  void move_started(const move_job& job, uint64_t cycle) override;
  void registers_used(unsigned unit, uint64_t cycle) override;
  void l1_read(unsigned unit, uint32_t address, uint32_t bytes, uint64_t cycle) override;
  void gprs_written(unsigned unit, unsigned thread, unsigned first, unsigned count, uint64_t cycle) override;
  void flop_written(unsigned thread, uint32_t word, uint64_t cycle) override;
  void state_changed(cycle_t visible_at) override;

 private:
  static constexpr uint32_t l1_line = 16;
  tensix_tile& tile_;
  const tile_unit unit_;
  text_file file_;
  std::vector<register_piece> pieces_;
  std::vector<std::vector<uint8_t>> known_;  // of each piece, what the unit has seen
  std::array<cycle_t, dst_blocks> readable_{};
  cycle_t address_phase_ = 0;
  std::map<uint64_t, std::vector<uint32_t>> beats_;  // of transfers that are not complete: words of L1
  std::vector<uint8_t> l1_;                          // what the record has of L1
  bool waiting_[thread_count] = {};                  // accepted something whose end was not known
  bool own_ = false;                                 // the recorded unit is executing
  std::optional<unsigned> rows_of_;                  // the bank that the recorded unpacker is about to write
  bool writes_dst_ = false;                          // its configuration has sent something there, or may have
  cycle_t wrote_ = never;                            // its last write
  std::string offer_, gave_;                         // the line without its answer; what follows behind it
  std::optional<uint32_t> accessed_;                 // of L1, by the instruction that is offered to the scalar unit
  uint64_t served_ = 0;
  std::array<uint32_t, packer_count> beats_told_{};  // of the PACR that is offered
  struct mover_link;
  exchanged_links links_;

  bool is(tile_unit unit) const { return unit_ == unit; }
  bool is_unpacker() const { return is(tile_unit::unpacker0) || is(tile_unit::unpacker1); }
  bool sees_dst() const {
    return is(tile_unit::matrix_unit) || is(tile_unit::vector_unit) || is(tile_unit::packers) || is(tile_unit::misc_unit);
  }
  bool has_random_numbers() const { return is(tile_unit::matrix_unit) || is(tile_unit::vector_unit) || is(tile_unit::packers); }
  bool sees_banks() const { return sees_dst() || is_unpacker() || is(tile_unit::scalar_unit); }
  bool at_work() const;
  void connect_links();
  void write_answer(const std::string& answer);
  void did(const std::string& line);
  void look_at_dst();
  void look_at_registers();
  void wrote_rows(unsigned bank);
  enum class row_t : uint8_t { none, used, unused };
  row_t row_of(const register_piece& p) const;
  bool write_changes(bool rows_alone = false);  // whether registers have changed
  bool write_words(const char* kind, const uint8_t* l1, uint32_t address, uint32_t bytes);
  bool write_bytes(uint32_t address, uint32_t bytes);
  void write_what_is_packed(uint32_t word, unsigned thread);
  std::string packers_offer(uint32_t word, unsigned thread);
  std::string packers_job() const;
  void write_drained(unsigned thread, cycle_t cycle);
};

}  // namespace tensix
