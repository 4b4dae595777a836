// SPDX-License-Identifier: Apache-2.0
// Stream files: what is accepted becomes a program; the program printed as a stream file is the same program.
#include <algorithm>
#include <cstdio>
#include <sstream>

#include "tests/fuzz/fuzz.h"
#include "workload/streams/stream_file_function.h"

using namespace tensix;

namespace {

constexpr uint32_t l1_bytes = 64 * 1024;
constexpr unsigned most_steps = 2000;  // loops are written out

std::string hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, " 0x%llx", static_cast<unsigned long long>(value));
  return text;
}

std::string text_of(const step& s) {
  static constexpr const char* operators[] = {"==", "!=", "<", "<=", ">", ">="};
  std::string text;
  switch (s.kind) {
    case step::kind_t::push:
      for (uint32_t i = 0; i < s.count; ++i) text += hex(s.words[i]);
      return "push" + text;
    case step::kind_t::store: return "st" + hex(s.address) + hex(s.value);
    case step::kind_t::load: return "ld" + hex(s.address);
    case step::kind_t::copy: return "copy" + hex(s.address) + hex(s.address2);
    case step::kind_t::poll:
      return "poll" + hex(s.address) + hex(s.mask) + " " + operators[static_cast<int>(s.how)] + hex(s.value);
    case step::kind_t::sync: return "sync";
    case step::kind_t::mark: return "mark " + *s.name;
    default: return "delay " + std::to_string(s.cycles);
  }
}

std::string text_of(const stream_file& file) {
  std::ostringstream text;
  if (file.maxclk()) text << "maxclk " << *file.maxclk() << "\n";
  l1_storage l1(l1_bytes);
  file.initialise(l1);
  for (uint32_t at = 0; at < l1_bytes; ++at)
    if (l1[at]) text << "fill " << at << " 1 " << unsigned{l1[at]} << "\n";
  for (const auto& o : file.outputs())
    text << (o.file.empty() ? "out " : "outf ") << o.address << " " << o.bytes << " " << o.file << "\n";
  for (unsigned core = 0; core < stream_cores; ++core) {
    const auto steps = file.core(core);
    step s;
    for (unsigned i = 0; i < most_steps && steps->next(s); ++i) text << core_name(core) << " " << text_of(s) << "\n";
  }
  return text.str();
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text = fuzz::text_of(data, size);
  if (text.find("l1f") != std::string::npos && text.find("/dev") != std::string::npos) return 0;  // a device may block
  stream_file file;
  if (!fuzz::accepted<stream_error>("file.scn:", [&] { file = stream_file::parse(text, "file.scn", "/nowhere", l1_bytes); }))
    return 0;
  const std::string printed = text_of(file);
  const std::string again = text_of(stream_file::parse(printed, "printed.scn", "/nowhere", l1_bytes));
  fuzz::expect(again == printed, "printed and read again it differs:\n" + printed + "\n" + again);
  return 0;
}
