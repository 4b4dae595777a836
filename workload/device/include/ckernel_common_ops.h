// Part of TT-Metalium's lower layer.
#pragma once
#include "ckernel.h"
