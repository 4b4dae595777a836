// A queue of fixed capacity whose entries stay where they are: `push` hands out the next entry as it was left, so that what is
// large is written once and never copied.
#pragma once
#include <cstddef>
#include <vector>

namespace tensix {

template <class T>
class ring {
 public:
  explicit ring(size_t capacity)
      : entries_(capacity), begin_(entries_.data()), end_(begin_ + capacity), first_(begin_), next_(begin_) {}
  ring(const ring&) = delete;
  ring& operator=(const ring&) = delete;

  bool empty() const { return count_ == 0; }
  bool full() const { return count_ == entries_.size(); }
  T& front() { return *first_; }
  size_t size() const { return count_; }
  T& operator[](size_t i) const {  // the i-th from the front
    const auto before_end = static_cast<size_t>(end_ - first_);
    return i < before_end ? first_[i] : begin_[i - before_end];
  }
  T& push() {
    T& entry = *next_;
    next_ = behind(next_);
    ++count_;
    return entry;
  }
  void pop_front() {
    first_ = behind(first_);
    --count_;
  }

  struct iterator {
    const ring* all;
    T* at;
    size_t left;
    T& operator*() const { return *at; }
    iterator& operator++() {
      at = all->behind(at);
      --left;
      return *this;
    }
    bool operator!=(const iterator& other) const { return left != other.left; }
  };
  iterator begin() const { return {this, first_, count_}; }
  iterator end() const { return {this, next_, 0}; }

 private:
  std::vector<T> entries_;
  T* const begin_;
  T* const end_;
  T *first_, *next_;
  size_t count_ = 0;

  T* behind(T* entry) const { return entry + 1 == end_ ? begin_ : entry + 1; }
};

}  // namespace tensix
