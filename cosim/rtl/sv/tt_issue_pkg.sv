// SPDX-License-Identifier: Apache-2.0
// Why an issue stage refuses an instruction: the values of `reason` in tt_issue_if, which are those of models/contracts/reasons.h
// (tests/cosim/issue_reasons_test.cpp compares). Reasons that only cores and wait gates have are not among them.
package tt_issue_pkg;
  typedef enum logic [4:0] {
    NONE                      = 0,
    SRCA_OWNED_BY_MATRIX_UNIT = 1,   // unpackers: the bank is not theirs
    SRCB_OWNED_BY_MATRIX_UNIT = 2,
    SRCA_NOT_VALID            = 3,   // matrix unit: the bank is not its own
    SRCB_NOT_VALID            = 4,
    DST_BLOCK_HAZARD          = 5,   // an 8x16 block of Dst was written too short a time ago
    DST_UNIT_SWITCH           = 6,   // the other of matrix and vector unit still has accesses of the thread in flight
    DST_ARBITRATION           = 7,   // the other of the two starts its access first
    UNIT_BUSY                 = 8,   // takes no instruction yet
    PIPELINE_RULE             = 9,   // an automatic stall behind an earlier instruction
    OTHER_THREAD              = 10,  // another thread has the unit
    L1_PORT                   = 12,  // scalar unit: all its requests of L1 are on their way
    STALLWAIT                 = 16,  // scalar unit: the conditions of FLUSHDMA do not hold
    MUTEX                     = 19,  // sync unit: another thread has it, or it was used in the cycle before
    CONFIG_PIPELINE           = 20,  // configuration unit: the stage is taken, or something older stands behind it
    SCALAR_UNIT_IN_FLIGHT     = 21,  // scalar unit: an instruction has it, or waits in it
    VECTOR_DEPENDENCY         = 23   // an LReg is not complete
  } reason_t;
endpackage
