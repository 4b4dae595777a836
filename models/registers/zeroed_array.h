// SPDX-License-Identifier: Apache-2.0
// A store of fixed size, at first zero, of which most runs touch little: the system makes a page when it is first touched.
#pragma once
#include <sys/mman.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace tensix {

template <class T>
class zeroed_array {
  static_assert(std::is_trivial<T>::value, "elements are never constructed");

 public:
  using value_type = T;
  zeroed_array() = default;
  // n elements; throws std::bad_alloc.
  explicit zeroed_array(size_t n) : elements_(n ? pages_of(n) : nullptr, release{n}), size_(n) {}
  zeroed_array(const zeroed_array& from) : zeroed_array(from.size()) { std::copy(from.begin(), from.end(), begin()); }
  zeroed_array(zeroed_array&& from) noexcept { swap(from); }
  zeroed_array& operator=(zeroed_array from) noexcept {
    swap(from);
    return *this;
  }
  void swap(zeroed_array& other) noexcept {
    std::swap(elements_, other.elements_);
    std::swap(size_, other.size_);
  }

  size_t size() const { return size_; }
  T* data() { return elements_.get(); }
  const T* data() const { return elements_.get(); }
  T* begin() { return data(); }
  const T* begin() const { return data(); }
  T* end() { return data() + size_; }
  const T* end() const { return data() + size_; }
  T& operator[](size_t i) { return assert(i < size_), elements_.get()[i]; }
  const T& operator[](size_t i) const { return assert(i < size_), elements_.get()[i]; }
  // Throws std::out_of_range.
  T& at(size_t i) { return elements_.get()[checked(i)]; }
  const T& at(size_t i) const { return elements_.get()[checked(i)]; }
  friend bool operator==(const zeroed_array& a, const zeroed_array& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  friend bool operator!=(const zeroed_array& a, const zeroed_array& b) { return !(a == b); }

 private:
  struct release {
    size_t n = 0;
    void operator()(T* p) const { munmap(p, n * sizeof(T)); }
  };
  // Not calloc: once large blocks have been freed it takes from those, and clears, that is touches, all of them.
  static T* pages_of(size_t n) {
    void* const p = n > ~size_t{0} / sizeof(T)
                        ? MAP_FAILED
                        : mmap(nullptr, n * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
    return static_cast<T*>(p);
  }
  size_t checked(size_t i) const {
    if (i < size_) return i;
    throw std::out_of_range("zeroed_array: element " + std::to_string(i) + " of " + std::to_string(size_));
  }
  std::unique_ptr<T, release> elements_;
  size_t size_ = 0;
};

}  // namespace tensix
