// The Tensix tile: instructions for its threads, registers.
#pragma once
#include "internal/risc_attribs.h"
#include "tensix/tile.h"
#include "tensix_types.h"
