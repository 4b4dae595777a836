// Part of TT-Metalium's lower layer.
#pragma once
#include "llk_defs.h"
