// SPDX-License-Identifier: Apache-2.0
/* The tile as a component: a C library for simulators, testbenches and scripts (libtensix_cosim.so). docs/c-library.md shows it
 * at work from C, Python and SystemVerilog; tensix_pkg.sv holds the same functions for SystemVerilog (DPI-C).
 *
 *   tt_tile tile = tt_create("blackhole", "");
 *   while (tt_push(tile, 0, 0x02000000) == 0) tt_advance(tile, 1);      // a NOP for thread 0, when its FIFO has room
 *   tt_advance(tile, 100);
 *   if (tt_error_count(tile)) puts(tt_error(tile));
 *   tt_destroy(tile);
 *
 * Tiles. Any number in a process, each with a time of its own; created, reset and destroyed at any time and in any order.
 *
 * Time is counted in cycles of the tile. Between calls a tile stands at the beginning of cycle tt_cycle(): everything of earlier
 * cycles has happened, nothing of this one. Calls act in this cycle: what they ask for happens in the cycle that the next
 * tt_advance begins with.
 *
 * Threads. All calls of a process come from one thread, that of the first tt_create; other threads are refused (TT_E_THREAD).
 * When all tiles have been destroyed, another thread may begin.
 *
 * Strings given to the library are only read during the call. Strings that it returns are its own and stay valid until the next
 * call for the same tile (those of a NULL tile: until the next call that names no valid tile). They are never NULL.
 *
 * Errors. No call ends the process or throws. A call that fails returns a negative tt_code (functions of strings: ""; of cycles
 * and counts: TT_NONE; tt_create: NULL), and leaves a record with the tile: tt_error_count, tt_error, tt_error_at. A call without
 * a valid tile leaves it with the tile NULL. Undefined behaviour of the simulated program and what tt_check finds are records
 * too. A handle may be any value: one that tt_create did not return, or that has been destroyed, is refused.
 */
#ifndef TENSIX_COSIM_TENSIX_H
#define TENSIX_COSIM_TENSIX_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#define TT_API __attribute__((visibility("default")))
#else
#define TT_API
#endif

/* Of this header. Libraries with the same TT_ABI_MAJOR have all that it names, if their minor number is not smaller. */
#define TT_ABI_MAJOR 1
#define TT_ABI_MINOR 5

typedef struct tt_tile_s *tt_tile;

/* In the place of a cycle or a count: there is none. */
#define TT_NONE UINT64_MAX
/* The last cycle that a tile can be advanced to; an earlier one if clock_period_ps is above 18,000, or clock_period_fs is set: what
 * tt_advance is refused for names it. */
#define TT_LAST_CYCLE UINT64_C(1000000000000000)

typedef enum tt_code {
  TT_OK = 0,
  TT_E_HANDLE = -1,    /* no such tile: never created, or destroyed */
  TT_E_ARGUMENT = -2,  /* an argument is out of its range */
  TT_E_THREAD = -3,    /* called from another thread */
  TT_E_CALLBACK = -4,  /* not from within a callback (tt_on_event) */
  TT_E_STATE = -5,     /* not now: the function says when */
  TT_E_UNDEFINED = -6, /* the simulated program did something undefined; the tile stands still until tt_reset */
  TT_E_CHECK = -7,     /* tt_check, or RTL in the tile: RTL did something else than the tile, or has failed */
  TT_E_FILE = -8,      /* a file cannot be read or written */
  TT_E_INTERNAL = -9   /* the library failed: no memory, or a mistake in it */
} tt_code;

/* What tt_idle returns. */
typedef enum tt_activity {
  TT_RUNNING = 0, /* something is going to happen */
  TT_IDLE = 1,    /* nothing is left to do */
  TT_STUCK = 2    /* nothing happens any more unless a call lets it, but something waits: tt_who_waits; or it was stopped */
} tt_activity;

/* How tt_poll compares. */
typedef enum tt_comparison { TT_EQ = 0, TT_NE = 1, TT_LT = 2, TT_LE = 3, TT_GT = 4, TT_GE = 5 } tt_comparison;

/* The cores: T0, T1, T2 push to the threads 0, 1, 2; B and NC have no thread. */
enum { TT_CORE_T0 = 0, TT_CORE_T1 = 1, TT_CORE_T2 = 2, TT_CORE_B = 3, TT_CORE_NC = 4 };
/* Ids of requests: 0 to TT_IDS - 1. */
enum { TT_IDS = 8 };

/* ---- The library and its tiles ---- */

/* 1000 * TT_ABI_MAJOR + TT_ABI_MINOR of the library. The only function that any thread may call. */
TT_API int tt_abi(void);

/* A tile in cycle 0: L1 zero, nothing pushed. `configuration`: "blackhole", "documented", or a JSON file (docs/generated/parameters.md);
 * NULL or "": "blackhole". `settings`: NAME=VALUE of parameters, separated by spaces or semicolons ("l1.banks=16 l1.ports=44");
 * undefined=stop (the tile stands still at the first undefined behaviour; what holds without a word) or undefined=warn (it goes on
 * with some defined result); cores=programs (the RISC-V cores execute programs, tt_program) or cores=requests (they make the
 * accesses that tt_push, tt_request and tt_poll ask for; what holds without a word); units.NAME=rtl or =shadow, if the library has
 * been linked with such RTL (docs/c-library.md); NULL or "": none. Returns NULL on an error: tt_error(NULL) says what is wrong. */
TT_API tt_tile tt_create(const char *configuration, const char *settings);

/* Ends the tile and writes the file of tt_wave. NULL: nothing happens. The handle is void afterwards, also if TT_E_FILE is
 * returned. Not from a callback. */
TT_API int tt_destroy(tt_tile tile);

/* As after tt_create, with the same configuration and settings, also after an error: cycle 0, L1 zero, no requests, no records of
 * errors, no events, no callback. Writes the file of tt_wave; then nothing is recorded. Not from a callback. */
TT_API int tt_reset(tt_tile tile);

/* ---- Time ---- */

/* Lets `cycles` cycles pass (0: none). Returns TT_OK; TT_E_UNDEFINED if undefined behaviour has stopped the tile, now or before:
 * then it stands in that cycle; TT_E_CHECK if RTL in the tile has failed now, TT_E_UNDEFINED if it has before. TT_E_ARGUMENT beyond
 * TT_LAST_CYCLE. Not from a callback. */
TT_API int tt_advance(tt_tile tile, uint64_t cycles);

/* The same, but no further than the beginning of the first cycle in which the cores see something new: a request that had no answer
 * has one (tt_response), or a core that could make no access can (tt_ready). In cycles between, a testbench in lockstep would ask and
 * read what it read before. At most `cycles` cycles. Returns which cores do, a bit each (1 << core): others need not be asked; 0: none.
 * Errors as of tt_advance; TT_E_STATE with cores=programs. */
TT_API int tt_wait(tt_tile tile, uint64_t cycles);

/* The present cycle. */
TT_API uint64_t tt_cycle(tt_tile tile);

/* ---- Cores that execute programs: with the setting cores=programs; those of the next section then return TT_E_STATE ---- */

/* What tt_core_state returns. */
typedef enum tt_core_condition {
  TT_CORE_IN_RESET = 0,
  TT_CORE_RUNNING = 1,
  TT_CORE_STOPPED = 2, /* by ebreak, ecall, or a jump to itself */
  TT_CORE_FAULTED = 3
} tt_core_condition;

/* Puts an ELF file (32-bit RISC-V, docs/elf.md) for core 0 to 4 into L1 and the core's data RAM, without any time. It begins at its
 * entry in the first cycle; held = 1 (not for B): when core B releases it from reset. All of them may be there, one, or none;
 * once for each core, after tt_create or tt_reset and before the first tt_advance (TT_E_STATE). TT_E_FILE: it cannot be read, is no
 * such program, or overlaps with another core's. */
TT_API int tt_program(tt_tile tile, int core, const char *file, int held);

/* A tt_core_condition of core 0 to 4. When all have stopped and nothing else is left to do, tt_idle is TT_IDLE. */
TT_API int tt_core_state(tt_tile tile, int core);

/* ---- Cores: one access of each in a cycle ---- */

/* Whether core 0 to 4 can make an access in this cycle. Returns 1; 0: it has made one in this cycle, or is held (by a word for
 * which the FIFO of 32 has no room yet, or by a store). */
TT_API int tt_ready(tt_tile tile, int core);

/* The core pushes an instruction word to its thread (0 to 2), as a .ttinsn does. Returns 1: taken, it enters the thread's
 * FIFO as soon as there is room, and holds the core until then; 0: not now (tt_ready), ask in the next cycle. */
TT_API int tt_push(tt_tile tile, int thread, uint32_t word);

/* A load (write = 0) or store (write = 1) of core 0 to 4, at an address as RISC-V cores see it (docs/stream-format.md), of 1, 2 or
 * 4 bytes at a multiple of them; `data`: what is stored, in its lowest bytes. `id`, 0 to 7, names the request until its
 * response has been taken; eight may be open, loads among them are made in their order. Returns 1: taken; 0: not now
 * (tt_ready), ask in the next cycle. TT_E_STATE: the id is in use. */
TT_API int tt_request(tt_tile tile, int core, int id, int write, uint32_t address, int bytes, uint32_t data);

/* A load of a 32-bit word that the core repeats, one round trip after the other, until (word & mask) compares with `value` as `how`
 * says (a tt_comparison, unsigned); otherwise like tt_request. It costs nothing while the word stays the same. */
TT_API int tt_poll(tt_tile tile, int core, int id, uint32_t address, uint32_t mask, int how, uint32_t value);

/* The answer to a request. Returns 1: it is there; `*data` (may be NULL) is what was loaded, in its lowest bytes, or 0 of a store,
 * and the id is free again; 0: not yet. A store is answered when the tile has taken it, not when it has arrived. TT_E_UNDEFINED:
 * the access was refused (tt_error says why), and the id is free again. TT_E_STATE: no request has this id. */
TT_API int tt_response(tt_tile tile, int core, int id, uint32_t *data);

/* ---- L1, without any time: as it is at the beginning of the present cycle ---- */

/* `count` bytes from `address` on. TT_E_ARGUMENT if they are not all in L1, or if `bytes` is NULL and count is not 0. */
TT_API int tt_l1_read(tt_tile tile, uint32_t address, void *bytes, uint32_t count);
TT_API int tt_l1_write(tt_tile tile, uint32_t address, const void *bytes, uint32_t count);
/* The same of one 32-bit little-endian word at a multiple of 4, for languages without pointers. */
TT_API int tt_l1_read_word(tt_tile tile, uint32_t address, uint32_t *word);
TT_API int tt_l1_write_word(tt_tile tile, uint32_t address, uint32_t word);
/* Size of L1 in bytes. TT_NONE: no such tile. */
TT_API uint64_t tt_l1_bytes(tt_tile tile);

/* ---- Errors ---- */

/* Records so far, of the tile or (NULL) of calls without a valid tile. The first 1,000 are kept. */
TT_API uint64_t tt_error_count(tt_tile tile);
/* The latest record as a line of text: what, where, what to do. "": there is none. */
TT_API const char *tt_error(tt_tile tile);
/* Record `index` (0: the first); `*code` (may be NULL) is its tt_code, `*cycle` (may be NULL) the cycle of its tile. "": there
 * is none of that number, or it was not kept. Asking leaves no record. */
TT_API const char *tt_error_at(tt_tile tile, uint64_t index, int *code, uint64_t *cycle);

/* ---- What goes on ---- */

/* A tt_activity. */
TT_API int tt_idle(tt_tile tile);
/* One line for each core, thread and unit that waits, and for what; "": none does. */
TT_API const char *tt_who_waits(tt_tile tile);
/* Waveforms (VCD) of the tile from cycle 0 to its end in `file`, which is written by tt_destroy or tt_reset; beside it a
 * save file for GTKWave, "x.gtkw" of "x.vcd". TT_E_STATE after the first tt_advance, or if there is a file already; TT_E_FILE if
 * the file cannot be written. */
TT_API int tt_wave(tt_tile tile, const char *file);

/* ---- Events: what passes between the units, as lines of an event log (docs/events.md) ---- */

/* From now on the tile records events; `data`: what of their data, "none", "crc" or "full". TT_E_STATE after the first tt_advance, or
 * if it does already. */
TT_API int tt_events(tt_tile tile, const char *data);
/* The oldest event that has not been taken yet, a line such as {"s":"issue.t0","n":0,"c":7,"word":"0x2000000"}; "": none is
 * known yet. Events are known some cycles late: L1 works its beats out behind the time. They wait here, in memory, until they
 * are taken (or tt_on_event takes them). TT_E_STATE without tt_events. */
TT_API const char *tt_event(tt_tile tile);
/* Called with each event, in the place of tt_event, at the end of the tt_advance or tt_wait in which it has become known. `user` is passed on,
 * the line is valid during the call. Within, functions of this library may be called, but for tt_advance, tt_wait, tt_reset
 * and tt_destroy; it must not throw. NULL: nothing is called any more. TT_E_STATE without tt_events. */
typedef void (*tt_event_callback)(void *user, tt_tile tile, const char *line);
TT_API int tt_on_event(tt_tile tile, tt_event_callback call, void *user);

/* From now on events that RTL saw are compared with those of the tile: of these streams or groups, separated by spaces
 * ("accept.matrix_unit dst.write"; "" or NULL: all), if they lie at most `slack` cycles apart; after `most` differences no more (0: 1).
 * TT_E_STATE without tt_events, after the first tt_advance, or if they are already. */
TT_API int tt_check_streams(tt_tile tile, const char *streams, uint64_t slack, uint64_t most);
/* An event that RTL saw, as a line of a log (its ordinal does not matter), in the order of its stream; or {"w":CYCLE}: nothing
 * before that cycle follows. Differences are known when both sides are so far that no earlier one can turn up; each
 * is a record (TT_E_CHECK). Returns TT_OK; TT_E_CHECK if there is a new record; TT_E_ARGUMENT: it is no such line; TT_E_STATE without
 * tt_check_streams. tt_advance leaves records too, and returns TT_OK. */
TT_API int tt_check(tt_tile tile, const char *line);
/* Both sides are at their end: what has not been compared yet is. Returns as tt_check does. */
TT_API int tt_check_end(tt_tile tile);

/* ---- Reset in the middle of a run ---- */

/* In the present cycle, before anything happens in it, all of the tile is reset but for the bytes of L1: registers, FIFOs, banks, what
 * units and cores have under way. Time, events, waves, tt_check and records of errors go on; open requests are forgotten, their ids free.
 * With cores=programs the programs begin again in this cycle: data RAMs as tt_program has filled them, code and data in L1 as they
 * are. TT_E_UNDEFINED: the tile has been stopped by undefined behaviour (tt_reset makes it anew). Not from a callback. */
TT_API int tt_warm_reset(tt_tile tile);

/* Takes the oldest event, as tt_event does, as numbers: `*kind` is its group of streams, from 0 on in the order of docs/events.md,
 * `*member` its place in it (thread, unit, port); n0 to n4 are its fields in their order, 0 where it has none. None may be NULL.
 * Returns 1; 0: none is known yet. TT_E_STATE without tt_events. */
TT_API int tt_event_numbers(tt_tile tile, int *kind, int *member, uint64_t *ordinal, uint64_t *cycle, uint64_t *n0,
                            uint64_t *n1, uint64_t *n2, uint64_t *n3, uint64_t *n4);
/* Of the event that tt_event_numbers has taken last: with "full" its data, 4 bytes from byte 4 * index on, the lowest first; with
 * "crc" their CRC-32, as index 0. Returns 1; 0: it has none there. */
TT_API int tt_event_data(tt_tile tile, int index, uint32_t *word);

#ifdef __cplusplus
}
#endif
#endif
