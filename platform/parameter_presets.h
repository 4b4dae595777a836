// SPDX-License-Identifier: Apache-2.0
// Values of parameters that a platform sets from outside, before a tile is constructed, by the tile's name in SystemC and the
// parameter's: "board.left.l1.banks". Beside what the tile is given, of which they take the place.
//
//   tensix::preset("board.left.l1.banks", "16");
//   tensix::tensix_tile left("left", builtin_configuration("blackhole"));   // within the module `board`
//
// Of one thread, as construction is.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "platform/parameters.h"

namespace tensix {

// The value of that name, as text; nothing: it has none. May throw.
using preset_source = std::function<std::optional<std::string>(const std::string& name)>;

// The last value of a name counts.
void preset(const std::string& name, const std::string& value);
// Where a platform keeps values itself: a file, a command line, a broker of CCI. Asked once for every parameter of each tile that is
// constructed from now on; what `preset` was given goes first, then sources, the newest one first.
void add_preset_source(preset_source source);
// Forgets all of both.
void clear_presets();

// What tensix_tile does with what it is given. Throws parameter_error, with the preset's name: below `tile`, what is no parameter; a
// value out of its range; values that contradict each other.
parameters with_presets(const std::string& tile, const parameters& given);
// Names given to `preset` that no tile has taken; each is told once.
std::vector<std::string> take_unused_presets();

}  // namespace tensix
