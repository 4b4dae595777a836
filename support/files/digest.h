// SPDX-License-Identifier: Apache-2.0
// A digest of texts, one after the other: equal for equal texts in the same order.
#pragma once
#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <string>

namespace tensix {

class digest {
 public:
  void add(const std::string& text) { value_ = boost::uuids::name_generator_sha1(value_)(text); }
  std::string text() const { return to_string(value_); }

 private:
  boost::uuids::uuid value_ = boost::uuids::ns::oid();
};

}  // namespace tensix
