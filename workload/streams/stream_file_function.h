// SPDX-License-Identifier: Apache-2.0
// Stream files: what is pushed at a tile, as text (docs/stream-format.md). Layer 1.
#pragma once
#include <array>
#include <iosfwd>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "models/registers/tensix_state.h"
#include "workload/streams/program.h"

namespace tensix {

// A stream file that is wrong: what() is "FILE:LINE: WHAT"; "FILE: WHAT" for line 0, the file as a whole.
class stream_error : public std::runtime_error {
 public:
  stream_error(std::string file_name, int line_number, std::string message)
      : std::runtime_error(file_name + (line_number ? ":" + std::to_string(line_number) : "") + ": " + message),
        file(std::move(file_name)),
        line(line_number),
        text(std::move(message)) {}
  std::string file;
  int line;
  std::string text;  // without file and line
};

class stream_file {
 public:
  // Bytes to show after the run: `out` on standard output, `outf` into `file` (relative to the working directory).
  struct output {
    uint32_t address = 0, bytes = 0;
    std::string file;  // empty: standard output
    int line = 0;
  };

  // Parses `text`; `name` stands in messages, files named by `l1f` are relative to `directory`. Ranges of L1 are checked
  // against `l1_bytes`. Throws stream_error.
  static stream_file parse(std::string_view text, const std::string& name, const std::string& directory,
                           uint32_t l1_bytes = default_l1_bytes);
  // Reads and parses a file; one that cannot be read is a stream_error of line 0.
  static stream_file load(const std::string& path, uint32_t l1_bytes = default_l1_bytes);

  // Writes the initial contents over `l1`, whose size must be at least the `l1_bytes` given to parse().
  void initialise(l1_storage& l1) const;
  const std::vector<output>& outputs() const { return outputs_; }
  // Ranges of L1 that it names itself: what is there at first, and what is shown. Its programs may use more.
  std::vector<l1_range> named_ranges() const {
    std::vector<l1_range> all;
    for (const piece& p : pieces_) all.push_back({p.address, p.bytes});
    for (const output& o : outputs_) all.push_back({o.address, o.bytes});
    return all;
  }
  const std::vector<std::string>& inputs() const { return inputs_; }  // files of `l1f`, as they were opened
  std::optional<uint64_t> maxclk() const { return maxclk_; }
  // The steps of core 0..3 (3 is BRISC); independent of this object's lifetime, and may be taken any number of times.
  std::unique_ptr<step_source> core(unsigned core) const;
  std::vector<int> step_lines() const;  // in which a step begins, in order
  bool uses(unsigned core) const;       // has the file any directive for this core?

  // "out 0xADDR HEX" for one range of L1, without a line end.
  static std::string format_output(const output& range, const l1_storage& l1);
  std::string place_of(const output& o) const { return name_ + ":" + std::to_string(o.line); }
  // All `out` lines to `os`, all `outf` files; throws host_error for a file that cannot be written.
  void write_outputs(std::ostream& os, const l1_storage& l1) const;

  // One element of a core's program: a step, or a loop's begin or end (for the implementation).
  struct operation {
    enum class kind_t : uint8_t { one_step, loop, endloop };
    kind_t kind = kind_t::one_step;
    step what;             // words and name point into the program
    uint32_t partner = 0;  // of a loop: its endloop; of an endloop: its loop
    uint64_t times = 0;
    size_t first_word = 0;
  };
  struct program {
    std::vector<operation> operations;
    std::vector<uint32_t> words;
    std::vector<std::unique_ptr<std::string>> names;
  };

 private:
  struct piece {  // of initial L1
    uint32_t address = 0;
    uint32_t bytes = 0;
    bool filled = false;
    uint8_t fill = 0;
    std::vector<uint8_t> data;
  };
  friend class stream_parser;
  std::string name_;
  std::vector<piece> pieces_;
  std::vector<output> outputs_;
  std::vector<std::string> inputs_;
  std::optional<uint64_t> maxclk_;
  std::array<std::shared_ptr<const program>, stream_cores> programs_;
};

}  // namespace tensix
