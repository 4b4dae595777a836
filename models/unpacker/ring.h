// SPDX-License-Identifier: Apache-2.0
// A queue of fixed capacity whose entries stay where they are: `push` hands out an entry as it was left, so that what is large is
// written once and never copied. It is the one that was given back last, which the processor's cache still has: taken in turn, the
// entries of an unpacker are more than its first level holds.
#pragma once
#include <cstddef>
#include <vector>

namespace tensix {

template <class T>
class ring {
 public:
  explicit ring(size_t capacity) : entries_(capacity) {
    for (size_t i = capacity; i > 0; --i) free_.push_back(&entries_[i - 1]);
    while (mask_ + 1 < capacity) mask_ = 2 * mask_ + 1;
    order_.resize(mask_ + 1);
    places_ = order_.data();
  }
  ring(const ring&) = delete;
  ring& operator=(const ring&) = delete;

  bool empty() const { return count_ == 0; }
  bool full() const { return free_.empty(); }
  T& front() { return (*this)[0]; }
  size_t size() const { return count_; }
  T& operator[](size_t i) const { return *places_[(first_ + i) & mask_]; }  // the i-th from the front
  T& push() {
    T& entry = *free_.back();
    free_.pop_back();
    places_[(first_ + count_++) & mask_] = &entry;
    return entry;
  }
  void pop_front() {
    free_.push_back(&front());
    ++first_;
    --count_;
  }

  struct iterator {
    const ring* all;
    size_t i;
    T& operator*() const { return (*all)[i]; }
    iterator& operator++() {
      ++i;
      return *this;
    }
    bool operator!=(const iterator& other) const { return i != other.i; }
  };
  iterator begin() const { return {this, 0}; }
  iterator end() const { return {this, count_}; }

 private:
  std::vector<T> entries_;
  std::vector<T*> free_;
  std::vector<T*> order_;  // those in the queue, from number `first_` on, modulo a power of two
  T** places_ = nullptr;   // of `order_`
  size_t mask_ = 0, first_ = 0, count_ = 0;
};

}  // namespace tensix
