// WAYPOINT, at its older place.
#pragma once
#include "api/debug/waypoint.h"
