#include "workload/tensors/npy.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>

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

tensor read_npy(const std::string& file, bool integers) {
  std::ifstream in(file, std::ios::binary);
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
  std::string dtype = field(file, header, "descr");
  if (dtype.size() > 2 && dtype.front() == '\'') dtype = dtype.substr(1, dtype.size() - 2);
  struct data_type {
    const char* name;
    unsigned bytes;
    void (*convert)(const std::vector<char>&, tensor&);
  };
  static constexpr data_type known[] = {
      {"<f4", 4, convert<float>},    {"<f2", 2, convert<half>},     {"<f8", 8, convert<double>}, {"<i4", 4, convert<int32_t>},
      {"<i2", 2, convert<int16_t>},  {"<i8", 8, convert<int64_t>},  {"|i1", 1, convert<int8_t>}, {"<u4", 4, convert<uint32_t>},
      {"<u2", 2, convert<uint16_t>}, {"<u8", 8, convert<uint64_t>}, {"|u1", 1, convert<uint8_t>}};
  const data_type* type = std::begin(known);
  while (type != std::end(known) && dtype != type->name) ++type;
  if (type == std::end(known))
    fail(file, "data type " + dtype +
                   " is not supported (<f2, <f4, <f8, |i1, <i2, <i4, <i8, |u1, <u2, <u4, <u8 are); convert with astype('<f4')");

  const std::string shape_text = field(file, header, "shape");
  const std::vector<uint64_t> dims = parse_shape(file, shape_text);
  uint64_t elements = 1;
  for (uint64_t d : dims) {
    if (d == 0) fail(file, "shape " + shape_text + " has no elements");
    elements *= d;
    if (elements > max_npy_elements) fail(file, "shape " + shape_text + " is too large: at most 2^31 elements are supported");
  }
  const uint64_t cols = dims.empty() ? 1 : dims.back();
  const uint64_t bytes = elements * type->bytes;
  // Before anything is allocated: is the data there?
  const std::streampos data_start = in.tellg();
  in.seekg(0, std::ios::end);
  const uint64_t present = static_cast<uint64_t>(in.tellg() - data_start);
  in.seekg(data_start);
  if (present < bytes)
    fail(file, "truncated: shape " + shape_text + " of " + dtype + " needs " + std::to_string(bytes) + " bytes of data, " +
                   std::to_string(present) + " are there");
  tensor t(static_cast<uint32_t>(elements / cols), static_cast<uint32_t>(cols));
  std::vector<char> raw(bytes);
  if (!in.read(raw.data(), static_cast<std::streamsize>(bytes))) fail(file, "truncated, or cannot be read");
  t.integers = integers;
  if (!integers && type == std::begin(known)) std::memcpy(t.data.data(), raw.data(), bytes);
  else type->convert(raw, t);
  return t;
}

npy_file::npy_file(const std::string& file, uint32_t rows, uint32_t cols, bool integers) : out_(file) {
  std::string header = std::string("{'descr': '") + (integers ? "<i4" : "<f4") + "', 'fortran_order': False, 'shape': (" +
                       std::to_string(rows) + ", " + std::to_string(cols) + "), }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  const char version_and_length[4] = {1, 0, static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  out_.write(std::string(magic, 6) + std::string(version_and_length, 4) + header);
}

void npy_file::write(const float* elements, size_t count) {
  out_.write({reinterpret_cast<const char*>(elements), count * sizeof(float)});
}

void write_npy(const std::string& file, const tensor& t) {
  npy_file out(file, t.rows, t.cols, t.integers);
  out.write(t.data.data(), t.data.size());
  out.keep();
}

}  // namespace tensix
