// A queue of fixed capacity whose entries stay where they are: `push` hands out the next entry as it was left, so that what is
// large is written once and never copied.
#pragma once
#include <cstddef>
#include <vector>

namespace tensix {

template <class T>
class ring {
 public:
  explicit ring(size_t capacity) : entries_(capacity) {}

  bool empty() const { return count_ == 0; }
  bool full() const { return count_ == entries_.size(); }
  T& front() { return entries_[first_]; }
  T& push() { return entries_[place(count_++)]; }
  void pop_front() {
    first_ = place(1);
    --count_;
  }

  template <class Ring>
  struct iterator {
    Ring* all;
    size_t at;
    auto& operator*() const { return all->entries_[all->place(at)]; }
    iterator& operator++() { return ++at, *this; }
    bool operator!=(const iterator& other) const { return at != other.at; }
  };
  iterator<ring> begin() { return {this, 0}; }
  iterator<ring> end() { return {this, count_}; }
  iterator<const ring> begin() const { return {this, 0}; }
  iterator<const ring> end() const { return {this, count_}; }

 private:
  std::vector<T> entries_;
  size_t first_ = 0, count_ = 0;

  size_t place(size_t i) const {
    i += first_;
    return i < entries_.size() ? i : i - entries_.size();
  }
};

}  // namespace tensix
