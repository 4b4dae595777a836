// The memory of a short run, of which a third of the time goes into pages that are touched for the first time. libsystemc fills
// 3 MB before main (sc_temp_heap, which nothing here uses): as 768 small pages a millisecond, as two large ones half of that. The
// rest of the second large page, 1 MB, is there for nothing: the first objects of the process lie in it, one behind the other.
// Their place is never used again; what does not fit, and all of a program with threads, is malloc's.
#include <sys/mman.h>
#include <sys/single_threaded.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "models/time/stack_switch.h"

#ifndef TENSIX_ADDRESS_SANITIZER  // it has operators of its own

namespace {

constexpr std::size_t large_page = 2 << 20, alignment = alignof(std::max_align_t);
constexpr std::size_t systemc_heap = 3 << 20, page_bytes = 2 * large_page;

// Zero until a constructor of a library asks for the first block: before any of this program has run.
char* pages = nullptr;  // large ones: libsystemc's heap, and the rest
bool heap_is_given = false;
char* rest = nullptr;
std::size_t rest_bytes = 0;

void* or_throw(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

// Advice: where it is not taken the pages are small.
char* in_large_pages(std::size_t size) {
  void* const block = std::aligned_alloc(large_page, size);
  if (block) madvise(block, size, MADV_HUGEPAGE);
  return static_cast<char*>(block);
}

void make_pages() {
  pages = in_large_pages(page_bytes);
  if (pages == nullptr) return;
  rest = pages + systemc_heap;
  rest_bytes = page_bytes - systemc_heap;
}

std::size_t rounded_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

// Null: there is no room.
void* from_rest(std::size_t bytes) {
  if (pages == nullptr) make_pages();
  if (bytes > rest_bytes || !__libc_single_threaded) return nullptr;
  const std::size_t size = rounded_up(bytes, alignment);
  rest_bytes -= size;
  return std::exchange(rest, rest + size);
}

}  // namespace

void* operator new(std::size_t bytes) {
  if (bytes == 0) bytes = 1;
  void* const block = from_rest(bytes);
  return block ? block : or_throw(std::malloc(bytes));
}
void* operator new(std::size_t bytes, std::align_val_t to) {
  if (bytes == 0) bytes = 1;
  const auto boundary = static_cast<std::size_t>(to);
  const auto skipped = static_cast<std::size_t>(-reinterpret_cast<std::uintptr_t>(rest) % boundary);
  if (bytes <= rest_bytes && skipped <= rest_bytes - bytes && from_rest(skipped)) return from_rest(bytes);
  return or_throw(std::aligned_alloc(boundary, bytes));
}

void operator delete(void* block) noexcept {
  if (reinterpret_cast<std::uintptr_t>(block) - reinterpret_cast<std::uintptr_t>(pages) >= page_bytes) std::free(block);
}
void operator delete(void* block, std::size_t) noexcept { operator delete(block); }
void operator delete(void* block, std::align_val_t) noexcept { operator delete(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { operator delete(block); }

// What fills large pages gets them; `operator delete[]` of the standard library is that of `delete`.
void* operator new[](std::size_t bytes) {
  if (bytes < large_page) return operator new(bytes);
  if (bytes <= systemc_heap && pages && !std::exchange(heap_is_given, true)) return pages;
  const std::size_t size = rounded_up(bytes, large_page);
  return or_throw(size < bytes ? nullptr : in_large_pages(size));
}
#endif
