// SPDX-License-Identifier: Apache-2.0
// What kernels use of the C++ library: as the standard says, when compiling. Then tile 0 of c_16 is what the program computes with it.
#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <climits>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <new>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "api/compute/common.h"
#include "experimental/circular_buffer.h"

namespace traits {
struct base {};
struct derived : base {
  int x;
};
enum class small : uint8_t { one = 1 };
void function(int);
static_assert(std::is_same_v<std::remove_cvref_t<const int&>, int> && !std::is_same<int, unsigned>::value);
static_assert(std::is_same_v<std::decay_t<int (&)[3]>, int*> && std::is_same_v<std::decay_t<const char&>, char>);
static_assert(std::is_same_v<std::decay_t<decltype(function)>, void (*)(int)>);
static_assert(std::is_same_v<std::conditional_t<true, int, char>, int> &&
              std::is_same_v<std::common_type_t<int, uint8_t>, int>);
static_assert(std::is_same_v<std::make_unsigned_t<int16_t>, uint16_t> &&
              std::is_same_v<std::underlying_type_t<small>, uint8_t>);
static_assert(std::is_base_of_v<base, derived> && std::is_convertible_v<int, float> && !std::is_convertible_v<base, int>);
static_assert(std::is_trivially_copyable_v<derived> && std::is_integral_v<const uint64_t> && !std::is_integral_v<float>);
static_assert(std::is_signed_v<float> && std::is_unsigned_v<uint8_t> && !std::is_signed_v<bool> && std::is_enum_v<small>);
static_assert(std::is_invocable_v<decltype(function), int> && !std::is_invocable_v<decltype(function), base>);
static_assert(std::conjunction_v<std::true_type, std::is_pointer<int*>> && std::disjunction_v<std::false_type, std::true_type>);
static_assert(std::is_array_v<int[2]> && std::is_lvalue_reference_v<int&> && std::is_const_v<const int>);
template <std::integral T>
constexpr int which(T) {
  return 1;
}
template <std::floating_point T>
constexpr int which(T) {
  return 2;
}
static_assert(which(3u) == 1 && which(3.0f) == 2);
template <class T, class = std::enable_if_t<sizeof(T) == 2>>
constexpr bool two_bytes(int) {
  return true;
}
template <class T>
constexpr bool two_bytes(...) {
  return false;
}
static_assert(two_bytes<int16_t>(0) && !two_bytes<int>(0));
}  // namespace traits

namespace values {
constexpr std::array three{3, 1, 2};
constexpr auto sorted = [] {
  auto a = three;
  std::sort(a.begin(), a.end());
  std::reverse(a.begin(), a.end());
  std::swap(a[0], a[2]);
  return a;
}();
static_assert(sorted == std::array<int, 3>{1, 2, 3} && std::size(three) == 3 && std::get<1>(three) == 1);
static_assert(std::min(3, 2) == 2 && std::max({1, 5, 4}) == 5 && std::clamp(7, 0, 3) == 3 && std::minmax(2, 1).first == 1);
static_assert(std::accumulate(three.begin(), three.end(), 0) == 6 && std::gcd(12, 18) == 6 && std::lcm(4u, 6u) == 12);
static_assert(std::count(three.begin(), three.end(), 1) == 1 && *std::max_element(three.begin(), three.end()) == 3);
static_assert(std::any_of(three.begin(), three.end(), [](int x) { return x > 2; }));
static_assert(std::find(three.begin(), three.end(), 9) == three.end());

static_assert(std::bit_cast<uint32_t>(1.0f) == 0x3f800000 && std::popcount(0xf0u) == 4 && std::countl_zero(uint16_t{1}) == 15);
static_assert(std::countr_zero(8u) == 3 && std::bit_width(5u) == 3 && std::bit_ceil(5u) == 8 && std::has_single_bit(16u));
static_assert(std::rotl(0x80000001u, 1) == 3 && std::rotr(uint8_t{1}, 1) == 0x80 && std::bit_floor(9u) == 8);
static_assert(std::numeric_limits<int8_t>::min() == -128 && std::numeric_limits<uint16_t>::max() == 65535);
static_assert(std::numeric_limits<int32_t>::max() == INT_MAX && std::numeric_limits<float>::max() == FLT_MAX);
static_assert(std::numeric_limits<int64_t>::lowest() == INT64_MIN && std::numeric_limits<float>::infinity() > FLT_MAX);
static_assert(std::floor(-1.5f) == -2 && std::ceil(1.25f) == 2 && std::trunc(-1.75f) == -1 && std::isnan(NAN) &&
              std::abs(-3) == 3);

constexpr std::optional<int> nothing = std::nullopt, five = 5;
static_assert(!nothing && five.has_value() && *five == 5 && nothing.value_or(7) == 7);
constexpr int through_tuple() {
  auto [a, b, c] = std::make_tuple(1, 2.0f, uint8_t{3});
  int x = 0, y = 0;
  std::tie(x, std::ignore, y) = std::tuple(4, 5, 6);
  return a + static_cast<int>(b) + c + x + y + std::get<2>(std::tuple(0, 0, 9));
}
static_assert(through_tuple() == 25 && std::tuple_size_v<std::tuple<int, char>> == 2);
static_assert(std::apply([](int a, int b) { return a - b; }, std::tuple(9, 4)) == 5);
constexpr auto pair = std::make_pair(1, 'a');
static_assert(pair.first == 1 && std::get<1>(pair) == 'a' && std::pair(1, 2) < std::pair(1, 3));
static_assert(std::plus<>()(1, 2) == 3 && std::greater<int>()(2, 1) && std::invoke([](int x) { return x + 1; }, 1) == 2);
template <size_t... i>
constexpr size_t sum(std::index_sequence<i...>) {
  return (i + ... + 0);
}
static_assert(sum(std::make_index_sequence<5>()) == 10 && std::to_underlying(traits::small::one) == 1);
static_assert(std::string_view("name") == "name" && std::string_view("a.b").find('.') == 1 &&
              std::string_view("abc").substr(1) == "bc");
}  // namespace values

void kernel_main() {
  experimental::CircularBuffer in(tt::CBIndex::c_0), out(tt::CBIndex::c_16);
  UNPACK(in.wait_front(1));
  UNPACK((mailbox_write(ThreadId::PackThreadId, in.pages_available_at_front(1) + 2u * in.pages_available_at_front(2))));
  out.reserve_back(1);
  PACK(({
    auto* to = reinterpret_cast<volatile uint32_t*>(out.get_write_ptr() << cb_addr_shift);
    std::array<uint32_t, 9> numbers;
    std::iota(numbers.begin(), numbers.end(), get_arg_val<uint32_t>(0));
    std::reverse(numbers.begin(), numbers.begin() + 4);
    std::sort(numbers.begin() + 4, numbers.end(), std::greater<>());
    std::array<uint32_t, 9> copies;
    std::memcpy(copies.data(), numbers.data(), sizeof copies);
    alignas(8) unsigned char room[8];
    auto* placed = new (room) uint32_t(std::exchange(copies[8], 77u));
    for (uint32_t i = 0; i < copies.size(); ++i) to[i] = copies[i];
    to[9] = *placed;
    to[11] = mailbox_read(ThreadId::UnpackThreadId);
    to[12] = out.pages_reservable_at_back(2) + 2u * out.pages_reservable_at_back(3);
    to[10] = static_cast<uint32_t>(std::memcmp(copies.data(), numbers.data(), 32) == 0);
    for (uint32_t i = 13; i < 1024; ++i) to[i] = i;
  }));
  out.push_back(1);
  in.pop_front(1);
}
