// SPDX-License-Identifier: Apache-2.0
// What leaves a packer: aligned 16-byte writes ("beats"), kept as runs that follow each other in L1. Layer 1.
#pragma once
#include <boost/container/small_vector.hpp>
#include <boost/container/vector.hpp>
#include <cstdint>
#include <cstring>

namespace tensix {

inline constexpr uint32_t pack_beat_bytes = 16;

struct pack_beat {
  enum class action_t : uint8_t { write, add_fp32, add_fp16, add_bf16, add_int32, add_int8 };
  uint32_t address = 0;  // byte address in L1, multiple of 16
  uint16_t datums = 0;   // that its independent packer had read when it was complete; 0: known to be complete at the end only
  action_t action = action_t::write;
  uint8_t data[pack_beat_bytes] = {};
};

// `beats` beats from `address` on.
struct pack_run {
  uint32_t address;
  uint32_t beats;
  pack_beat::action_t action;
  uint32_t end() const { return address + pack_beat_bytes * beats; }
  bool goes_on_with(const pack_run& next) const { return next.address == end() && next.action == action; }
};

// Of a PACR, from when it is taken: it reads for so many cycles, `bits` bits a datum; its late conversion begins after so many, and
// takes `widening` cycles for each of the read; the next PACR may be taken after so many.
struct pack_timing {
  uint32_t read_cycles, bits, converts_after, widening, next_after;
  uint32_t converted(uint32_t cycles) const { return converts_after + cycles * widening; }  // what is read in so many cycles
};

// The beats of one PACR, in order; as a container of pack_beat one by one.
class pack_beats {
 public:
  size_t size() const { return data_.size() / pack_beat_bytes; }
  bool empty() const { return data_.empty(); }
  void clear() {
    data_.clear();
    runs_.clear();
    datums_.clear();
  }
  // Appends a run and returns where its bytes belong.
  uint8_t* add(const pack_run& run) {
    if (!runs_.empty() && runs_.back().goes_on_with(run)) {
      runs_.back().beats += run.beats;
    } else {
      pack_run& r = runs_.emplace_back();  // `run` has just been written, field by field: read whole it would be waited for
      r.address = run.address, r.beats = run.beats, r.action = run.action;
    }
    const size_t before = data_.size();
    data_.resize(before + pack_beat_bytes * run.beats, boost::container::default_init);
    return data_.data() + before;
  }
  // The next beat that has no date was complete with that many datums. All but the last beats of a PACR may have one.
  void date(uint16_t datums) { datums_.push_back(datums); }
  size_t dated() const { return datums_.size(); }
  uint16_t datums(size_t i) const { return i < datums_.size() ? datums_[i] : uint16_t{0}; }
  // In parts, each of beats that are converted in the same cycle: each(beats, cycles since the PACR was taken). The last part, which
  // may have no beat, is converted with the end of the PACR; `bits_a_cycle` are read.
  template <class Each>
  void for_each_part(const pack_timing& timing, uint32_t bits_a_cycle, Each&& each) const {
    const auto read = [&](size_t beat) { return (datums_[beat] * timing.bits + bits_a_cycle - 1) / bits_a_cycle; };
    size_t done = 0;
    while (done < dated()) {
      const uint32_t cycles = read(done);
      if (cycles >= timing.read_cycles) break;
      size_t next = done + 1;
      while (next < dated() && read(next) == cycles) ++next;
      each(static_cast<uint32_t>(next - done), timing.converted(cycles));
      done = next;
    }
    each(static_cast<uint32_t>(size() - done), timing.converted(timing.read_cycles));
  }

  const uint8_t* data() const { return data_.data(); }
  const auto& runs() const { return runs_; }

  pack_beat operator[](size_t i) const {
    pack_beat b;
    size_t in_run = i;
    for (const pack_run& r : runs_) {
      if (in_run < r.beats) {
        b.address = r.address + pack_beat_bytes * static_cast<uint32_t>(in_run);
        b.action = r.action;
        break;
      }
      in_run -= r.beats;
    }
    b.datums = datums(i);
    std::memcpy(b.data, data_.data() + pack_beat_bytes * i, sizeof b.data);
    return b;
  }
  struct iterator {
    const pack_beats& all;
    size_t at;
    pack_beat operator*() const { return all[at]; }
    iterator& operator++() { return ++at, *this; }
    bool operator!=(const iterator& other) const { return at != other.at; }
  };
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, size()}; }

 private:
  boost::container::small_vector<uint8_t, 16 * pack_beat_bytes> data_;
  boost::container::small_vector<pack_run, 4> runs_;
  boost::container::small_vector<uint16_t, 16> datums_;  // of the first beats
};

}  // namespace tensix
