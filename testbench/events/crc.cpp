#include <libdeflate.h>

#include <cstring>

#include "testbench/events/event.h"

namespace tensix {

uint32_t crc_of(const uint8_t* data, size_t bytes) { return libdeflate_crc32(0, data, bytes); }

// Most are of a whole block of Dst.
static uint32_t crc_of_zeroes(const uint8_t* zeroes, size_t bytes) {
  if (bytes != event_record::most_zeroes) return crc_of(zeroes, bytes);
  static const uint32_t crc = crc_of(zeroes, bytes);
  return crc;
}

uint32_t event_record::crc() const {
  if (what == kind::with_zeroes) return crc_of_zeroes(data(), bytes);
  if (what == kind::with_data) return libdeflate_crc32(0, data(), bytes);
  uint32_t crc;
  std::memcpy(&crc, this + 1, sizeof crc);
  return crc;
}

}  // namespace tensix
