// The program's own operators new and delete (app/cli/first_memory.cpp): what they give out lies apart, as aligned as asked
// for, and can be given back in any order, whether it lies in the rest of the first large block or is malloc's.
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "catch.h"
#include "models/time/stack_switch.h"

namespace {

using bytes = std::unique_ptr<char[]>;

// Asked for first, as libsystemc does: 1 MB and a little more is left of its large pages.
constexpr size_t first_bytes = (3 << 20) - 100;
const bytes first(new char[first_bytes]);

struct alignas(256) large_lines {
  char all[300];
};

bool aligned(const void* p, size_t to) { return reinterpret_cast<uintptr_t>(p) % to == 0; }

}  // namespace

TEST_CASE("blocks lie apart and keep their bytes, also when there is no rest any more") {
  std::memset(first.get(), 0x55, first_bytes);
  std::vector<std::pair<bytes, size_t>> blocks;
  size_t all = 0;
  for (size_t i = 0; all < (3 << 20); ++i, all += blocks.back().second) {
    const size_t size = i % 7 == 6 ? 40'000 : i * 37 % 600;
    blocks.emplace_back(bytes(new char[size]), size);
    REQUIRE(aligned(blocks.back().first.get(), alignof(std::max_align_t)));
    std::memset(blocks.back().first.get(), static_cast<int>(i % 251), size);
    if (i % 3 == 2) blocks[i - 1].first.reset(), blocks[i - 1].second = 0;
  }
  size_t wrong = 0;
  for (size_t i = 0; i < blocks.size(); ++i)
    for (size_t b = 0; b < blocks[i].second; ++b) wrong += blocks[i].first[b] != static_cast<char>(i % 251);
  for (size_t b = 0; b < first_bytes; ++b) wrong += first[b] != 0x55;
  CHECK(wrong == 0);
}

TEST_CASE("no bytes are an object too, and alignment is kept") {
  const bytes none(new char[0]), other(new char[0]);
  CHECK(none.get() != other.get());
  for (int i = 0; i < 5000; ++i) {
    const auto one = std::make_unique<large_lines>();
    REQUIRE(aligned(one.get(), 256));
    one->all[299] = 1;
  }
}

TEST_CASE("what one thread has made another one gives back") {
  std::vector<std::unique_ptr<int>> numbers;
  std::thread([&] {
    for (int i = 0; i < 1000; ++i) numbers.push_back(std::make_unique<int>(i));
  }).join();
  auto more = std::make_unique<std::vector<int>>(1000, 7);
  int last = 0;
  std::thread([&last, gone = std::move(more)] { last = gone->back(); }).join();
  CHECK(last == 7);
  for (int i = 0; i < 1000; ++i) REQUIRE(*numbers[static_cast<size_t>(i)] == i);
}

TEST_CASE("a second large block is given back") {
  for (int i = 0; i < 20; ++i) {
    const bytes large(new char[64 << 20]);
    large[(64 << 20) - 1] = 1;
  }
}

#ifndef TENSIX_ADDRESS_SANITIZER  // whose operators end the process
TEST_CASE("what nobody has is refused") {
  for (const size_t size : {SIZE_MAX, SIZE_MAX - 15, SIZE_MAX / 2}) {
    CHECK_THROWS_AS(operator new(size), std::bad_alloc);
    CHECK_THROWS_AS(operator new(size, std::align_val_t(64)), std::bad_alloc);
    CHECK_THROWS_AS(operator new[](size), std::bad_alloc);
  }
}
#endif
