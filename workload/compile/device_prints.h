// SPDX-License-Identifier: Apache-2.0
// What a compiled kernel prints by DPRINT (--dprint): its cores leave records in rings in L1 (tensix/print_record.h), which are emptied
// like circular buffers. Here they become lines of text. No SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "workload/compile/device_layout.h"
#include "workload/compile/program_layout.h"
#include "workload/kernels/circular_buffer_function.h"

namespace tensix {

// Where prints come from, and the buffers whose tiles may be among them.
struct print_source {
  struct buffer {
    uint32_t address, bytes;
    tile_format format;
  };
  uint32_t rings, counters, end;  // of L1 that texts may be in
  std::vector<buffer> buffers;
};
print_source print_source_of(const device_kernel& kernel, const device_layout& layout);
print_source print_source_of(const tile_program& program, const program_layout& layout);

class device_prints {
 public:
  // `place`: of an instruction of a core, as "my.cpp:12".
  using place_function = std::function<std::string(unsigned core, uint32_t pc)>;
  // `where`: in front of each line, of a tile among several; they share `all`, in which lines are in the order of their ends.
  device_prints(print_source source, const uint8_t* l1, place_function place, std::string where = {},
                std::string* all = nullptr);
  device_prints(const device_prints&) = delete;
  device_prints& operator=(const device_prints&) = delete;

  static circular_buffer_plan ring(const print_source& source, unsigned core);
  void take(unsigned core, const uint8_t* record);
  // All lines up to now, each with core and place in front of it, in the order of their ends.
  std::string text();

 private:
  struct core_state {
    std::ostringstream form;  // its flags are those of what comes next
    uint32_t width = 0;
    bool keep_width = false;
    std::string line, place;
    std::string format;    // of values that have not all come
    uint32_t missing = 0;  // how many
    uint32_t tile = 0;     // address
  };
  void add(core_state& core, const std::string& text);
  void end_line(core_state& core);
  void value(core_state& core, const std::string& text);
  template <class T>
  void number(core_state& core, T v);
  std::string text_at(uint32_t address) const;
  std::string tile_text(uint32_t address, uint32_t rows, uint32_t columns) const;

  const print_source source_;
  const uint8_t* l1_;
  place_function place_;
  std::array<core_state, tile_program::cores> cores_;
  const std::string where_;
  std::string own_;
  std::string& all_;
};

}  // namespace tensix
