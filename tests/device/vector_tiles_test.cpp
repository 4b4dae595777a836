// SPDX-License-Identifier: Apache-2.0
// The vector unit's functions of several tiles, of integers, conversions and random numbers, on the vector unit alone.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "catch.h"
#include "models/vector_unit/vector_unit_function.h"
#include "tests/seed.h"
#include "workload/vector/choice.h"
#include "workload/vector/division.h"
#include "workload/vector/random.h"
#include "workload/vector/ternary.h"
#include "workload/vector/two_tiles.h"

using namespace tensix;
using namespace tensix::vector;
using words = std::vector<uint32_t>;

namespace {

float number(uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, 4);
  return x;
}
uint32_t bits_of(float x) {
  uint32_t b;
  std::memcpy(&b, &x, 4);
  return b;
}

// What Dst holds: 32 bits, of which integers of 16 bits are the upper half, or 16 bits.
enum class dst_width { bits_32, bf16 };

// A vector unit without a tile; programs of up to three tiles, the result in the place of the first.
class tiles_bench {
 public:
  explicit tiles_bench(dst_width width) : wide_(width == dst_width::bits_32) {
    uint32_t* config = state_.config.config[0];
    config[cfg::ALU_FORMAT_SPEC_REG1_SrcB.word] |= cfg::ALU_FORMAT_SPEC_REG1_SrcB.place(5);
    config[cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled.word] |= cfg::ALU_ACC_CTRL_SFPU_Fp32_enabled.place(wide_);
    state_.dst.narrow_is_high_half = wide_;
    run(start(wide_ ? 0 : round_to_bf16));
  }
  void run(const sequence& s) {
    for (uint32_t i = 0; i < s.size; ++i) unit_.execute(s.word[i], 0);
  }
  void seed(uint32_t number) { unit_.seed_prng(number); }

  // Datums in and out: bits of FP32 and 32-bit integers (32-bit Dst), of BF16, or integers of 16 bits.
  words run(const std::vector<words>& tiles, bool uint16_in, bool uint16_out, const sequence& head, const sequence& part,
            uint32_t times, const sequence& tail) {
    words results(tiles[0].size());
    for (size_t i = 0; i < results.size(); i += 32) {
      for (unsigned t = 0; t < tiles.size(); ++t)
        for (unsigned l = 0; l < 32; ++l) put(tile_rows * t + l / 8, l % 8 * 2, tiles[t][i + l], uint16_in);
      run(head);
      for (uint32_t n = 0; n < times; ++n) run(part);
      run(tail);
      for (unsigned l = 0; l < 32; ++l) results[i + l] = get(l / 8, l % 8 * 2, uint16_out);
    }
    return results;
  }
  words run(const program& p, const std::vector<words>& tiles, bool uint16_in = false, bool uint16_out = false) {
    run(p.constants), run(p.tile);
    return run(tiles, uint16_in, uint16_out, p.step, {}, 0, {});
  }

 private:
  void put(unsigned row, unsigned column, uint32_t x, bool uint16) {
    if (!wide_) {
      state_.dst.row_valid[row] = true;
      state_.dst.bits[row][column] = uint16 ? static_cast<uint16_t>(x) : dst_encode_bf16(static_cast<uint16_t>(x));
      return;
    }
    const uint32_t upper = dst_register::adj32(row, state_.bank(0)), word = uint16 ? x << 16 : dst_encode_fp32(x);
    state_.dst.row_valid[upper] = true;
    state_.dst.bits[upper][column] = static_cast<uint16_t>(word >> 16);
    state_.dst.bits[upper + 8][column] = static_cast<uint16_t>(word);
  }
  uint32_t get(unsigned row, unsigned column, bool uint16) const {
    if (!wide_) return uint16 ? state_.dst.bits[row][column] : dst_decode_bf16(state_.dst.bits[row][column]);
    const uint32_t upper = dst_register::adj32(row, state_.bank(0));
    if (uint16) return state_.dst.bits[upper][column];
    return dst_decode_fp32(uint32_t{state_.dst.bits[upper][column]} << 16 | state_.dst.bits[upper + 8][column]);
  }

  bool wide_;
  tensix_state state_{4096};
  vector_unit_function unit_{state_};
};

// All pairs of numbers that are somewhere near an edge, then random ones of all sizes.
constexpr size_t pairs = 4096;
void integers(words& a, words& b, bool sixteen) {
  const words edges = sixteen ? words{0, 1, 2, 3, 15, 16, 31, 32, 255, 256, 32767, 32768, 65534, 65535}
                              : words{0,          1,          2,          3,          5,          31,         32,
                                      33,         0xffff,     0x10000,    0x7fffff,   0x800000,   0x1000001,  0x3fffffff,
                                      0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0x80000002, 0xbfffffff, 0xff800001,
                                      0xffff0000, 0xffffffe0, 0xfffffffe, 0xffffffff};
  a.clear(), b.clear();
  for (const uint32_t x : edges)
    for (const uint32_t y : edges) a.push_back(x), b.push_back(y);
  std::mt19937 random(seeded(103));
  const auto any = [&]() -> uint32_t {
    if (sixteen) return random() & 0xffff;
    const uint32_t x = random() >> (random() & 31);
    return random() & 1 ? x : 0 - x;
  };
  while (a.size() < pairs) a.push_back(any()), b.push_back(any());
}

uint32_t wanted(integer_operation op, integer_format f, uint32_t a, uint32_t b) {
  using o = integer_operation;
  const int64_t x = f == integer_format::int32 ? static_cast<int32_t>(a) : int64_t{a};
  const int64_t y = f == integer_format::int32 ? static_cast<int32_t>(b) : int64_t{b};
  const bool shifts = b < 32;
  switch (op) {
    case o::add: return a + b;
    case o::sub: return a - b;
    case o::rsub: return b - a;
    case o::mul: return a * b;
    case o::bit_and: return a & b;
    case o::bit_or: return a | b;
    case o::bit_xor: return a ^ b;
    case o::left_shift: return shifts ? a << b : 0;
    case o::right_shift: return shifts ? static_cast<uint32_t>((int64_t{static_cast<int32_t>(a)}) >> b) : 0;
    case o::logical_right_shift: return shifts ? a >> b : 0;
    case o::max: return x > y ? a : b;
    case o::min: return x < y ? a : b;
    case o::lt: return x < y;
    case o::gt: return x > y;
    case o::le: return x <= y;
    case o::ge: return x >= y;
    case o::eq: return x == y;
    case o::ne: return x != y;
  }
  return 0;
}

template <class F>
void check_all(const char* name, const words& got, const words& a, const words& b, F want) {
  size_t wrong = 0, at = 0;
  for (size_t i = 0; i < got.size(); ++i)
    if (got[i] != want(a[i], b[i])) ++wrong, at = i;
  INFO(name << ": " << wrong << " wrong, the last of " << std::hex << a[at] << ", " << b[at] << ": " << got[at] << ", not "
            << want(a[at], b[at]));
  CHECK(wrong == 0);
}
words all_16_bits() {
  words x(65536);
  std::iota(x.begin(), x.end(), 0);
  return x;
}

}  // namespace

TEST_CASE("integers of two tiles, and of a tile and a number: two's complement, no sign, 16 bits") {
  words a, b;
  for (const integer_format f : {integer_format::int32, integer_format::uint32, integer_format::uint16})
    for (const dst_width width : {dst_width::bits_32, dst_width::bf16}) {
      const bool sixteen = f == integer_format::uint16;
      if (!sixteen && width == dst_width::bf16) continue;
      integers(a, b, sixteen);
      tiles_bench bench(width);
      const uint32_t mask = sixteen ? 0xffff : 0xffffffff;
      for (uint32_t o = 0; o <= static_cast<uint32_t>(integer_operation::ne); ++o) {
        const auto op = static_cast<integer_operation>(o);
        check_all(("operation " + std::to_string(o) + " of format " + std::to_string(static_cast<int>(f))).c_str(),
                  bench.run(integer_binary(op, f), {a, b}, sixteen, sixteen), a, b,
                  [&](uint32_t x, uint32_t y) { return wanted(op, f, x, y) & mask; });
        program p = integer_with_scalar(op, f);
        for (const uint32_t y : {3u, 40u, 0x80000000u, 0xfffffff9u}) {
          p.tile = {};
          p.tile.constant_word(l4, y & mask);
          check_all(("with a number: " + std::to_string(o)).c_str(), bench.run(p, {a}, sixteen, sixteen), a, b,
                    [&](uint32_t x, uint32_t) { return wanted(op, f, x, y & mask) & mask; });
        }
        const bool equality = op == integer_operation::eq || op == integer_operation::ne;
        if (op < integer_operation::lt || (f != integer_format::int32 && !equality)) continue;
        check_all(("with zero: " + std::to_string(o)).c_str(), bench.run(integer_with_zero(op, f), {a}, sixteen, sixteen), a, b,
                  [&](uint32_t x, uint32_t) { return wanted(op, f, x, 0); });
      }
    }
  integers(a, b, false);
  program p = clamp_integer();
  p.tile.constant_word(l5, static_cast<uint32_t>(-100000)).constant_word(l4, 77);
  check_all("clamp", tiles_bench(dst_width::bits_32).run(p, {a}), a, b, [](uint32_t x, uint32_t) {
    return static_cast<uint32_t>(std::min(std::max(static_cast<int32_t>(x), -100000), 77));
  });
  check_all("not", tiles_bench(dst_width::bits_32).run(integer_not(), {a}), a, b, [](uint32_t x, uint32_t) { return ~x; });
}

TEST_CASE("quotients and remainders of integers are exact") {
  words a, b;
  integers(a, b, false);
  for (uint32_t& x : b)
    if (x == 0) x = 7;
  const auto of = [](division d, uint32_t a, uint32_t b) {
    const int64_t x = static_cast<int32_t>(a), y = static_cast<int32_t>(b), q = x / y, r = x % y;
    const bool down = r != 0 && (r < 0) != (y < 0);
    switch (d) {
      case division::cut: return static_cast<uint32_t>(q);
      case division::floor: return static_cast<uint32_t>(q - down);
      case division::remainder: return static_cast<uint32_t>(r);
      case division::modulo: return static_cast<uint32_t>(down ? r + y : r);
    }
    return 0u;
  };
  for (const division d : {division::cut, division::floor, division::remainder, division::modulo})
    check_all(("division " + std::to_string(static_cast<int>(d))).c_str(),
              tiles_bench(dst_width::bits_32).run(divide_integers(d), {a, b}), a, b,
              [&](uint32_t x, uint32_t y) { return of(d, x, y); });

  b[0] = 0, a[0] = 5, b[1] = 0, a[1] = static_cast<uint32_t>(-5), b[2] = 0, a[2] = 0;
  const words q = tiles_bench(dst_width::bits_32).run(divide_integers_as_floats(), {a, b});
  CHECK(q[0] == positive_infinity);
  CHECK(q[1] == 0xff800000);
  CHECK(std::isnan(number(q[2])));
  double worst = 0;
  for (size_t i = 3; i < q.size(); ++i) {
    const double want = static_cast<double>(static_cast<int32_t>(a[i])) / static_cast<int32_t>(b[i]);
    if (want == 0) CHECK((q[i] & 0x7fffffff) == 0);
    else worst = std::fmax(worst, std::fabs(number(q[i]) / want - 1) * 0x1p24);
  }
  INFO(worst);
  CHECK(worst < 3);
}

TEST_CASE("common divisors and multiples of integers") {
  words a, b;
  integers(a, b, false);
  for (words* x : {&a, &b})
    for (uint32_t& i : *x)
      if (i == 0x80000000) i = 0x7ffffff0;
  for (size_t i = 0; i + 1 < 512; ++i)
    a[pairs - 1 - i] *= 12, b[pairs - 1 - i] = static_cast<uint32_t>(i) * 18;  // some in common
  const auto magnitude = [](uint32_t x) {
    return static_cast<int64_t>(std::abs(static_cast<int64_t>(static_cast<int32_t>(x))));
  };
  for (const bool multiple : {false, true}) {
    const repeated_program p = multiple ? common_multiple() : common_divisor();
    tiles_bench bench(dst_width::bits_32);
    bench.run(p.constants);
    check_all(multiple ? "multiple" : "divisor", bench.run({a, b}, false, false, p.head, p.part, p.times, p.tail), a, b,
              [&](uint32_t x, uint32_t y) {
                const int64_t g = std::gcd(magnitude(x), magnitude(y));
                return static_cast<uint32_t>(!multiple ? g : g == 0 ? 0 : magnitude(x) / g * magnitude(y));
              });
  }
}

TEST_CASE("floats to integers and back, integers of one width to another") {
  words ints, floats, none;
  integers(ints, none, false);
  std::mt19937 random(seeded(104));
  for (const float x :
       {0.f,     0.49f,    0.5f,    0.51f,      1.f,          1.5f,         2.5f,         255.f,        256.9f, 65534.5f,
        65535.f, 65535.5f, 65536.f, 16777217.f, 2147483520.f, 2147483648.f, 4294967040.f, 4294967296.f, 1e30f,  INFINITY})
    for (const float s : {1.f, -1.f}) floats.push_back(bits_of(s * x));
  floats.push_back(not_a_number), floats.push_back(0x00400000), floats.push_back(0x80400000);
  while (floats.size() < pairs) floats.push_back((random() & 0x807fffff) | (100 + random() % 65) << 23);
  none.resize(pairs);

  const auto convert_in = [&](datum from, datum to, bool bf16, const words& in) {
    return tiles_bench(dst_width::bits_32).run(convert(from, to, bf16), {in}, from == datum::uint16, to == datum::uint16);
  };
  check_all("float to int32", convert_in(datum::floating, datum::int32, false, floats), floats, none, [](uint32_t b, uint32_t) {
    const double x = number(b);
    return x > -0x1p31 && x < 0x1p31 ? static_cast<uint32_t>(static_cast<int32_t>(x)) : 0x80000000;
  });
  check_all("float to uint32", convert_in(datum::floating, datum::uint32, false, floats), floats, none,
            [](uint32_t b, uint32_t) {
              const double x = number(b);
              return b >> 31 ? 0 : x < 0x1p32 ? static_cast<uint32_t>(x) : 0xffffffff;
            });
  check_all("float to uint16", convert_in(datum::floating, datum::uint16, false, floats), floats, none,
            [](uint32_t b, uint32_t) {
              const double x = number(b);
              return b >> 31 ? 0 : x < 65535 ? static_cast<uint32_t>(std::floor(x + 0.5)) : 65535;
            });
  check_all("float to uint8", convert_in(datum::floating, datum::uint8, false, floats), floats, none, [](uint32_t b, uint32_t) {
    const double x = number(b);
    return std::fabs(x) < 0x1p31 ? static_cast<uint32_t>(static_cast<int32_t>(x)) & 255 : 0;
  });
  const auto rounded = [](double x) {  // to BF16 from FP32, ties away from zero
    return (bits_of(static_cast<float>(x)) + 0x8000) & 0xffff0000;
  };
  const auto exact = [](double x) { return bits_of(static_cast<float>(x)); };
  const auto as_int = [](uint32_t x) { return static_cast<double>(static_cast<int32_t>(x)); };
  for (const bool bf16 : {false, true}) {
    check_all("int32 to float", convert_in(datum::int32, datum::floating, bf16, ints), ints, none,
              [&](uint32_t x, uint32_t) { return bf16 ? rounded(as_int(x)) : exact(as_int(x)); });
    // The upper bit is added to the rounded rest: off by a place of FP32 at most.
    const words u = convert_in(datum::uint32, datum::floating, bf16, ints);
    for (size_t i = 0; i < u.size(); ++i) {
      const double want = ints[i];
      CHECK(std::fabs(number(u[i]) - want) <= want * (bf16 ? 0x1.01p-8 : 0x1p-23));
    }
    const words sixteen = all_16_bits(), nothing(65536);
    check_all("uint16 to float", convert_in(datum::uint16, datum::floating, bf16, sixteen), sixteen, nothing,
              [&](uint32_t x, uint32_t) { return bf16 ? rounded(x) : exact(x); });
    if (bf16)
      check_all("uint16 to BF16 in a 16-bit Dst",
                tiles_bench(dst_width::bf16).run(convert(datum::uint16, datum::floating, true), {sixteen}, true, false),
                sixteen, nothing, [&](uint32_t x, uint32_t) { return rounded(x) >> 16; });
  }
  const words sixteen = all_16_bits(), nothing(65536);
  check_all("uint16 to uint32", convert_in(datum::uint16, datum::uint32, false, sixteen), sixteen, nothing,
            [](uint32_t x, uint32_t) { return x; });
  check_all("BF16 to uint16 in a 16-bit Dst",
            tiles_bench(dst_width::bf16).run(convert(datum::floating, datum::uint16, false), {sixteen}, false, true), sixteen,
            nothing, [](uint32_t b, uint32_t) {
              const double x = number(b << 16);
              return b >> 15 ? 0 : x < 65535 ? static_cast<uint32_t>(std::floor(x + 0.5)) : 65535;
            });
  check_all("int32 to uint16", convert_in(datum::int32, datum::uint16, false, ints), ints, none,
            [](uint32_t x, uint32_t) { return x >> 31 ? 0 : std::min(x, 65535u); });
  check_all("uint32 to uint16", convert_in(datum::uint32, datum::uint16, false, ints), ints, none,
            [](uint32_t x, uint32_t) { return std::min(x, 65535u); });
  check_all("int32 to uint8", convert_in(datum::int32, datum::uint8, false, ints), ints, none,
            [](uint32_t x, uint32_t) { return x & 255; });
  for (size_t i = 0; i < floats.size(); i += 3) floats[i] = (floats[i] & 0xffff0000) | 0x8000;  // ties
  check_all("FP32 to BF16", tiles_bench(dst_width::bits_32).run(round_to_even(), {floats}), floats, none,
            [](uint32_t b, uint32_t) { return b & 0x7f800000 ? (b + 0x7fff + (b >> 16 & 1)) & 0xffff0000 : b & 0x80000000; });
}

TEST_CASE("quantisation") {
  std::mt19937 random(seeded(105));
  words x(pairs), scale(pairs), whole(pairs);
  for (size_t i = 0; i < pairs; ++i) {
    whole[i] = static_cast<uint32_t>(static_cast<int32_t>(random() % 401) - 200);
    scale[i] = bits_of(0.25f + 0.25f * static_cast<float>(random() % 8));
    x[i] = bits_of(0.125f * static_cast<float>(static_cast<int32_t>(random() % 4001) - 2000));
  }
  const float zero_point = 3;
  sequence zero;
  zero.special_constant(c11, bits_of(zero_point));
  const auto rounded = [](double v) {
    return static_cast<uint32_t>(static_cast<int32_t>(std::fmin(std::fmax(std::round(v), -127), 127)));
  };
  tiles_bench bench(dst_width::bits_32);
  bench.run(zero);
  check_all("quant", bench.run(quantisation(), {x, scale}), x, scale,
            [&](uint32_t a, uint32_t b) { return rounded(double{number(a)} * number(b) + zero_point); });
  check_all("requant", bench.run(requantisation(), {whole, scale}), whole, scale,
            [&](uint32_t a, uint32_t b) { return rounded(static_cast<int32_t>(a) * double{number(b)} + zero_point); });
  check_all("dequant", bench.run(dequantisation(), {whole, scale}), whole, scale, [&](uint32_t a, uint32_t b) {
    return bits_of((static_cast<float>(static_cast<int32_t>(a)) + zero_point) * number(b)) & ~(uint32_t{a == 0xfffffffd} << 31);
  });
}

TEST_CASE("one of two datums, masks, what has no bits") {
  words a = all_16_bits(), b(65536), c(65536);
  std::mt19937 random(seeded(106));
  for (size_t i = 0; i < a.size(); ++i) {
    b[i] = random() & 0x7fff, c[i] = random() & 0x7fff;
    if (i % 3 == 0) a[i] = 0;
  }
  for (const dst_width width : {dst_width::bits_32, dst_width::bf16}) {
    const uint32_t mode = width == dst_width::bf16 ? as_uint16 : as_int32;
    tiles_bench bench(width);
    words want(65536);
    for (size_t i = 0; i < want.size(); ++i) want[i] = a[i] ? b[i] : c[i];
    CHECK(bench.run(where_not_zero(mode), {a, b, c}) == want);
    for (uint32_t& x : b) x = x & 0x7f80 ? x : 0x3f80;
    words data = b, masked = b;
    if (width == dst_width::bits_32)
      for (uint32_t& x : data) x <<= 16;
    masked = data;
    for (size_t i = 0; i < a.size(); ++i)
      if (a[i] == 0) masked[i] = 0;
    // Denormal masks of a 32-bit Dst are loaded as they are.
    CHECK(bench.run(mask(zero), {data, a}) == masked);
    program p = mask(l4);
    p.tile.constant(l4, positive_infinity);
    for (size_t i = 0; i < a.size(); ++i)
      if (a[i] == 0) masked[i] = width == dst_width::bf16 ? positive_infinity >> 16 : positive_infinity;
    CHECK(bench.run(p, {data, a}) == masked);
    for (size_t i = 0; i < a.size(); ++i) want[i] = a[i] ? 0 : width == dst_width::bf16 ? 0x3f80 : 0x3f800000;
    CHECK(bench.run(has_no_bits(), {a}) == want);
  }
}

namespace {

// The error of results in places of the format that the largest of what was added has, of those that are numbers; other ones have to
// be the same.
struct wanted_number {
  double value, size;
  wanted_number(double v) : value(v), size(v) {}  // NOLINT
  wanted_number(double a, double b) : value(a + b), size(std::fmax(std::fabs(a), std::fabs(b))) {}
};
double worst_error(const char* name, const words& got, dst_width width, const std::vector<wanted_number>& want, const words& a,
                   const words& b) {
  double worst = 0;
  size_t at = 0, others = 0, other = 0;
  const int places = width == dst_width::bf16 ? 7 : 23;
  for (size_t i = 0; i < got.size(); ++i) {
    const double x = number(width == dst_width::bf16 ? got[i] << 16 : got[i]), w = want[i].value;
    if (std::fabs(w) > 0x1.fep127 || std::isnan(w)) {
      const bool good = std::isnan(w) ? std::isnan(x) : (x > 0) == (w > 0) && std::fabs(x) > 0x1.fcp127;
      if (!good) ++others, other = i;
    } else if (std::fabs(w) < 0x1p-125) {
      if (!(std::fabs(x) < 0x1p-124)) ++others, other = i;
    } else {
      const double e = std::isfinite(x)
                           ? std::fabs(x - w) / std::ldexp(1, std::ilogb(std::fmax(std::fabs(w), want[i].size)) - places)
                       : std::fabs(w) > 0x1.fcp127 ? 0
                                                   : 1e30;
      if (e > worst) worst = e, at = i;
    }
  }
  char text[300];
  std::snprintf(text, sizeof text, "%s: %g places at 0x%x, 0x%x: 0x%x, not %g; %zu others, 0x%x, 0x%x: 0x%x, not %g", name,
                worst, a[at], b[at], got[at], want[at].value, others, a[other], b[other], got[other], want[other].value);
  if (std::getenv("TENSIX_VECTOR_SHOW")) std::printf("%s\n", text);
  INFO(text);
  CHECK(others == 0);
  return worst;
}

}  // namespace

TEST_CASE("powers, logarithms, remainders, quotients of floats stay within their bounds") {
  std::mt19937 random(seeded(107));
  for (const dst_width width : {dst_width::bf16, dst_width::bits_32}) {
    const bool bf16 = width == dst_width::bf16;
    const auto w = bf16 ? vector::width::narrow : vector::width::wide;
    const auto cut = [&](float x) { return bf16 ? bits_of(x) >> 16 : bits_of(x); };
    const auto value = [&](uint32_t b) { return double{number(bf16 ? b << 16 : b)}; };
    words x, y, z;
    for (const float u : {0.f, 1.f, 0.5f, 2.f, 3.f, -1.f, -2.f, -0.75f, 1e30f, 1e-30f, INFINITY, NAN, 17.f})
      for (const float v : {0.f, 1.f, -1.f, 2.f, 3.f, -3.f, 0.5f, -2.5f, 100.f, 1e20f})
        x.push_back(cut(u)), y.push_back(cut(v));
    const size_t special = x.size();
    std::uniform_real_distribution<float> unit(-1, 1);
    while (x.size() < 16384) {
      x.push_back(cut(std::exp2(16 * unit(random))));
      y.push_back(cut(unit(random) * (x.size() & 1 ? 8.f : 40.f)));
    }
    (void)special;
    z = y;
    std::reverse(z.begin(), z.end());
    tiles_bench bench(width);
    std::vector<wanted_number> want(x.size(), 0.);
    const auto compare = [&](const char* name, const words& got, double bound, auto f) {
      for (size_t i = 0; i < want.size(); ++i) want[i] = f(value(x[i]), value(y[i]), value(z[i]));
      CHECK(worst_error(name, got, width, want, x, y) <= bound);
    };
    compare("power", bench.run(power_of_tiles(w), {x, y}), bf16 ? 1 : 200,
            [](double a, double b, double) { return std::pow(a, b); });
    compare("y log x", bench.run(times_logarithm(w), {x, y}), bf16 ? 1 : 3, [](double a, double b, double) {
      return std::isinf(a) && b == 0 ? NAN : a == 0 && b == 0 ? NAN : b * std::log(a);
    });
    // Exact up to quotients that are numbers of what the divisor has not of 27 bits.
    words few = x;
    for (size_t i = 0; i < few.size(); ++i)
      if (const double q = value(x[i]) / value(y[i]); std::isfinite(q) && std::fabs(q) > (bf16 ? 0x1p19 : 8)) few[i] = y[i];
    std::swap(x, few);
    compare("remainder", bench.run(remainder_of_tiles(w), {x, y}), 0,
            [](double a, double b, double) { return std::fmod(a, b); });
    std::swap(x, few);
    compare("equal", bench.run(equal(), {x, y}), 0, [](double a, double b, double) { return a == b; });
    program p = add_product(w);
    p.tile.constant(l4, bits_of(0.75f));
    compare("a + v b c", bench.run(p, {x, y, z}), 2,
            [](double a, double b, double c) { return wanted_number(a, 0.75 * b * c); });
    p = add_quotient(w);
    p.tile.constant(l4, bits_of(0.75f));
    compare("a + v b / c", bench.run(p, {x, y, z}), bf16 ? 2 : 3,
            [](double a, double b, double c) { return wanted_number(a, 0.75 * b / c); });
    compare("a + c (b - a)", bench.run(between(w), {x, y, z}), 2,
            [](double a, double b, double c) { return wanted_number(a, c * (b - a)); });
  }
}

TEST_CASE("random numbers: within the range, even, the same from the same seed; datums left out as often as was asked for") {
  tiles_bench bench(dst_width::bits_32);
  const words nothing(32768);
  program p = uniform();
  p.tile.constant(l4, bits_of(4.f)).constant(l5, bits_of(-1.f));
  bench.seed(11);
  const words first = bench.run(p, {nothing});
  bench.seed(12);
  const words other = bench.run(p, {nothing});
  bench.seed(11);
  CHECK(bench.run(p, {nothing}) == first);
  CHECK(other != first);
  double sum = 0, squares = 0;
  for (const uint32_t b : first) {
    const double x = number(b);
    CHECK((x >= -1 && x < 3));
    sum += x, squares += (x - 1) * (x - 1);
  }
  CHECK(std::fabs(sum / 32768 - 1) < 0.05);
  CHECK(std::fabs(squares / 32768 - 16. / 12) < 0.05);

  const words ones(32768, bits_of(1.f));
  for (const double probability : {0., 0.25, 0.5, 1.}) {
    p = dropout(vector::width::wide);
    p.tile.constant(l4, bits_of(2.f)).constant_word(l5, static_cast<uint32_t>(probability * 0x7fffffff));
    unsigned out = 0;
    for (const uint32_t b : bench.run(p, {ones})) {
      CHECK((b == 0 || b == bits_of(2.f)));
      out += b == 0;
    }
    CHECK(std::fabs(out / 32768. - probability) < 0.03);
  }
}
