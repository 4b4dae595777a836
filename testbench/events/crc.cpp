#include <libdeflate.h>

#include "testbench/events/event.h"

namespace tensix {

uint32_t crc_of(const uint8_t* data, size_t bytes) { return libdeflate_crc32(0, data, bytes); }

}  // namespace tensix
