// Macros of the host program: here they are given by --define.
#pragma once
