// Sizes of tiles, at their other place.
#pragma once
#include "tt-metalium/constants.hpp"
