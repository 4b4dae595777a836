// At its older place.
#pragma once
#include "api/debug/dprint_tensix.h"
