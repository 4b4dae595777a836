// Part of TT-Metalium's lower layer.
#pragma once
#include "tensix/core_functions.h"
