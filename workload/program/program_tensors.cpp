// SPDX-License-Identifier: Apache-2.0
#include "workload/program/program_tensors.h"

#include <algorithm>
#include <boost/crc.hpp>

#include "workload/tensors/npy.h"

namespace tensix {

program_tensors::program_tensors(const device_program& program, const placed_program& placed, uint64_t seed)
    : program_(program), placed_(placed), contents_(program.buffers.size()), outputs_(program.buffers.size()) {
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const tensor_buffer& b = program.buffers[i];
    if (!b.content.given()) continue;
    const tensor values = values_of(b.content, b.format, buffer_format_name(b.format), b.rows(), b.cols(), seed + i);
    contents_[i] = page_bytes_of(values, b.format, b.row_major);
  }
}

memory_bank program_tensors::bank_of(size_t buffer, unsigned bank) const {
  const tensor_buffer::memory where = program_.buffers[buffer].where;
  return {where, bank, where == tensor_buffer::memory::l1 ? placed_.pages[buffer].core_of(bank) : logical_core()};
}

// move(bank, address, place of the page's bytes among all)
template <class Move>
void program_tensors::each_page(size_t buffer, Move move) const {
  const buffer_pages& pages = placed_.pages[buffer];
  for (uint64_t p = 0; p < pages.pages(); ++p) {
    const buffer_pages::place at = pages.place_of(p);
    move(bank_of(buffer, at.bank), placed_.addresses[buffer] + at.offset, p * pages.page_bytes());
  }
}

void program_tensors::put(debug_memory& memory) const {
  for (size_t i = 0; i < program_.buffers.size(); ++i) {
    const buffer_pages& pages = placed_.pages[i];
    const std::vector<uint8_t> empty(pages.bytes_of_bank(), tensor_buffer::unwritten);
    for (unsigned bank = 0; bank < pages.banks(); ++bank)
      memory.write(bank_of(i, bank), placed_.addresses[i], empty.data(), empty.size());
    if (contents_[i].empty()) continue;
    each_page(i, [&](const memory_bank& bank, uint64_t address, uint64_t byte) {
      memory.write(bank, address, &contents_[i][byte], pages.page_bytes());
    });
  }
}

void program_tensors::take(const debug_memory& memory) {
  for (size_t i = 0; i < program_.buffers.size(); ++i) {
    const tensor_buffer& b = program_.buffers[i];
    const buffer_pages& pages = placed_.pages[i];
    if (b.output.empty()) continue;
    outputs_[i].resize(pages.pages() * pages.page_bytes());
    each_page(i, [&](const memory_bank& bank, uint64_t address, uint64_t byte) {
      memory.read(bank, address, &outputs_[i][byte], pages.page_bytes());
    });
  }
}

std::vector<uint32_t> program_tensors::page_crcs(size_t buffer, const debug_memory& memory) const {
  std::vector<uint32_t> crcs;
  std::vector<uint8_t> bytes(placed_.pages[buffer].page_bytes());
  each_page(buffer, [&](const memory_bank& bank, uint64_t address, uint64_t) {
    memory.read(bank, address, bytes.data(), bytes.size());
    boost::crc_32_type crc;
    crc.process_bytes(bytes.data(), bytes.size());
    crcs.push_back(crc.checksum());
  });
  return crcs;
}

void program_tensors::write() const {
  for (size_t i = 0; i < program_.buffers.size(); ++i) {
    const tensor_buffer& b = program_.buffers[i];
    if (outputs_[i].empty()) continue;
    write_npy(b.output, tensor_of_pages(outputs_[i], b.format, b.row_major, b.rows(), b.cols()), npy_type(b.format));
  }
}

std::string program_tensors::untouched() const {
  std::string text;
  for (size_t i = 0; i < program_.buffers.size(); ++i) {
    const buffer_pages& pages = placed_.pages[i];
    if (outputs_[i].empty() || program_.buffers[i].content.given()) continue;
    uint64_t same = 0;
    for (auto page = outputs_[i].begin(); page != outputs_[i].end(); page += pages.page_bytes())
      same += std::all_of(page, page + pages.page_bytes(), [](uint8_t byte) { return byte == tensor_buffer::unwritten; });
    if (same)
      text += "warning: " + program_.buffers[i].name + ": " + std::to_string(same) + " of " + std::to_string(pages.pages()) +
              " pages hold the bytes 0xff, which were there before the run: did a kernel write them?\n";
  }
  return text;
}

}  // namespace tensix
