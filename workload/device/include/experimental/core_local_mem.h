// SPDX-License-Identifier: Apache-2.0
// An address in this tile's L1, as a pointer and as an end of transfers.
#pragma once
#include <cstddef>

#include "experimental/lock.h"
#include "experimental/noc.h"

namespace experimental {

template <typename T, typename AddressType = uintptr_t>
class CoreLocalMem {
 public:
  CoreLocalMem(AddressType address) : address_(address) {}
  CoreLocalMem(T* pointer) : address_(reinterpret_cast<AddressType>(pointer)) {}

  T* get_unsafe_ptr() const { return reinterpret_cast<T*>(address_); }
  AddressType get_address() const { return address_; }
  T& operator[](uint32_t i) const { return get_unsafe_ptr()[i]; }
  T& operator*() const { return *get_unsafe_ptr(); }
  T* operator->() const { return get_unsafe_ptr(); }
  explicit operator bool() const { return address_ != 0; }

  CoreLocalMem& operator+=(ptrdiff_t n) {
    address_ += n * sizeof(T);
    return *this;
  }
  CoreLocalMem& operator-=(ptrdiff_t n) { return *this += -n; }
  CoreLocalMem& operator++() { return *this += 1; }
  CoreLocalMem& operator--() { return *this -= 1; }
  CoreLocalMem operator++(int) {
    const CoreLocalMem old = *this;
    ++*this;
    return old;
  }
  CoreLocalMem operator--(int) {
    const CoreLocalMem old = *this;
    --*this;
    return old;
  }
  CoreLocalMem operator+(ptrdiff_t n) const { return CoreLocalMem(*this) += n; }
  CoreLocalMem operator-(ptrdiff_t n) const { return CoreLocalMem(*this) -= n; }
  ptrdiff_t operator-(const CoreLocalMem& other) const { return get_unsafe_ptr() - other.get_unsafe_ptr(); }
  bool operator==(const CoreLocalMem& other) const { return address_ == other.address_; }
  bool operator<(const CoreLocalMem& other) const { return address_ < other.address_; }
  bool operator>(const CoreLocalMem& other) const { return address_ > other.address_; }
  bool operator<=(const CoreLocalMem& other) const { return address_ <= other.address_; }
  bool operator>=(const CoreLocalMem& other) const { return address_ >= other.address_; }

  [[nodiscard]] auto scoped_lock() {
    return Lock([] {});
  }

 private:
  AddressType address_;
};

template <typename T, typename AddressType>
struct noc_traits_t<CoreLocalMem<T, AddressType>> {
  struct src_args_type {
    AddressType offset_bytes = 0;
  };
  struct dst_args_type {
    AddressType offset_bytes = 0;
  };
  template <Noc::AddressType address_type>
  static AddressType src_addr(const CoreLocalMem<T, AddressType>& end, const Noc&, const src_args_type& args) {
    static_assert(address_type == Noc::AddressType::LOCAL_L1, "CoreLocalMem is an address in this tile's L1");
    return end.get_address() + args.offset_bytes;
  }
  template <Noc::AddressType address_type>
  static AddressType dst_addr(const CoreLocalMem<T, AddressType>& end, const Noc&, const dst_args_type& args) {
    static_assert(address_type == Noc::AddressType::LOCAL_L1, "CoreLocalMem is an address in this tile's L1");
    return end.get_address() + args.offset_bytes;
  }
};

}  // namespace experimental
