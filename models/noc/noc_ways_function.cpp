// SPDX-License-Identifier: Apache-2.0
#include "models/noc/noc_ways_function.h"

#include <array>

namespace tensix {

namespace {

noc_coordinate next_of(unsigned noc, noc_coordinate at, noc_port port) {
  if (noc == 0) {
    if (port == noc_port::x) at.x = static_cast<uint8_t>((at.x + 1) % noc_columns);
    else at.y = static_cast<uint8_t>((at.y + 1) % noc_rows);
  } else {
    if (port == noc_port::x) at.x = static_cast<uint8_t>((at.x + noc_columns - 1) % noc_columns);
    else at.y = static_cast<uint8_t>((at.y + noc_rows - 1) % noc_rows);
  }
  return at;
}

bool is_there(noc_coordinate at, noc_coordinate to, noc_port along) {
  return along == noc_port::x ? at.x == to.x : at.y == to.y;
}

// Grows a tree of links; the same link of the same parent is taken once.
class way_builder {
 public:
  way_builder(unsigned noc, std::vector<noc_step_of_way>& way) : noc_(noc), way_(way) {
    step_of_.fill(noc_step_of_way::no_parent);
  }
  struct point {
    noc_coordinate at;
    uint16_t step = noc_step_of_way::no_parent;
    bool over[2] = {};  // the edge of x, of y has been passed, which may be only once
    unsigned axis = 0;  // along which it goes
  };
  // Along one axis until `to`.
  void go(point& p, noc_coordinate to, noc_port along) {
    p.axis = along == noc_port::y;
    while (!is_there(p.at, to, along)) one(p, along);
  }
  void one(point& p, noc_port port) {
    const unsigned link = noc_link_number(p.at, port);
    if (port != noc_port::interface) p.axis = port == noc_port::y;
    bool& over = p.over[p.axis];
    if (port == noc_port::interface) return put(p, link, over);
    const noc_coordinate next = next_of(noc_, p.at, port);
    const bool over_the_edge = noc_ == 0 ? (port == noc_port::x ? next.x < p.at.x : next.y < p.at.y)
                                         : (port == noc_port::x ? next.x > p.at.x : next.y > p.at.y);
    put(p, link, over);
    over |= over_the_edge;
    p.at = next;
  }

 private:
  const unsigned noc_;
  std::vector<noc_step_of_way>& way_;
  std::array<uint16_t, noc_links_of_one> step_of_;
  void put(point& p, unsigned link, bool over) {
    uint16_t& known = step_of_[link];
    if (known == noc_step_of_way::no_parent || way_[known].parent != p.step) {
      noc_step_of_way& step = way_.emplace_back();  // written where it stays, not copied
      step.link = static_cast<uint16_t>(link), step.parent = p.step, step.dateline = over;
      known = static_cast<uint16_t>(way_.size() - 1);
    }
    p.step = known;
  }
};

}  // namespace

noc_coordinate noc_link_to(unsigned noc, unsigned link) { return next_of(noc, noc_link_from(link), noc_link_port(link)); }

std::string noc_link_text(unsigned noc, unsigned link) {
  const auto text = [](noc_coordinate at) { return "(" + std::to_string(at.x) + "," + std::to_string(at.y) + ")"; };
  return text(noc_link_from(link)) +
         (noc_link_port(link) == noc_port::interface ? " to its interface" : " to " + text(noc_link_to(noc, link))) +
         " of NoC " + std::to_string(noc);
}

void noc_way(unsigned noc, noc_coordinate from, noc_coordinate to, std::vector<noc_step_of_way>& way) {
  way.clear();
  way_builder b(noc, way);
  way_builder::point p{from};
  const noc_port first = noc == 0 ? noc_port::x : noc_port::y, second = noc == 0 ? noc_port::y : noc_port::x;
  b.go(p, to, first);
  b.go(p, to, second);
  b.one(p, noc_port::interface);
}

void noc_tree(const noc_packet& m, const std::vector<noc_coordinate>& receivers, std::vector<noc_step_of_way>& way) {
  way.clear();
  way_builder b(m.noc, way);
  const noc_port major = m.y_major ? noc_port::y : noc_port::x, minor = m.y_major ? noc_port::x : noc_port::y;
  for (const noc_coordinate& r : receivers) {
    way_builder::point p{m.from};
    const auto beside = [&] {
      return !noc_grid::in_rectangle(m, m.y_major ? noc_coordinate{m.to.x, p.at.y} : noc_coordinate{p.at.x, m.to.y});
    };
    while (beside()) b.one(p, major);
    b.go(p, r, minor);
    b.go(p, r, major);
    b.one(p, noc_port::interface);
  }
}

}  // namespace tensix
