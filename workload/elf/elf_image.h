// SPDX-License-Identifier: Apache-2.0
// A program for one RISC-V core as its ELF file has it: what lies where, where it starts, and which function and source line an
// address belongs to. ELF32, little-endian, RISC-V, an executable. Reads by libelf and libdw; no SystemC.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/contracts/cores.h"

namespace tensix {

class elf_image {
 public:
  // One PT_LOAD program header: `memory_bytes` bytes from `address` (the load address, p_paddr) on; the file has the first of
  // them, the others are 0.
  struct segment {
    uint32_t address;
    std::vector<uint8_t> bytes;
    uint32_t memory_bytes;
  };
  // Of an instruction. Empty: not known. `line` 0: not known.
  struct place {
    std::string function, file;
    unsigned line = 0;
  };

  // Throws std::runtime_error "FILE: what is wrong, what to do".
  static elf_image load(const std::string& path);

  const std::string& path() const { return path_; }
  uint32_t entry() const { return entry_; }
  const std::vector<segment>& segments() const { return segments_; }
  struct range {
    uint32_t address, bytes;
  };
  // Section .loader_init (tt-llk's and tt-exalens' convention): where a loader puts what belongs into the data RAM, from which
  // the program's own start-up code takes it. Empty: it has none.
  const std::optional<range>& loader_init() const { return loader_init_; }
  // DWARF line table present (compiled with -g).
  bool has_lines() const { return !lines_.empty(); }
  bool has_functions() const { return !functions_.empty(); }
  bool has_function(const std::string& name) const;
  std::optional<uint32_t> word_at(uint32_t address) const;
  place at(uint32_t address) const;
  // "function (file.cpp:12), inlined into another", as much of it as is known; empty if nothing is. Without a function: the label
  // before the address, "label+0x8".
  std::string text_of(uint32_t address) const;

  // Instructions at which zones begin and end (docs/zones.md), by address.
  struct zone_mark {
    enum kind : uint32_t { ends, begins, begins_sum };  // the latest zone ends; a sum: its single times are of no interest
    uint32_t address;
    kind what;
    std::string name, file;  // where it begins
    unsigned line;
  };
  const std::vector<zone_mark>& zone_marks() const { return zone_marks_; }
  const zone_mark* zone_mark_at(uint32_t address) const;  // null: there is none
  // Zones of tt-llk's profiler, by its section .profiler_meta: each as it begins, `address` its number of 16 bits in the buffers.
  const std::vector<zone_mark>& profiler_zones() const { return profiler_zones_; }
  // What begins at this address, or has this number there; null: it is not known.
  const zone_mark* zone_called(uint32_t address_or_number) const;
  // Where the linker script has put T0's buffer (__perf_buffer_start).
  const std::optional<uint32_t>& profiler_buffers() const { return profiler_buffers_; }
  bool has_zones() const { return !zone_marks_.empty() || !profiler_zones_.empty(); }

  // Where in the source file of this name (its last part counts) the program is, also when the compiler has put functions of
  // other files there; without a function. An empty file: it is not known to be in it. As text: "my.cpp:12".
  place place_in(const std::string& source, uint32_t address) const;
  std::string line_in(const std::string& source, uint32_t address) const;
  // The same in any file that is not in `folder`: of a library there, who called it.
  std::string line_outside(const std::string& folder, uint32_t address) const;

  // Where an address is, from the outside in: the function that was called, then those inlined there. Each with the line that is
  // executed in it: of the call of the next one, of the last one of the instruction itself.
  std::vector<place> frames(uint32_t address) const;

  // The instructions of [first, end) belong to the same functions: that of the symbol table (unknown_function: there is none),
  // then those inlined there, the innermost last. Every address lies in one of these.
  struct scope {
    uint32_t first, end;
    std::vector<uint32_t> functions;
  };
  static constexpr uint32_t unknown_function = 0;
  const scope& scope_of(uint32_t address) const;
  const std::string& function_name(uint32_t number) const { return names_[number]; }

 private:
  struct function {
    uint32_t first, end;  // bytes [first, end)
    std::string name;
  };
  struct line_row {  // from `first` to the next row's
    uint32_t first;
    uint32_t file;  // index into files_; no_file: no source (end of a sequence)
    unsigned line;
  };
  static constexpr uint32_t no_file = ~0u;
  struct call_site {  // of a function that the compiler has put into another one, at [first, end)
    uint32_t first, end;
    unsigned depth;  // 0: into a function of the symbol table
    std::string file;
    unsigned line;
  };

  std::string path_;
  uint32_t entry_ = 0;
  std::vector<segment> segments_;
  std::optional<range> loader_init_;
  std::optional<range> profiler_meta_;  // tt-llk's names of zones: for who reads the file, not loaded
  std::vector<function> functions_;     // by `first`
  std::vector<line_row> lines_;         // by `first`
  std::vector<std::string> files_;
  std::vector<std::string> names_;  // by number of a function; the first: of none
  std::vector<scope> scopes_;       // by `first`
  std::vector<call_site> calls_;
  std::vector<zone_mark> zone_marks_, profiler_zones_;
  std::optional<uint32_t> profiler_buffers_;

  void read_sections(void* elf);
  void read_symbols(void* elf);
  void read_zones(void* elf);
  void read_lines(int descriptor);
  void read_scopes(int descriptor);
  std::vector<function> labels_;  // symbols without a type, in code, by `first`
  const function* function_at(uint32_t address) const;
  template <class Wanted>
  place innermost_place(uint32_t address, Wanted wanted) const;
};

// The programs of the cores; nullptr: none is known.
using core_programs = by_core<const elf_image*>;

// What people call the function of this symbol.
std::string demangled(const char* symbol);
// "f<int>" of "void ns::f<int>(int, char)": neither result, nor namespaces, nor parameters.
std::string brief_function(const std::string& name);
// The part of `path` behind its last '/'.
std::string base_name(const std::string& path);

}  // namespace tensix
