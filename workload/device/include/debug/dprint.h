// DPRINT, at its older place.
#pragma once
#include "api/debug/dprint.h"
