// SPDX-License-Identifier: Apache-2.0
// .npy files: what is read is written and read again the same, bit by bit.
#include <cstring>

#include "tests/fuzz/fuzz.h"
#include "workload/tensors/npy.h"

using namespace tensix;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const fuzz::memory_file file(fuzz::text_of(data, size));
  tensor t;
  if (!fuzz::accepted<std::runtime_error>(file.path() + ": ", [&] { t = read_npy(file.path()); })) return 0;
  fuzz::expect(t.data.size() == uint64_t{t.rows} * t.cols && t.data.size() <= size, "more elements than bytes");
  const fuzz::memory_file copy("");
  write_npy(copy.path(), t);
  const tensor again = read_npy(copy.path());
  fuzz::expect(again.rows == t.rows && again.cols == t.cols, "another shape");
  fuzz::expect(std::memcmp(again.data.data(), t.data.data(), t.data.size() * 4) == 0, "other values");
  return 0;
}
