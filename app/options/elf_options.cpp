// SPDX-License-Identifier: Apache-2.0
// Options of `tensix-tlm elf`.
#include <algorithm>

#include "app/options/option_groups.h"
#include "workload/tensors/tile_layout.h"

namespace tensix {
namespace {

namespace po = boost::program_options;
using names = std::vector<std::string>;

// "ADDRESS=REST"; the two parts.
std::pair<uint32_t, std::string> parse_at(const std::string& text, const std::string& option, const char* form) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw usage_error(option + "=" + text + ": expected " + form);
  return {parse_count32(text.substr(0, equals), option), text.substr(equals + 1)};
}
uint32_t parse_word_address(uint32_t address, const std::string& option) {
  if (address % 4 != 0) throw usage_error(option + ": a word lies at a multiple of 4");
  return address;
}

}  // namespace

option_group elf_group() {
  option_group d("Programs");
  const auto text = [](const char* value) { return po::value<std::string>()->value_name(value); };
  const auto texts = [](const char* value) { return po::value<names>()->value_name(value)->composing(); };
  d.add_options()("t0", text("FILE.elf"), "program of T0: a linked ELF32 of a RISC-V core (docs/elf.md)")(
      "t1", text("FILE.elf"), "of T1")("t2", text("FILE.elf"), "of T2")("b", text("FILE.elf"), "of B")("nc", text("FILE.elf"),
                                                                                                       "of NC")(
      "l1", texts("ADDRESS=FILE[:FORMAT]"),
      "L1 holds this file from ADDRESS on; a .npy as tiles of FORMAT as of run's --format (default bf16); may be repeated")(
      "l1w", texts("ADDRESS=WORD[@CYCLE]"),
      "one word of L1; with @CYCLE a host writes it in that cycle, over the NoC; may be repeated")(
      "dump", texts("ADDRESS:BYTES=FILE"), "write a piece of L1 when the run is over; may be repeated")(
      "until", texts("ADDRESS=WORD"),
      "the run is over when this word of L1 has this value; repeated: when all do (default: when all cores have stopped)")(
      "boot", text("b|direct"),
      "direct: every program starts at its entry (default without --b); b: only B does, and releases the others from reset")(
      "tile", texts("COLUMN,ROW"),
      "L1 of another tile is there, with no cores: column and row among the chip's Tensix tiles, as programs count cores; may "
      "be "
      "repeated")("profile", text("FILE"), "write the cores' cycles by function and source line (programs compiled with -g)");
  return d;
}

void read_elf(const option_values& v, elf_options& o) {
  bool any = false;
  std::string options;
  for (unsigned i = 0; i < core_count; ++i) {
    any |= !(o.programs[i] = text_of(v, core_name(i))).empty();
    options += std::string(i ? ", " : "") + core_names[i].option;
  }
  if (!any) throw usage_error("elf: no program is given; expected at least one of " + options);
  const auto list = [&v](const char* option) { return v.count(option) ? v[option].as<names>() : names(); };
  for (const auto& text : list("l1")) {
    auto [address, file] = parse_at(text, "--l1", "ADDRESS=FILE or ADDRESS=FILE.npy:FORMAT");
    elf_options::memory_piece piece{address, file, ""};
    if (const size_t npy = file.find(".npy:"); npy != std::string::npos) {
      piece.file = file.substr(0, npy + 4);
      piece.format = file.substr(npy + 5);
      parse_name(piece.format, "--l1", format_list(), parse_tile_format);
    }
    o.preload.push_back(piece);
  }
  for (const auto& text : list("l1w")) {
    const auto [address, value] = parse_at(text, "--l1w", "ADDRESS=WORD[@CYCLE]");
    const size_t at = value.find('@');
    const uint32_t word = parse_count32(value.substr(0, at), "--l1w");
    if (at == std::string::npos) o.preload_words.emplace_back(parse_word_address(address, "--l1w"), word);
    else o.host_stores.push_back({parse_count(value.substr(at + 1), "--l1w"), parse_word_address(address, "--l1w"), word});
  }
  std::stable_sort(o.host_stores.begin(), o.host_stores.end(), [](const auto& a, const auto& b) { return a.cycle < b.cycle; });
  for (const auto& text : list("dump")) {
    const size_t colon = text.find(':'), equals = text.find('=');
    if (colon == std::string::npos || equals == std::string::npos || equals < colon || equals + 1 == text.size())
      throw usage_error("--dump=" + text + ": expected ADDRESS:BYTES=FILE");
    o.dump.push_back({parse_count32(text.substr(0, colon), "--dump"), text.substr(equals + 1), "",
                      parse_count32(text.substr(colon + 1, equals - colon - 1), "--dump")});
  }
  for (const auto& text : list("until")) {
    const auto [address, value] = parse_at(text, "--until", "ADDRESS=WORD");
    o.until.emplace_back(parse_word_address(address, "--until"), parse_count32(value, "--until"));
  }
  o.boot_by_b = v.count("boot") ? choice_index(v, "boot") == 0 : !o.programs[core_b].empty();
  if (o.boot_by_b && o.programs[core_b].empty()) throw usage_error("--boot=b: there is no program for B (--b)");
  for (const auto& text : list("tile")) {
    const size_t comma = text.find(',');
    if (comma == std::string::npos) throw usage_error("--tile=" + text + ": expected COLUMN,ROW");
    const uint32_t column = parse_count32(text.substr(0, comma), "--tile"),
                   row = parse_count32(text.substr(comma + 1), "--tile");
    o.tiles.emplace_back(column, row);
  }
  o.outputs.profile = text_of(v, "profile");
}

}  // namespace tensix
