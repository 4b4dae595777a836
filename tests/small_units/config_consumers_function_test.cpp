// SPDX-License-Identifier: Apache-2.0
// Who reads which word of Config: every field of the register table has an entry, and every field that a unit's own source
// names is one that the table gives to that unit.
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "catch.h"
#include "models/config_unit/config_consumers.h"
#include "models/isa/isa.h"
#include "models/registers/backend_config.h"

using namespace tensix;
namespace fs = std::filesystem;

namespace {

const std::map<std::string, unsigned>& fields() {  // name -> word
  static const std::map<std::string, unsigned> all = {
#define CONFIG_FIELD(name, word, lo, width) {#name, word},
#define THREAD_CONFIG_FIELD(name, reg, lo, width)
#include "models/registers/config_fields.def"
#undef CONFIG_FIELD
#undef THREAD_CONFIG_FIELD
  };
  return all;
}

// The names of fields in the sources of a unit.
std::set<std::string> named_in(const char* unit) {
  std::set<std::string> names;
  for (const auto& file : fs::directory_iterator(fs::path(TENSIX_TEST_DATA) / ".." / "models" / unit)) {
    std::ifstream in(file.path());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::string token;
    for (char c : text) {
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
        token += c;
        continue;
      }
      if (fields().count(token)) names.insert(token);
      token.clear();
    }
  }
  return names;
}

const uint32_t unpacr[2] = {word_of(opcode::UNPACR), word_of(opcode::UNPACR) | insn::UNPACR::unpack_block_selection.place(1)};

}  // namespace

TEST_CASE("the table of consumers knows every field of Config") {
  for (const auto& f : fields()) {
    CAPTURE(f.first);
    CHECK(has_known_consumers(f.first.c_str()));
  }
  CHECK_FALSE(has_known_consumers("NEW_UNIT_mode"));
}

TEST_CASE("what a unit's source reads of Config is given to it") {
  const std::pair<const char*, uint32_t> units[] = {{"packer", word_of(opcode::PACR)},
                                                    {"matrix_unit", word_of(opcode::MVMUL)},
                                                    {"vector_unit", word_of(opcode::SFPLOAD)},
                                                    {"mover", word_of(opcode::XMOV)}};
  for (const auto& u : units) {
    const auto names = named_in(u.first);
    CHECK(names.size() >= 6);
    for (const std::string& name : names) {
      CAPTURE(u.first, name);
      CHECK(consumes(u.second, fields().at(name)));
    }
  }
  // Unpacker 1's fields are those of unpacker 0 48 words further, under names of their own.
  const auto names = named_in("unpacker");
  CHECK(names.size() >= 40);
  for (const std::string& name : names) {
    CAPTURE(name);
    const unsigned word = fields().at(name);
    const bool of_section_1 = name.rfind("THCON_SEC1_", 0) == 0 || name.rfind("UNP1_", 0) == 0;
    CHECK(consumes(unpacr[of_section_1], word));
    if (name.rfind("THCON_SEC0_", 0) == 0) CHECK(consumes(unpacr[1], word + 48));
  }
}

TEST_CASE("packers read their four sections, the mover and the unpackers none of them") {
  for (unsigned section : {68u, 96u, 116u, 144u})
    for (unsigned i = 0; i < 4; ++i) {
      CAPTURE(section + i);
      CHECK(consumes(word_of(opcode::PACR), section + i));
      CHECK_FALSE(consumes(word_of(opcode::XMOV), section + i));
    }
  for (unsigned i = 0; i < 4; ++i) {  // L1_Dest_addr is no unpacker's; the words of descriptors and of the mover
    CHECK_FALSE(consumes(unpacr[0], 96 + i));
    CHECK_FALSE(consumes(unpacr[1], 144 + i));
    CHECK(consumes(unpacr[0], 64 + i));
    CHECK(consumes(unpacr[1], 112 + i));
    CHECK_FALSE(consumes(unpacr[1], 64 + i));
    CHECK_FALSE(consumes(unpacr[0], 88 + i));
    CHECK(consumes(word_of(opcode::XMOV), 88 + i));
  }
  CHECK_FALSE(consumes(word_of(opcode::PACR), config_words));
  CHECK_FALSE(consumes(word_of(opcode::WRCFG), 68));
  CHECK_FALSE(consumes(word_of(opcode::SETC16), 1));
}
