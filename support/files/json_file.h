// SPDX-License-Identifier: Apache-2.0
// JSON that people or programs wrote, read strictly: what is wrong is said with file and place.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace tensix {

// The whole of a regular file. Throws std::runtime_error: no such file, a folder, not readable, too long.
std::string read_text_file(const std::string& path);

// Refuses text that is no JSON or in which an object has a member twice. `origin` stands for the file in messages.
nlohmann::ordered_json parse_json(const std::string& text, const std::string& origin);
inline nlohmann::ordered_json read_json_file(const std::string& path) { return parse_json(read_text_file(path), path); }

}  // namespace tensix
