// Large blocks of memory (L1, and the 3 MiB that SystemC sets to zero before main()) get their pages in one go instead of by a page
// fault each: half a millisecond of the start. The program's own operator new; libraries are linked without it. The sanitizers
// have theirs.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <new>

#if defined(__has_feature)
#define TENSIX_HAS_FEATURE(x) __has_feature(x)
#else
#define TENSIX_HAS_FEATURE(x) 0
#endif

#if defined(MADV_POPULATE_WRITE) && !defined(__SANITIZE_ADDRESS__) && !TENSIX_HAS_FEATURE(address_sanitizer)
namespace {
constexpr size_t large = size_t{1} << 20, largest = size_t{8} << 20;  // beyond, not all of it may be used soon
}

void* operator new(size_t bytes) {
  void* p;
  while (!(p = std::malloc(bytes ? bytes : 1))) {
    if (const std::new_handler handler = std::get_new_handler()) handler();
    else throw std::bad_alloc();
  }
  if (bytes >= large && bytes <= largest) {  // a hint: whether it is followed does not matter
    static const uintptr_t page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    const uintptr_t from = reinterpret_cast<uintptr_t>(p) & ~(page - 1), to = reinterpret_cast<uintptr_t>(p) + bytes;
    madvise(reinterpret_cast<void*>(from), to - from, MADV_POPULATE_WRITE);
  }
  return p;
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
#endif
