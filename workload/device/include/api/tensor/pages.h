// SPDX-License-Identifier: Apache-2.0
// Pages of a tensor one after another, for a range-based for: all, or those of a shard.
#pragma once
#include "api/tensor/page.h"

namespace tensor_accessor {

// Where: page(i) is the i-th of what it numbers, from(i) the first number from i on that has a page.
template <class Where>
class page_iterator {
 public:
  struct pointer {
    Page page;
    const Page* operator->() const { return &page; }
  };

  page_iterator(const Where& where, uint32_t i) : where_(where), i_(i) {}
  uint32_t page_id() const { return where_.page_id(i_); }
  Page operator*() const { return where_.page(i_); }
  pointer operator->() const { return {where_.page(i_)}; }
  Page operator[](uint32_t n) const { return *(*this + n); }
  page_iterator& operator++() { return *this += 1; }
  page_iterator operator++(int) {
    const page_iterator old = *this;
    ++*this;
    return old;
  }
  page_iterator& operator+=(uint32_t n) {
    i_ = where_.from(i_ + n);
    return *this;
  }
  page_iterator operator+(uint32_t n) const {
    page_iterator other = *this;
    return other += n;
  }
  bool operator==(const page_iterator& other) const { return i_ == other.i_; }
  bool operator<(const page_iterator& other) const { return i_ < other.i_; }

 private:
  Where where_;
  uint32_t i_;
};

template <class Accessor>
class Pages {
 public:
  using iterator = page_iterator<Pages>;
  using const_iterator = iterator;
  Pages(const Accessor& accessor, uint32_t start, uint32_t end, uint8_t noc)
      : accessor_(&accessor), start_(start), end_(end), noc_(noc) {}
  iterator begin() const { return {*this, from(start_)}; }
  iterator end() const { return {*this, end_}; }

  uint32_t from(uint32_t i) const { return i < end_ ? i : end_; }
  uint32_t page_id(uint32_t i) const { return i; }
  Page page(uint32_t i) const { return {accessor_->get_noc_addr(i, 0, noc_), i}; }

 private:
  const Accessor* accessor_;
  uint32_t start_, end_;
  uint8_t noc_;
};

// Shards at a tensor's edge have places without a page: these are passed over.
template <class Accessor>
class ShardPages {
 public:
  using iterator = page_iterator<ShardPages>;
  using const_iterator = iterator;
  ShardPages(const Accessor& accessor, uint32_t shard, uint32_t start, uint32_t end, uint8_t noc)
      : accessor_(&accessor), shard_(shard), start_(start), end_(end), noc_(noc) {}
  iterator begin() const { return {*this, from(start_)}; }
  iterator end() const { return {*this, end_}; }

  uint32_t from(uint32_t i) const {
    while (i < end_ && accessor_->page_of_shard(shard_, i) == Accessor::no_page) ++i;
    return i < end_ ? i : end_;
  }
  uint32_t page_id(uint32_t i) const { return accessor_->page_of_shard(shard_, i); }
  Page page(uint32_t i) const { return {accessor_->get_shard_noc_addr(shard_, i * accessor_->page_size, noc_), page_id(i)}; }

 private:
  const Accessor* accessor_;
  uint32_t shard_, start_, end_;
  uint8_t noc_;
};

}  // namespace tensor_accessor
