// Sizes of tiles, at their older place.
#pragma once
#include "tt-metalium/constants.hpp"
