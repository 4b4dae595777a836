// SPDX-License-Identifier: Apache-2.0
// Tensors: .npy files good and bad, tile layout and number formats against plain arithmetic, references, accuracy.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <set>
#include <stdexcept>

#include "catch.h"
#include "workload/tensors/npy.h"
#include "workload/tensors/tensor.h"
#include "workload/tensors/test_values.h"
#include "workload/tensors/tile_layout.h"

using namespace tensix;

namespace {

struct temporary_file {
  std::string name;
  explicit temporary_file(const std::string& tag) : name("tensor_function_test_" + tag + ".npy") {}
  ~temporary_file() { std::remove(name.c_str()); }
};

void write_raw(const std::string& file, const std::string& header, const std::string& data, int version = 1) {
  std::ofstream out(file, std::ios::binary);
  out << "\x93NUMPY" << static_cast<char>(version) << '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) out << static_cast<char>(header.size() >> (8 * i));
  out << header << data;
}
std::string dictionary(const std::string& type, const std::string& shape, const std::string& order = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }\n";
}
std::string message_of(const std::string& file) {
  try {
    read_npy(file);
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "";
}
template <class T>
std::string raw(std::initializer_list<T> values) {
  std::string s;
  for (T v : values) s.append(reinterpret_cast<const char*>(&v), sizeof v);
  return s;
}

}  // namespace

TEST_CASE("npy: what is written is read back") {
  temporary_file f("round_trip");
  const tensor t = make_test_tensor(7, 45, 3, 24);
  write_npy(f.name, t);
  const tensor u = read_npy(f.name);
  CHECK(u.rows == 7);
  CHECK(u.cols == 45);
  CHECK(u.data == t.data);
}

TEST_CASE("npy: number types, shapes and header versions") {
  temporary_file f("types");
  write_raw(f.name, dictionary("<f2", "(4,)"), raw<uint16_t>({0x3c00, 0xc100, 0x0001, 0x7bff}));
  tensor t = read_npy(f.name);
  CHECK(t.rows == 1);
  CHECK(t.data == std::vector<float>{1.0f, -2.5f, std::ldexp(1.0f, -24), 65504.0f});
  write_raw(f.name, dictionary("<f8", "(2, 2, 3)"), raw<double>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, -12.5}), 2);
  t = read_npy(f.name);
  CHECK(t.rows == 4);
  CHECK(t.cols == 3);
  CHECK(t.at(3, 2) == -12.5f);
  write_raw(f.name, dictionary("<i4", "(1, 2)"), raw<int32_t>({-7, 1 << 20}));
  CHECK(read_npy(f.name).data == std::vector<float>{-7.0f, 1048576.0f});
  write_raw(f.name, dictionary("|u1", "(3, 1)"), raw<uint8_t>({0, 128, 255}), 3);
  t = read_npy(f.name);
  CHECK(t.rows == 3);
  CHECK(t.data == std::vector<float>{0.0f, 128.0f, 255.0f});
  write_raw(f.name, dictionary("<f4", "()"), raw<float>({42}));
  CHECK(read_npy(f.name).data == std::vector<float>{42.0f});
}

TEST_CASE("npy: integers stay what they are, in tiles too") {
  temporary_file f("integers");
  const auto integers = [](const tensor& t) {
    std::vector<int32_t> all(t.data.size());
    std::memcpy(all.data(), t.data.data(), all.size() * sizeof(int32_t));
    return all;
  };
  constexpr int32_t largest = 0x7fffffff;
  const std::vector<int32_t> some = {16777217, -16777217, largest, -largest, 0, -1};
  write_raw(f.name, dictionary("<i4", "(1, 7)"), raw<int32_t>({16777217, -16777217, largest, -largest, 0, -1, -largest - 1}));
  const tensor t = read_npy(f.name, true);
  CHECK(integers(t) == std::vector<int32_t>{16777217, -16777217, largest, -largest, 0, -1, -largest});
  for (const tile_format format : {tile_format::int32, tile_format::int8}) {
    uint8_t bytes[tile_datums * 4] = {};
    encode_tile(t, 0, 0, format, bytes);
    tensor u(t.rows, t.cols);
    u.integers = true;
    decode_tile(bytes, format, 0, 0, u);
    write_npy(f.name, u);
    const std::vector<int32_t> again = integers(read_npy(f.name, true));
    for (size_t i = 0; i < some.size(); ++i)
      CHECK(again[i] == (format == tile_format::int32 ? some[i] : std::clamp(some[i], -127, 127)));
    float values[tile_datums];  // the same bytes as numbers
    decode_tile(bytes, format, values);
    CHECK(values[1] == static_cast<float>(again[1]));
  }
  write_raw(f.name, dictionary("<f8", "(1, 6)"), raw<double>({2.5, 3.5, -1e300, 1e300, -0.0, std::nan("")}));
  CHECK(integers(read_npy(f.name, true)) == std::vector<int32_t>{2, 4, -largest, largest, 0, largest});
  write_raw(f.name, dictionary("<u2", "(1, 2)"), raw<uint16_t>({0, 65535}));
  CHECK(integers(read_npy(f.name, true)) == std::vector<int32_t>{0, 65535});
  CHECK(read_npy(f.name).data == std::vector<float>{0, 65535});
  write_raw(f.name, dictionary("<u8", "(1, 1)"), raw<uint64_t>({~uint64_t{0}}));
  CHECK(integers(read_npy(f.name, true)) == std::vector<int32_t>{largest});
}

TEST_CASE("npy: integers exact, or refused by their place; written with as many bits as asked for") {
  temporary_file f("exact");
  const auto said = [&](int64_t least, int64_t largest) -> std::string {
    try {
      read_npy_integers(f.name, least, largest, "that");
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "";
  };
  write_raw(f.name, dictionary("<u8", "(2, 2)"), raw<uint64_t>({0, 4294967295, 7, 4294967296}));
  CHECK(npy_shape(f.name) == std::vector<uint64_t>{2, 2});
  CHECK(said(0, 4294967296) == "");
  CHECK(said(0, 4294967295) == f.name +
                                   ": 4294967296 at [1, 1] is not an integer of 0 to 4294967295, as that holds; round or clip "
                                   "the array, or choose another format");
  write_raw(f.name, dictionary("<f4", "(2, 1, 2)"), raw<float>({1, -3, 0.5f, 2}));
  CHECK(said(-4, 4).find("0.5 at [1, 0, 0] is not an integer of -4 to 4") != std::string::npos);
  CHECK(said(0, 4).find("-3 at [0, 0, 1]") != std::string::npos);
  write_raw(f.name, dictionary("|b1", "(2,)"), std::string("\0\1", 2));
  CHECK(said(0, 1) == "");
  CHECK(read_npy(f.name).data == std::vector<float>{0, 1});
  write_raw(f.name, dictionary("<f8", "(2,)"), raw<double>({1e38, -1e39}));
  CHECK(message_of(f.name).find("-1e+39 at [1] is more than a 32-bit float holds") != std::string::npos);

  for (const auto& [type, least, largest] : {std::tuple{"|u1", int64_t{0}, int64_t{255}},
                                             {"<u2", 0, 65535},
                                             {"<u4", 0, 4294967295},
                                             {"|i1", -128, 127},
                                             {"<i2", -32768, 32767},
                                             {"<i4", -2147483648, 2147483647}}) {
    tensor t(1, 2);
    t.integers = true;
    const uint32_t bits[] = {static_cast<uint32_t>(least), static_cast<uint32_t>(largest)};
    std::memcpy(t.data.data(), bits, sizeof bits);
    write_npy(f.name, t, type);
    INFO(type);
    CHECK(said(least, largest) == "");
    const tensor u = read_npy_integers(f.name, least, largest, "that");
    CHECK(std::memcmp(u.data.data(), bits, sizeof bits) == 0);
    CHECK(said(least + 1, largest).find(" at [0, 0] ") != std::string::npos);
    CHECK(said(least, largest - 1).find(" at [0, 1] ") != std::string::npos);
  }
}

TEST_CASE("npy: every wrong file is refused by name and reason") {
  temporary_file f("wrong");
  const auto expect = [&](const std::string& fragment) {
    const std::string m = message_of(f.name);
    INFO(m);
    CHECK(m.find(f.name) == 0);
    CHECK(m.find(fragment) != std::string::npos);
  };
  CHECK(message_of("no_such_directory/x.npy").find("cannot be opened") != std::string::npos);
  std::ofstream(f.name, std::ios::binary) << "PK\x03\x04 something else";
  expect("not an npy file");
  std::ofstream(f.name, std::ios::binary) << "\x93NU";
  expect("truncated");
  write_raw(f.name, dictionary("<f4", "(2, 2)"), raw<float>({1, 2, 3}));
  expect("truncated: shape (2, 2) of <f4 needs 16 bytes of data, 12 are there");
  write_raw(f.name, dictionary("<f4", "(2, 2)", "True"), raw<float>({1, 2, 3, 4}));
  expect("Fortran order");
  write_raw(f.name, dictionary(">f4", "(1, 1)"), raw<float>({1}));
  expect("data type >f4 is not supported");
  write_raw(f.name, dictionary("<c8", "(1, 1)"), raw<float>({1, 2}));
  expect("data type <c8 is not supported");
  write_raw(f.name, dictionary("<f4", "(3, 0)"), "");
  expect("has no elements");
  write_raw(f.name, dictionary("<f4", "(65536, 65536)"), "");
  expect("too large");
  write_raw(f.name, dictionary("<f4", "(99999999999999999999999,)"), "");
  expect("too large");
  write_raw(f.name, "{'descr': '<f4', }", "");
  expect("no 'fortran_order'");
  write_raw(f.name, dictionary("<f4", "(1, 1)"), raw<float>({1}), 9);
  expect("version 9");
}

TEST_CASE("tile layout: faces row by row, padding with zeroes") {
  tensor t(40, 50);
  for (uint32_t r = 0; r < 40; ++r)
    for (uint32_t c = 0; c < 50; ++c) t.at(r, c) = static_cast<float>(1 + r * 50 + c);
  const tile_grid g(40, 50);
  CHECK(g.tile_rows == 2);
  CHECK(g.tile_cols == 2);
  CHECK(g.padded());
  CHECK_FALSE(tile_grid(64, 32).padded());
  std::vector<uint8_t> bytes(4096);
  for (uint32_t tr = 0; tr < 2; ++tr)
    for (uint32_t tc = 0; tc < 2; ++tc) {
      encode_tile(t, tr, tc, tile_format::fp32, bytes.data());
      std::vector<float> plain(1024);
      std::memcpy(plain.data(), bytes.data(), 4096);
      size_t at = 0;
      for (uint32_t face = 0; face < 4; ++face)
        for (uint32_t r = 0; r < 16; ++r)
          for (uint32_t c = 0; c < 16; ++c, ++at) {
            const uint32_t row = tr * 32 + (face / 2) * 16 + r, col = tc * 32 + (face % 2) * 16 + c;
            REQUIRE(plain[at] == (row < 40 && col < 50 ? t.at(row, col) : 0.0f));
          }
    }
  CHECK(tile_bytes(tile_format::bf16) == 2048);
  CHECK(tile_bytes(tile_format::fp16) == 2048);
  CHECK(tile_bytes(tile_format::bfp8) == 1088);
  CHECK(configured_address(0x20000) == 0x1fff);
  CHECK_THROWS_AS(parse_tile_format("bf-16"), std::invalid_argument);
  CHECK(parse_tile_format("bfp8") == tile_format::bfp8);
}

TEST_CASE("number formats: nearest even, judged by distance") {
  // Every value's representation must be at least as close as its neighbours; ties must be even.
  tensor t(32, 32);
  for (size_t i = 0; i < t.data.size(); ++i) {
    const float base = std::ldexp(1.0f + static_cast<float>(i % 128) / 128.0f, static_cast<int>(i / 128) - 4);
    const float half_steps[4] = {0.0f, 0.5f, 0.50001f, 0.25f};
    t.data[i] = base * (1.0f + half_steps[i % 4] / 256.0f) * (i % 3 ? 1.0f : -1.0f);
  }
  const tensor b = quantize(t, tile_format::bf16), h = quantize(t, tile_format::fp16), f = quantize(t, tile_format::fp32);
  CHECK(f.data == t.data);
  for (size_t i = 0; i < t.data.size(); ++i) {
    int exponent;
    std::frexp(t.data[i], &exponent);
    // nearbyint rounds halves to even.
    const double step8 = std::ldexp(1.0, exponent - 8), step11 = std::ldexp(1.0, exponent - 11);
    REQUIRE(b.data[i] == std::nearbyint(t.data[i] / step8) * step8);
    REQUIRE(h.data[i] == std::nearbyint(t.data[i] / step11) * step11);
  }
  tensor edge(1, 5);
  edge.data = {1e6f, -1e6f, std::ldexp(1.0f, -24), std::ldexp(1.5f, -26), std::ldexp(1.0f, -15)};
  CHECK(quantize(edge, tile_format::fp16).data ==
        std::vector<float>{65504.0f, -65504.0f, std::ldexp(1.0f, -24), 0.0f, std::ldexp(1.0f, -15)});
}

TEST_CASE("block float: one exponent for sixteen, no negative zero") {
  tensor t = make_test_tensor(64, 64, 11, 12);
  t.at(0, 0) = -std::ldexp(1.0f, -20);  // vanishes beside its neighbours
  const tensor q = quantize(t, tile_format::bfp8);
  for (uint32_t r = 0; r < 64; ++r)
    for (uint32_t c = 0; c < 64; c += 16) {
      float largest = 0;
      for (uint32_t i = 0; i < 16; ++i) largest = std::max(largest, std::fabs(t.at(r, c + i)));
      int exponent;
      std::frexp(largest, &exponent);
      const double step = std::ldexp(1.0, exponent - 7);
      for (uint32_t i = 0; i < 16; ++i) {
        const double nearest = std::nearbyint(t.at(r, c + i) / step);
        const double kept = std::fabs(nearest) > 127 ? std::copysign(127.0, nearest) : nearest;
        REQUIRE(q.at(r, c + i) == static_cast<float>(kept * step));
      }
    }
  uint8_t bytes[1088];
  encode_tile(t, 0, 0, tile_format::bfp8, bytes);
  CHECK(bytes[64] == 0);
  CHECK(quantize(q, tile_format::bfp8).data == q.data);
}

TEST_CASE("test data is the same everywhere and exact in the formats it is meant for") {
  const tensor a = make_test_tensor(32, 33, 5), b = make_test_tensor(32, 33, 5), c = make_test_tensor(32, 33, 6);
  CHECK(a.data == b.data);
  CHECK(a.data != c.data);
  CHECK(quantize(a, tile_format::bf16).data == a.data);
  CHECK(quantize(make_test_tensor(32, 32, 9, 11), tile_format::fp16).data == make_test_tensor(32, 32, 9, 11).data);
  std::set<float> values(a.data.begin(), a.data.end());
  CHECK(values.size() > 500);
  for (float v : a.data) REQUIRE((v == 0 || (std::fabs(v) >= 0.125f && std::fabs(v) < 4.0f)));
  CHECK_THROWS_AS(make_test_tensor(1, 1, 0, 25), std::invalid_argument);
}

TEST_CASE("references and accuracy") {
  tensor a(2, 3), b(3, 2), row(1, 3), column(2, 1), scalar(1, 1);
  a.data = {1, 2, 3, 4, 5, 6};
  b.data = {1, 0, -1, 2, 0.5f, 1};
  row.data = {10, 20, 30};
  column.data = {100, 200};
  scalar.data = {2};
  CHECK(reference_matmul(a, b).data == std::vector<double>{0.5, 7, 2, 16});
  CHECK(reference_elementwise(elementwise::add, a, row, broadcast::row).data == std::vector<double>{11, 22, 33, 14, 25, 36});
  CHECK(reference_elementwise(elementwise::sub, a, column, broadcast::column).data ==
        std::vector<double>{-99, -98, -97, -196, -195, -194});
  CHECK(reference_elementwise(elementwise::mul, a, scalar, broadcast::scalar).data == std::vector<double>{2, 4, 6, 8, 10, 12});
  CHECK_THROWS_AS(reference_elementwise(elementwise::add, a, row, broadcast::none), std::invalid_argument);
  CHECK_THROWS_AS(reference_matmul(a, a), std::invalid_argument);

  const accuracy same = compare(a, reference_copy(a));
  CHECK(same.max_abs_error == 0);
  CHECK(same.max_abs_reference == 6);
  CHECK(same.pcc == Approx(1.0));
  tensor off = a;
  off.data[5] = 6.5f;
  CHECK(compare(off, reference_copy(a)).max_abs_error == 0.5);
  CHECK(compare(off, reference_copy(a)).pcc < 1.0);
  off.data[0] = std::numeric_limits<float>::quiet_NaN();
  CHECK(std::isinf(compare(off, reference_copy(a)).max_abs_error));
  // The same NaN or infinity on both sides is right, and the rest is compared as ever.
  tensor special = a;
  special.data[0] = std::numeric_limits<float>::quiet_NaN();
  special.data[1] = -std::numeric_limits<float>::infinity();
  CHECK(compare(special, reference_copy(special)).max_abs_error == 0);
  CHECK(compare(special, reference_copy(special)).max_abs_reference == 6);
  CHECK(compare(special, reference_copy(special)).pcc == Approx(1.0));
  tensor other = special;
  other.data[1] = std::numeric_limits<float>::infinity();
  CHECK(std::isinf(compare(other, reference_copy(special)).max_abs_error));
  CHECK(compare(other, reference_copy(a)).pcc == 0);
  for (float& v : off.data) v = 1;
  CHECK(compare(off, reference_copy(a)).pcc == 0);
  CHECK_THROWS_AS(compare(b, reference_copy(a)), std::invalid_argument);
}

TEST_CASE("test data: every value by itself, and any piece of them") {
  for (unsigned bits : {1u, 7u, 8u, 11u, 24u}) {
    const tensor t = make_test_tensor(5, 77, 9, bits);
    unsigned zeros = 0, negative = 0;
    std::vector<unsigned> exponents(5);
    for (float v : t.data) {
      negative += v < 0;
      int e = 0;
      const double significand = std::frexp(std::fabs(double{v}), &e) * std::ldexp(1.0, static_cast<int>(bits));
      if (v == 0) ++zeros;
      else ++exponents.at(static_cast<size_t>(e + 2));  // 1 <= significand < 2: -3 <= e - 1 <= 1
      CHECK(significand == std::floor(significand));
      CHECK_FALSE((v == 0 && std::signbit(v)));
    }
    CHECK(zeros > 2);
    CHECK(zeros < 30);
    CHECK(negative > 150);
    CHECK(negative < 220);
    for (unsigned e : exponents) CHECK(e > 40);
    const test_values values(9, bits);
    for (uint32_t first : {0u, 1u, 31u, 32u, 100u})
      for (uint32_t count : {0u, 1u, 31u, 32u, 33u, 64u, 200u}) {
        std::vector<float> piece(count);
        values.make(first, count, piece.data());
        CHECK(piece == std::vector<float>(t.data.begin() + first, t.data.begin() + first + count));
      }
  }
  // The same on every machine, for ever: files of results depend on it.
  const tensor t = make_test_tensor(1, 4, 1, 8);
  CHECK(t.data == std::vector<float>{-1.234375f, -131 / 1024.0f, -3.671875f, -0.419921875f});
}

TEST_CASE("accuracy: the same digits however the values are cut into pieces") {
  tensor a = make_test_tensor(1, 997, 3, 24);
  reference b = reference_copy(make_test_tensor(1, 997, 3, 9));
  const auto in_pieces = [&](size_t piece) {
    accuracy_sums sums;
    const auto all = [&](auto&& use) {
      for (size_t i = 0; i < a.data.size(); i += piece) use(&a.data[i], &b.data[i], std::min(piece, a.data.size() - i));
    };
    all([&](const float* x, const double* y, size_t n) { sums.first(x, y, n); });
    sums.begin_second();
    all([&](const float* x, const double* y, size_t n) { sums.second(x, y, n); });
    return sums.finish();
  };
  const auto by_definition = [&] {  // in the order of the values, each step rounded
    double x = 0, y = 0, xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < a.data.size(); ++i) x += a.data[i], y += b.data[i];
    x /= 997, y /= 997;
    for (size_t i = 0; i < a.data.size(); ++i) {
      const double dx = a.data[i] - x, dy = b.data[i] - y;
      xx += dx * dx, yy += dy * dy, xy += dx * dy;
    }
    return xy / std::sqrt(xx * yy);
  };
  CHECK(in_pieces(32).pcc == by_definition());
  CHECK(in_pieces(32).pcc < 1);
  for (int variant = 0; variant < 3; ++variant) {
    const accuracy whole = compare(a, b);
    for (size_t piece : {1u, 2u, 7u, 32u, 500u, 997u}) {
      CHECK(in_pieces(piece).pcc == whole.pcc);
      CHECK(in_pieces(piece).max_abs_error == whole.max_abs_error);
      CHECK(in_pieces(piece).max_abs_reference == whole.max_abs_reference);
    }
    a.data[400] = std::numeric_limits<float>::infinity();  // in both, then only in one
    if (variant == 0) b.data[400] = std::numeric_limits<double>::infinity();
    if (variant == 1) b.data[400] = 1, b.data[20] = -7;
  }
}
