// SPDX-License-Identifier: Apache-2.0
// Sums and products of columns of a sweep's result: "cycles", "2 * l1.banks + l1.ports", "kernel.operations / cycles".
#pragma once
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tensix {

// What is wrong in an expression, and where.
struct expression_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class expression {
 public:
  struct node;
  // Numbers, names of columns, + - * / and brackets. A name may have - inside (feed-bytes): minus is written with spaces.
  explicit expression(const std::string& text);
  const std::string& text() const { return text_; }
  std::vector<std::string> names() const;
  // Not finite where it is divided by 0.
  double value(const std::function<double(const std::string& name)>& of) const;

 private:
  std::string text_;
  std::shared_ptr<const node> root_;
};

// "bandwidth.pack.bytes <= 65536": <, <=, >, >=.
struct constraint {
  std::string text;
  expression left, right;
  bool less = true, equal = true;
  // 0: it holds; otherwise by how much it does not, relative to the right side.
  double violation(const std::function<double(const std::string& name)>& of) const;
};
constraint parse_constraint(const std::string& text);

}  // namespace tensix
