// SPDX-License-Identifier: Apache-2.0
#include "workload/tensors/npy.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace tensix {
namespace {

constexpr char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

[[noreturn]] void fail(const std::string& file, const std::string& what) { throw std::runtime_error(file + ": " + what); }

float half_to_float(uint16_t h) {
  const uint32_t sign = static_cast<uint32_t>(h & 0x8000) << 16, exponent = (h >> 10) & 31, mantissa = h & 0x3ff;
  uint32_t bits;
  if (exponent == 31) bits = sign | 0x7f800000 | mantissa << 13;
  else if (exponent != 0) bits = sign | (exponent + 112) << 23 | mantissa << 13;
  else {
    float f = static_cast<float>(mantissa) / 16777216.0f;  // subnormal: mantissa * 2^-24, exact
    std::memcpy(&bits, &f, 4);
    bits |= sign;
  }
  float f;
  std::memcpy(&f, &bits, 4);
  return f;
}

// The value after 'key': in the header's dictionary, up to the comma or bracket that ends it.
std::string field(const std::string& file, const std::string& header, const std::string& key) {
  size_t at = header.find("'" + key + "'");
  if (at == std::string::npos) fail(file, "not a valid npy file: the header has no '" + key + "'");
  at = header.find(':', at);
  if (at == std::string::npos) fail(file, "not a valid npy file: no value for '" + key + "' in the header");
  at = header.find_first_not_of(' ', at + 1);
  if (at == std::string::npos) fail(file, "not a valid npy file: no value for '" + key + "' in the header");
  const char open = header[at];
  size_t end = open == '(' ? header.find(')', at) : open == '\'' ? header.find('\'', at + 1) : header.find_first_of(",}", at);
  if (end == std::string::npos) fail(file, "not a valid npy file: the value of '" + key + "' does not end");
  if (open == '(' || open == '\'') ++end;
  return header.substr(at, end - at);
}

std::vector<uint64_t> parse_shape(const std::string& file, const std::string& text) {
  std::vector<uint64_t> dims;
  uint64_t value = 0;
  bool digits = false;
  if (text.size() < 2 || text.front() != '(') fail(file, "not a valid npy file: shape " + text);
  for (size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    if (c >= '0' && c <= '9') {
      value = value * 10 + static_cast<uint64_t>(c - '0');
      if (value > max_npy_elements) fail(file, "shape " + text + " is too large: at most 2^31 elements are supported");
      digits = true;
    } else if (c == ',' || c == ')') {
      if (digits) dims.push_back(value);
      value = 0;
      digits = false;
    } else if (c != ' ') {
      fail(file, "not a valid npy file: shape " + text);
    }
  }
  return dims;
}

struct half {
  uint16_t bits;
};
template <class T, class To>
To converted(T value) {
  return static_cast<To>(value);
}
template <>
float converted<half, float>(half value) {
  return half_to_float(value.bits);
}
template <>
double converted<half, double>(half value) {
  return half_to_float(value.bits);
}

template <class T>
void convert(const std::vector<char>& raw, tensor& t) {
  for (size_t i = 0; i < t.data.size(); ++i) {
    T value;
    std::memcpy(&value, &raw[i * sizeof(T)], sizeof(T));
    if (!t.integers) {
      t.data[i] = converted<T, float>(value);
      continue;
    }
    const int32_t integer = nearest_integer(converted<T, double>(value));
    std::memcpy(&t.data[i], &integer, sizeof integer);
  }
}

}  // namespace

int32_t nearest_integer(double value) {
  constexpr int32_t largest = std::numeric_limits<int32_t>::max();
  const double rounded = std::nearbyint(value);
  if (rounded >= -double{largest} && rounded <= double{largest}) return static_cast<int32_t>(rounded);
  return std::signbit(value) ? -largest : largest;
}

namespace {

struct truth {  // NumPy's bool
  uint8_t byte;
};
template <>
float converted<truth, float>(truth value) {
  return value.byte ? 1 : 0;
}
template <>
double converted<truth, double>(truth value) {
  return value.byte ? 1 : 0;
}

// As an integer of least..largest; nothing: it is none of these.
template <class T>
std::optional<int64_t> inside(T value, int64_t least, int64_t largest) {
  if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T>) {
    if (value <= static_cast<uint64_t>(largest) && static_cast<int64_t>(value) >= least) return static_cast<int64_t>(value);
  } else if constexpr (std::is_integral_v<T>) {
    if (value >= least && value <= largest) return value;
  } else {
    const double number = converted<T, double>(value);
    if (number == std::nearbyint(number) && number >= static_cast<double>(least) && number <= static_cast<double>(largest))
      return static_cast<int64_t>(number);
  }
  return {};
}
// The first element that is none of these integers, as text; empty: there is none such.
template <class T>
std::string convert_exactly(const std::vector<char>& raw, tensor& t, int64_t least, int64_t largest, size_t& at) {
  for (at = 0; at < t.data.size(); ++at) {
    T value;
    std::memcpy(&value, &raw[at * sizeof(T)], sizeof(T));
    const std::optional<int64_t> integer = inside(value, least, largest);
    if (!integer) {
      std::ostringstream text;
      text.precision(17);
      if constexpr (std::is_integral_v<T>) text << +value;
      else text << converted<T, double>(value);
      return text.str();
    }
    const auto bits = static_cast<uint32_t>(*integer);
    std::memcpy(&t.data[at], &bits, sizeof bits);
  }
  return {};
}

struct data_type {
  const char* name;
  unsigned bytes;
  void (*convert)(const std::vector<char>&, tensor&);
  std::string (*convert_exactly)(const std::vector<char>&, tensor&, int64_t least, int64_t largest, size_t& at);
};
template <class T>
constexpr data_type type_of(const char* name) {
  return {name, sizeof(T), convert<T>, convert_exactly<T>};
}
constexpr data_type types[] = {type_of<float>("<f4"),    type_of<half>("<f2"),     type_of<double>("<f8"),
                               type_of<int32_t>("<i4"),  type_of<int16_t>("<i2"),  type_of<int64_t>("<i8"),
                               type_of<int8_t>("|i1"),   type_of<uint32_t>("<u4"), type_of<uint16_t>("<u2"),
                               type_of<uint64_t>("<u8"), type_of<uint8_t>("|u1"),  type_of<truth>("|b1")};

// What to do with an array of this type.
std::string advice(const std::string& dtype) {
  if (!dtype.empty() && dtype[0] == '>') return "; save array.astype(array.dtype.newbyteorder('<'))";
  if (dtype == "<V2" || dtype == "|V2") return "; an array of bfloat16 is saved without its type: save array.astype('<f4')";
  return "; convert with astype('<f4')";
}

// A file, read up to its data.
struct opened {
  std::ifstream in;
  const data_type* type;
  std::string dtype, shape_text;
  std::vector<uint64_t> dims;
  uint64_t elements = 1;
  uint64_t cols() const { return dims.empty() ? 1 : dims.back(); }
};

opened open_npy(const std::string& file) {
  opened o;
  std::ifstream& in = o.in;
  in.open(file, std::ios::binary);
  if (!in) fail(file, std::string("cannot be opened: ") + std::strerror(errno));
  char start[8];
  if (!in.read(start, 8)) {
    if (in.bad() || in.gcount() == 0) fail(file, "cannot be read, or is empty");
    fail(file, "truncated: " + std::to_string(in.gcount()) + " bytes, an npy file has at least 10");
  }
  if (std::memcmp(start, magic, 6) != 0) fail(file, "not an npy file: it does not start with \\x93NUMPY");
  const unsigned major = static_cast<unsigned char>(start[6]);
  if (major < 1 || major > 3) fail(file, "npy format version " + std::to_string(major) + " is not known (1, 2 and 3 are)");
  const unsigned length_bytes = major == 1 ? 2 : 4;
  unsigned char length_raw[4] = {};
  if (!in.read(reinterpret_cast<char*>(length_raw), length_bytes)) fail(file, "truncated in the header");
  const uint32_t length = length_raw[0] | length_raw[1] << 8 | length_raw[2] << 16 | static_cast<uint32_t>(length_raw[3]) << 24;
  if (length > (1u << 20)) fail(file, "not a valid npy file: a header of " + std::to_string(length) + " bytes");
  std::string header(length, '\0');
  if (!in.read(&header[0], length)) fail(file, "truncated in the header");

  const std::string order = field(file, header, "fortran_order");
  if (order.compare(0, 4, "True") == 0)
    fail(file, "is in Fortran order, which is not supported; save numpy.ascontiguousarray(array)");
  std::string& dtype = o.dtype;
  dtype = field(file, header, "descr");
  if (dtype.size() > 2 && dtype.front() == '\'') dtype = dtype.substr(1, dtype.size() - 2);
  o.type = std::begin(types);
  while (o.type != std::end(types) && dtype != o.type->name) ++o.type;
  if (o.type == std::end(types))
    fail(file, "data type " + dtype + " is not supported (<f2, <f4, <f8, |i1, <i2, <i4, <i8, |u1, <u2, <u4, <u8, |b1 are)" +
                   advice(dtype));

  const std::string& shape_text = o.shape_text = field(file, header, "shape");
  o.dims = parse_shape(file, shape_text);
  for (uint64_t d : o.dims) {
    if (d == 0) fail(file, "shape " + shape_text + " has no elements");
    o.elements *= d;
    if (o.elements > max_npy_elements) fail(file, "shape " + shape_text + " is too large: at most 2^31 elements are supported");
  }
  return o;
}

std::vector<char> data_of(const std::string& file, opened& o) {
  std::ifstream& in = o.in;
  const uint64_t bytes = o.elements * o.type->bytes;
  // Before anything is allocated: is the data there?
  const std::streampos data_start = in.tellg();
  in.seekg(0, std::ios::end);
  const uint64_t present = static_cast<uint64_t>(in.tellg() - data_start);
  in.seekg(data_start);
  if (present < bytes)
    fail(file, "truncated: shape " + o.shape_text + " of " + o.dtype + " needs " + std::to_string(bytes) + " bytes of data, " +
                   std::to_string(present) + " are there");
  std::vector<char> raw(bytes);
  if (!in.read(raw.data(), static_cast<std::streamsize>(bytes))) fail(file, "truncated, or cannot be read");
  return raw;
}

// "[1, 20, 3]"
std::string place_of(uint64_t element, const std::vector<uint64_t>& dims) {
  std::string text;
  for (size_t d = dims.size(); d-- > 0; element /= dims[d])
    text = std::to_string(element % dims[d]) + (text.empty() ? "" : ", ") + text;
  return "[" + text + "]";
}

// 32 bits hold what FP64 does not overflow to.
void check_range(const std::string& file, const std::vector<char>& raw, const opened& o) {
  for (uint64_t i = 0; i < o.elements; ++i) {
    double value;
    std::memcpy(&value, &raw[i * sizeof value], sizeof value);
    if (std::isfinite(value) && std::abs(value) > double{std::numeric_limits<float>::max()}) {
      std::ostringstream text;
      text << value;
      fail(file, text.str() + " at " + place_of(i, o.dims) + " is more than a 32-bit float holds; clip or scale the array");
    }
  }
}

}  // namespace

tensor read_npy(const std::string& file, bool integers) {
  opened o = open_npy(file);
  const std::vector<char> raw = data_of(file, o);
  tensor t(static_cast<uint32_t>(o.elements / o.cols()), static_cast<uint32_t>(o.cols()));
  t.integers = integers;
  if (!integers && o.dtype == "<f8") check_range(file, raw, o);
  if (!integers && o.type == std::begin(types)) std::memcpy(t.data.data(), raw.data(), raw.size());
  else o.type->convert(raw, t);
  return t;
}

std::vector<uint64_t> npy_shape(const std::string& file) { return open_npy(file).dims; }

tensor read_npy_integers(const std::string& file, int64_t least, int64_t largest, const std::string& format) {
  opened o = open_npy(file);
  const std::vector<char> raw = data_of(file, o);
  tensor t(static_cast<uint32_t>(o.elements / o.cols()), static_cast<uint32_t>(o.cols()));
  t.integers = true;
  size_t at = 0;
  const std::string wrong = o.type->convert_exactly(raw, t, least, largest, at);
  if (!wrong.empty())
    fail(file, wrong + " at " + place_of(at, o.dims) + " is not an integer of " + std::to_string(least) + " to " +
                   std::to_string(largest) + ", as " + format + " holds; round or clip the array, or choose another format");
  return t;
}

npy_file::npy_file(const std::string& file, uint32_t rows, uint32_t cols, const char* type)
    : out_(file), element_bytes_(type ? static_cast<unsigned>(type[2] - '0') : 4) {
  std::string header = std::string("{'descr': '") + (type ? type : "<f4") + "', 'fortran_order': False, 'shape': (" +
                       std::to_string(rows) + ", " + std::to_string(cols) + "), }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  const char version_and_length[4] = {1, 0, static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  out_.write(std::string(magic, 6) + std::string(version_and_length, 4) + header);
}

void npy_file::write(const float* elements, size_t count) {
  const std::string_view words(reinterpret_cast<const char*>(elements), count * sizeof(float));
  if (element_bytes_ == sizeof(float)) return out_.write(words);
  std::string bytes;
  bytes.reserve(count * element_bytes_);
  for (size_t i = 0; i < count; ++i) bytes += words.substr(i * sizeof(float), element_bytes_);
  out_.write(bytes);
}

void write_npy(const std::string& file, const tensor& t, const char* type) {
  npy_file out(file, t.rows, t.cols, type ? type : t.integers ? "<i4" : nullptr);
  out.write(t.data.data(), t.data.size());
  out.keep();
}

}  // namespace tensix
