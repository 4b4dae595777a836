// Zeros that the system makes when a page is first touched, for stores of which most runs touch little.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

namespace tensix {

template <class T>
struct zeroed_memory {
  using value_type = T;
  zeroed_memory() = default;
  template <class U>
  zeroed_memory(const zeroed_memory<U>&) {}
  T* allocate(size_t n) {
    if (void* const p = std::calloc(n, sizeof(T))) return static_cast<T*>(p);
    throw std::bad_alloc();
  }
  void deallocate(T* p, size_t) { std::free(p); }
  void construct(T*) {}  // zero already: an element is made once in its place
  template <class From>
  void construct(T* p, From&& from) {
    new (p) T(std::forward<From>(from));
  }
  bool operator==(const zeroed_memory&) const { return true; }
  bool operator!=(const zeroed_memory&) const { return false; }
};

}  // namespace tensix
