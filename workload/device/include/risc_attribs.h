// Attributes, at their older place.
#pragma once
#include "internal/risc_attribs.h"
