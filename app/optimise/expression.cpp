// SPDX-License-Identifier: Apache-2.0
#include "app/optimise/expression.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <set>

namespace tensix {

struct expression::node {
  char what = '0';  // '0' number, 'a' name, or the operator
  double number = 0;
  std::string name;
  std::shared_ptr<const node> left, right;
};

namespace {

using node_ptr = std::shared_ptr<const expression::node>;
constexpr int deepest = 100;

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

class reader {
 public:
  explicit reader(const std::string& text) : text_(text) {}

  node_ptr all() {
    const node_ptr n = sum(0);
    skip();
    if (at_ < text_.size()) fail("'" + text_.substr(at_) + "' is too much");
    return n;
  }

 private:
  const std::string& text_;
  size_t at_ = 0;

  [[noreturn]] void fail(const std::string& what) const {
    throw expression_error("'" + text_ + "': " + what + "; expected numbers, columns, + - * / and brackets");
  }
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  char next() {
    skip();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  static node_ptr made(char what, node_ptr left, node_ptr right) {
    auto n = std::make_shared<expression::node>();
    n->what = what, n->left = std::move(left), n->right = std::move(right);
    return n;
  }

  node_ptr sum(int depth) {
    node_ptr left = product(depth);
    for (char c = next(); c == '+' || c == '-'; c = next()) {
      ++at_;
      left = made(c, left, product(depth));
    }
    return left;
  }
  node_ptr product(int depth) {
    node_ptr left = factor(depth);
    for (char c = next(); c == '*' || c == '/'; c = next()) {
      ++at_;
      left = made(c, left, factor(depth));
    }
    return left;
  }
  node_ptr factor(int depth) {
    if (depth > deepest) fail("brackets are too deep");
    const char c = next();
    if (c == '(') {
      ++at_;
      const node_ptr inner = sum(depth + 1);
      if (next() != ')') fail("a ) is missing");
      ++at_;
      return inner;
    }
    if (c == '-') {
      ++at_;
      return made('-', std::make_shared<expression::node>(), factor(depth + 1));
    }
    if (std::isdigit(static_cast<unsigned char>(c))) return number();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') return name();
    fail(c ? std::string("'") + c + "' has no place there" : "it ends too early");
  }
  node_ptr number() {
    size_t used = 0;
    auto n = std::make_shared<expression::node>();
    try {
      n->number = std::stod(text_.substr(at_), &used);
    } catch (const std::out_of_range&) {
      fail("a number is too large");
    }
    at_ += used;
    return n;
  }
  node_ptr name() {
    auto n = std::make_shared<expression::node>();
    n->what = 'a';
    const size_t begin = at_;
    const auto part = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.' || c == '-'; };
    while (at_ < text_.size() && part(text_[at_])) ++at_;
    n->name = text_.substr(begin, at_ - begin);
    return n;
  }
};

double value_of(const expression::node& n, const std::function<double(const std::string&)>& of) {
  switch (n.what) {
    case '0': return n.number;
    case 'a': return of(n.name);
    default: break;
  }
  const double a = value_of(*n.left, of), b = value_of(*n.right, of);
  return n.what == '+' ? a + b : n.what == '-' ? a - b : n.what == '*' ? a * b : a / b;
}

void collect(const expression::node& n, std::set<std::string>& names) {
  if (n.what == 'a') names.insert(n.name);
  if (n.left) collect(*n.left, names);
  if (n.right) collect(*n.right, names);
}

}  // namespace

expression::expression(const std::string& text) : text_(trimmed(text)), root_(reader(text_).all()) {}

std::vector<std::string> expression::names() const {
  std::set<std::string> all;
  collect(*root_, all);
  return {all.begin(), all.end()};
}

double expression::value(const std::function<double(const std::string&)>& of) const { return value_of(*root_, of); }

double constraint::violation(const std::function<double(const std::string&)>& of) const {
  const double a = left.value(of), b = right.value(of);
  if (less ? (equal ? a <= b : a < b) : (equal ? a >= b : a > b)) return 0;
  if (!std::isfinite(a) || !std::isfinite(b)) return std::numeric_limits<double>::infinity();
  return std::max(std::fabs(a - b) / std::max(std::fabs(b), 1.0), std::numeric_limits<double>::min());
}

constraint parse_constraint(const std::string& text) {
  const size_t at = text.find_first_of("<>");
  if (at == std::string::npos)
    throw expression_error("'" + text + "' is no constraint: expected a comparison, as in \"l1.banks <= 16\" (<, <=, >, >=)");
  const bool equal = at + 1 < text.size() && text[at + 1] == '=';
  return {trimmed(text), expression(text.substr(0, at)), expression(text.substr(at + (equal ? 2 : 1))), text[at] == '<', equal};
}

}  // namespace tensix
