// As in the public kernel library.
#pragma once
#include "llk/start.h"
